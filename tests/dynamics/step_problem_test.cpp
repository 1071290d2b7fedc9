// The energy-like function of every method that is a row of data has the gradient and Hessian it claims.
#include <lilyan/dynamics/step/pose.hpp>
#include <lilyan/energy/joint_mean.hpp>
#include <lilyan/integrators/one_step.hpp>

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
  auto storage = std::make_unique<HessianStorage>(system);
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
    StepProblem problem(system, step_frame(system, stage, chord, {Vector::Ones(1)}), pose_terms(system, stage, chord, {}, forces),
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
  auto storage = std::make_unique<HessianStorage>(system);
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
    StepProblem problem(system, step_frame(system, stage, chord, {Vector::Ones(1)}), pose_terms(system, stage, chord, {}, forces),
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

// Far from the origin positions are rounded a thousand times as coarsely: what that does to the residual of the same motion is
// within the bound, and the bound is not so wide that it would explain anything.
TEST(StepProblem, BoundsTheRoundingOfItsResidual) {
  const double h = 0.05, a = 0.5 * h * h;
  for (const Law& law : {Law(StVenantKirchhoff{1000, 500}), Law(NeoHookean{50, 200}), Law(StableNeoHookean{1000, 500})}) {
    BodySpec spec;
    spec.cells = {2, 1, 1};
    spec.size = Vec3(2, 1, 1);
    spec.law = law;
    MovingBody body = make_body(spec);
    const System& system = *body.system;
    auto storage = std::make_unique<HessianStorage>(system);
    const Vector v = system.velocity(body.start.p);
    std::srand(3);
    const Vector z = h * v + 0.01 * Vector::Random(v.size());
    const std::pair<const char*, std::shared_ptr<const MeanRule>> rules[] = {
        {"midpoint", std::make_shared<Quadrature>(std::vector<Node>{{0.5, a, h}})},
        {"average", std::make_shared<Average>(a, h, gauss_legendre(3), Average::Refines::none, 3)},
        {"strain", std::make_shared<DiscreteMean>(a, h, DiscreteForm::strain)},
        {"per_element", std::make_shared<DiscreteMean>(a, h, DiscreteForm::per_element)},
        {"joint", std::make_shared<JointMean>(h, system.mass())}};
    for (const auto& [name, rule] : rules) {
      struct Seen {
        Vector residual, rounding;
      };
      auto look = [&](const Vec3& moved) {
        Frame start = body.start;
        for (Index i = 0; i < system.vertices(); ++i) vertex(start.x, i) += moved;
        const History history(start);
        const Chord chord = chord_from(system, history, v, {1, h, h});
        const Stage stage = one_step_stage(history, h, rule);
        ForceCache forces;
        StepProblem problem(system, step_frame(system, stage, chord, {Vector::Ones(1)}),
                            pose_terms(system, stage, chord, {}, forces), storage);
        Seen seen;
        if (problem.is_minimisation()) {
          SymmetricMatrix H(problem.pattern());
          problem.hessian(z, Definiteness::exact, H);
          problem.gradient(z, seen.residual);
          seen.rounding = problem.gradient_rounding(z);
        } else {
          Vector d;
          const Vector u = problem.unknowns(start.x);
          problem.value(u + z, seen.residual);
          EXPECT_TRUE(problem.newton_direction(u + z, seen.residual, d));
          seen.rounding = problem.rounding(u + z);
        }
        return seen;
      };
      const Seen near = look(Vec3::Zero()), far = look(Vec3(1000, -2000, 500));
      const Vector off = (far.residual - near.residual).cwiseAbs();
      EXPECT_GT(off.norm(), 0) << name;
      EXPECT_LE((off - far.rounding).maxCoeff(), 0) << name;
      EXPECT_LT(far.rounding.norm(), 1e5 * off.norm()) << name;
      EXPECT_LT(near.rounding.norm(), 0.05 * far.rounding.norm()) << name;
    }
  }
}

}  // namespace
}  // namespace lilyan::test
