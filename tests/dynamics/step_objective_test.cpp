// The energy-like function of every integrator has the gradient and Hessian it claims.
#include <lilyan/dynamics/step_objective.hpp>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <tests/support/bodies.hpp>

namespace lilyan::test {
namespace {

TEST(StepObjective, HasTheGradientAndTheHessianOfItsValueForEveryIntegrator) {
  BodySpec spec;
  spec.cells = {1, 1, 1};
  spec.gravity = Vec3(0, -9.81, 0);
  spec.pins = [](const Vector&) {
    return std::vector<Pin>{Pin{{0, 3}, {true, false, true}, {Ramp{.translation = Vec3(0.1, 0, 0), .t0 = 0, .t1 = 1}}}};
  };
  const MovingBody body = make_body(spec);
  const System& system = *body.system;
  HessianStorage storage(system);
  const Vector v = system.velocity(body.start.p);
  const Past past = {{0.1, &body.start.x, &body.start.p, &v}, {0.1, &body.start.x, &body.start.p, &v}};
  Vector force = Vector::Zero(body.start.x.size());
  system.add_gradient(body.start.x, 0, 1, force);

  for (const IntegratorEntry& entry : integrator_registry()) {
    const auto integrator = entry.make(default_parameters(entry));
    for (int k = 0; k < integrator->stages(); ++k) {
      const Stage stage = integrator->stage(k, past, 0.1, system.mass(), system.degree(), 0);
      const StepTerms none;
      StepObjective objective(system, stage, none, body.start.x, {0, 0.1}, force, 1, storage);
      Vector z, g, plus_g, minus_g;
      system.coordinates().restrict(body.start.x, z);
      z += 0.1 * Vector::Random(z.size());
      objective.gradient(z, g);
      SymmetricMatrix H(objective.pattern());
      objective.hessian(z, Definiteness::exact, H);
      const double d = 1e-5;
      for (Index i = 0; i < z.size(); ++i) {
        Vector plus = z, minus = z, column;
        plus[i] += d, minus[i] -= d;
        const double above = objective.gradient(plus, plus_g).value, below = objective.gradient(minus, minus_g).value;
        EXPECT_NEAR(g[i], (above - below) / (2 * d), 1e-6 * (g.norm() + 1)) << entry.name;
        H.multiply(Vector::Unit(z.size(), i), column);
        EXPECT_LT((column - (plus_g - minus_g) / (2 * d)).norm(), 1e-6 * (column.norm() + 1)) << entry.name;
      }
    }
  }
}

}  // namespace
}  // namespace lilyan::test
