// The energy-like function of every method that is a row of data has the gradient and Hessian it claims.
#include <lilyan/dynamics/pose.hpp>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <tests/support/bodies.hpp>

namespace lilyan::test {
namespace {

TEST(StepProblem, HasTheGradientAndTheHessianOfItsValueForEveryIntegrator) {
  BodySpec spec;
  spec.cells = {1, 1, 1};
  spec.gravity = Vec3(0, -9.81, 0);
  spec.pins = [](const Vector&) {
    return std::vector<Pin>{Pin{{0, 3}, {true, false, true}, {Ramp{.translation = Vec3(0.1, 0, 0), .t0 = 0, .t1 = 1}}}};
  };
  const MovingBody body = make_body(spec);
  const System& system = *body.system;
  const auto storage = std::make_unique<HessianStorage>(system);
  const Vector v = system.velocity(body.start.p);
  History history(body.start);
  history.accept({{1, 0, 0.1, body.start.x, body.start.p}, {}, {}});
  const StepInput input{2, 0.1, 0.1};
  ForceCache forces;

  int seen = 0;
  for (const IntegratorEntry& entry : integrator_registry()) {
    const auto integrator = entry.make(default_parameters(entry));
    const auto* method = dynamic_cast<const StageMethod*>(integrator.get());
    if (!method) continue;
    const Stage stage = method->stage(history, input.h, 0);
    const Chord chord = chord_from(system, history, v, input);
    StepProblem problem(system, step_frame(system, stage, chord, 1), pose_terms(system, stage, chord, {}, forces), storage);
    if (!problem.is_minimisation()) continue;
    ++seen;
    Vector g, plus_g, minus_g;
    const Vector z = 0.1 * Vector::Random(system.coordinates().size());
    problem.gradient(z, g);
    SymmetricMatrix H(problem.pattern());
    problem.hessian(z, Definiteness::exact, H);
    const double d = 1e-5;
    for (Index i = 0; i < z.size(); ++i) {
      Vector plus = z, minus = z, column;
      plus[i] += d, minus[i] -= d;
      const double above = problem.gradient(plus, plus_g).value, below = problem.gradient(minus, minus_g).value;
      EXPECT_NEAR(g[i], (above - below) / (2 * d), 1e-6 * (g.norm() + 1)) << entry.name;
      H.multiply(Vector::Unit(z.size(), i), column);
      EXPECT_LT((column - (plus_g - minus_g) / (2 * d)).norm(), 1e-6 * (column.norm() + 1)) << entry.name;
    }
  }
  EXPECT_GE(seen, 10);
}

}  // namespace
}  // namespace lilyan::test
