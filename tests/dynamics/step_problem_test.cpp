// The energy-like function of every method that is a row of data has the gradient and Hessian it claims.
#include <lilyan/dynamics/pose.hpp>
#include <lilyan/energy/joint_mean.hpp>

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
    StepProblem problem(system, step_frame(system, stage, chord, Vector::Ones(1)), pose_terms(system, stage, chord, {}, forces),
                        storage);
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

// The same of its equations: the Newton direction is that of the residual's own derivative.
TEST(StepProblem, HasTheNewtonDirectionOfItsEquations) {
  BodySpec spec;
  spec.cells = {1, 1, 1};
  spec.law = NeoHookean{50, 200};
  const MovingBody body = make_body(spec);
  const System& system = *body.system;
  const auto storage = std::make_unique<HessianStorage>(system);
  const Vector v = system.velocity(body.start.p);
  const History history(body.start);
  const StepInput input{1, 0.05, 0.05};
  ForceCache forces;
  auto one_step = [&](std::shared_ptr<const MeanRule> mean) {
    Stage stage;
    stage.h = stage.kappa = input.h;
    stage.x_hat = body.start.x;
    stage.p_hat = body.start.p;
    stage.mean = std::move(mean);
    return stage;
  };
  const double a = 0.5 * input.h * input.h;
  const std::pair<const char*, Stage> cases[] = {
      {"per_element", one_step(std::make_shared<DiscreteMean>(a, input.h, DiscreteForm::per_element))},
      {"strain", one_step(std::make_shared<DiscreteMean>(a, input.h, DiscreteForm::strain))},
      {"joint", one_step(std::make_shared<JointMean>(input.h, system.mass()))}};
  for (const auto& [name, stage] : cases) {
    const Chord chord = chord_from(system, history, v, input);
    StepProblem problem(system, step_frame(system, stage, chord, Vector::Ones(1)), pose_terms(system, stage, chord, {}, forces),
                        storage);
    ASSERT_FALSE(problem.is_minimisation());
    std::srand(3);
    const Vector u = problem.unknowns(body.start.x + input.h * v + 0.01 * Vector::Random(v.size()));
    Vector r, plus_r, minus_r, direction;
    problem.value(u, r);
    Eigen::MatrixXd J(u.size(), u.size());
    for (Index i = 0; i < u.size(); ++i) {
      problem.value(u + 1e-6 * Vector::Unit(u.size(), i), plus_r);
      problem.value(u - 1e-6 * Vector::Unit(u.size(), i), minus_r);
      J.col(i) = (plus_r - minus_r) / 2e-6;
    }
    problem.error(u, 1e-9 * r, 1e-12);  // solves tightly near the solution
    ASSERT_TRUE(problem.newton_direction(u, r, direction)) << name;
    EXPECT_LT((J * direction + r).norm(), 1e-5 * r.norm()) << name;
  }
}

}  // namespace
}  // namespace lilyan::test
