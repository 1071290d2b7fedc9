// Bodies with a consistent mass: what held vertices do to free ones through the mass that they share.
#include <lilyan/dynamics/velocities.hpp>
#include <lilyan/energy/damping/strain_damping.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>

namespace lilyan::test {
namespace {

constexpr NewtonSettings kTight{.tolerance = 1e-14};

BodySpec bar_held_at_one_end(Motion motion) {
  BodySpec spec = with_consistent_mass(resting_bar());
  spec.cells = {4, 1, 1};
  spec.pins = [motion = std::move(motion)](const Vector& X) {
    return std::vector<Pin>{{end_of(X, -1), {true, true, true}, motion}};
  };
  return spec;
}

// The body moves with its pins: x_h(t_n) = a t_n^2/2, linear in each step.
Motion accelerated(const Vec3& a, double h, int steps) {
  Motion motion;
  for (int k = 1; k <= steps; ++k) motion.push_back({.translation = 0.5 * h * h * (2 * k - 1) * a, .t0 = (k - 1) * h, .t1 = k * h});
  return motion;
}

class PulledBar : public testing::TestWithParam<std::string> {};

TEST_P(PulledBar, MovesAsOneUnderTheOppositeBodyForce) {
  constexpr double h = 0.01;
  constexpr int kSteps = 100;
  const Vec3 a(3, -2, 1);
  BodySpec weighed_spec = bar_held_at_one_end({});
  weighed_spec.gravity = -a;
  const MovingBody weighed = make_body(weighed_spec);
  MovingBody pulled = make_body(bar_held_at_one_end(accelerated(a, h, kSteps)));
  // Its velocities are those of differences backwards in time: what the script would have done in a step before the first.
  if (GetParam() == "backward_euler")
    pulled.start = frame_with_velocities(*pulled.system, pulled.start.x, (-0.5 * h * a).replicate(pulled.system->vertices(), 1));
  const auto integrator = make_integrator(GetParam());
  const RunOutcome held = run_body(weighed, *integrator, h, kSteps, kTight),
                   carried = run_body(pulled, *integrator, h, kSteps, kTight);
  ASSERT_EQ(held.failure + carried.failure, "");
  const double t = h * kSteps;
  const Vector way = (0.5 * t * t * a).replicate(weighed.system->vertices(), 1);
  EXPECT_GT((held.history.now().x - weighed.start.x).cwiseAbs().maxCoeff(), 0.01);
  EXPECT_LT((carried.history.now().x - way - held.history.now().x).cwiseAbs().maxCoeff(), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Methods, PulledBar, testing::Values("avf", "implicit_midpoint", "newmark", "backward_euler"),
                         [](const auto& test) { return test.param; });

// Turned and moved for a while, then at rest again.
Motion swing() {
  return {{.translation = Vec3(0.3, 0.1, 0), .axis = Vec3(1, 0, 0), .radians = 1.5, .t0 = 0.1, .t1 = 0.6},
          {.translation = Vec3(0, -0.2, 0.1), .t0 = 0.3, .t1 = 0.9}};
}

class BalanceOfWork : public testing::TestWithParam<Method> {};

TEST_P(BalanceOfWork, ClosesWithMovingPins) {
  BodySpec spec = bar_held_at_one_end(swing());
  spec.drift = Vec3(0.2, 0.1, 0);  // of the held vertices too, whose script begins later
  spec.spin = Vec3(0, 0.3, 0.1);
  spec.gravity = Vec3(0, -2, 0);
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  double most_work = 0;
  const RunOutcome outcome = run_body(make_body(spec), *integrator, 0.02, 60, kTight, 1,
                                      [&](const LedgerRow& row) { most_work = std::max(most_work, std::abs(row.work)); });
  EXPECT_EQ(outcome.failure, "");
  EXPECT_GT(most_work, 0.1 * outcome.drift.energy_scale());
  EXPECT_LT(outcome.drift.energy(), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Methods, BalanceOfWork,
                         testing::Values(method("avf"), closed_avf(), composed_method("avf", 4), method("energy_momentum")),
                         label_of);

TEST(BalanceOfWork, ClosesWithDampingToo) {
  BodySpec spec = bar_held_at_one_end(swing());
  spec.dissipations = [](const BodySpec::MakeElasticity& elasticity, const Vector&) {
    BodySpec::Dissipations all;
    all.push_back(std::make_unique<StrainDamping>(elasticity(), 1e-3, StrainDamping::Form::implicit));
    return all;
  };
  const RunOutcome outcome = run_body(make_body(spec), *make_integrator("avf"), 0.02, 60, kTight);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_GT(outcome.drift.last().dissipated, 0);
  EXPECT_LT(outcome.drift.energy(), 1e-9);
}

class Reactions : public testing::TestWithParam<Method> {};

TEST_P(Reactions, AndForcesFromOutsideChangeTheMomentumOfWhatIsFree) {
  BodySpec spec = bar_held_at_one_end(swing());
  spec.gravity = Vec3(0, -2, 0);
  const Vec3 load(3, -1, 2);
  spec.loads = [&](const Vector& X) { return std::vector<Load>{pull(end_of(X, 1), load)}; };
  const MovingBody body = make_body(spec);
  const auto integrator = make_integrator(GetParam().name, GetParam().parameters);
  const auto stepper = make_stepper(*body.system, *integrator, kTight);
  History history(body.start);
  Workspace workspace;
  auto sum = [](const Vector& p) { return Vec3(p.reshaped(3, p.size() / 3).rowwise().sum()); };
  const double h = listed_properties(GetParam()).is_explicit ? 5e-4 : 0.02;
  double largest = 0, worst = 0;
  for (int k = 1; k <= 50; ++k) {
    auto step = stepper->attempt(history, {k, k * h, h}, workspace);
    ASSERT_TRUE(step);
    const std::vector<double>& impulses = *step->memory.find("reactions");
    const Vec3 reaction(impulses[0], impulses[1], impulses[2]),
        outside = h * (body.system->vertex_mass().sum() * spec.gravity + load);
    worst = std::max(worst, (sum(step->frame.p) - sum(history.now().p) - reaction - outside).norm());
    largest = std::max({largest, reaction.norm(), outside.norm()});
    history.accept(std::move(*step));
  }
  EXPECT_LT(worst, 1e-9 * largest);
}

INSTANTIATE_TEST_SUITE_P(Methods, Reactions,
                         testing::Values(method("avf"), method("implicit_midpoint"), method("newmark"), method("backward_euler"),
                                         method("bathe"), method("velocity_verlet"), method("energy_momentum"),
                                         composed_method("avf", 4)),
                         label_of);

TEST(ConsistentMass, IsRefusedByTheJointDiscreteGradient) {
  const MovingBody body = make_body(with_consistent_mass({}));
  const Method joint = joint_gradient();
  const std::vector<Fault> faults = make_integrator(joint.name, joint.parameters)->objections(*body.system);
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].id, "scene.mass-matrix");
}

TEST(ConsistentMass, GivesHeldVerticesTheVelocityOfTheirScript) {
  const MovingBody body = make_body(bar_held_at_one_end({{.translation = Vec3(2, 0, 0), .t0 = 0, .t1 = 1}}));
  const RunOutcome outcome = run_body(body, *make_integrator("avf"), 0.01, 5, kTight);
  const Frame& now = outcome.history.now();
  const Vector v = velocities(*body.system, now);
  for (Index c = 0; c < v.size(); ++c)
    if (body.system->coordinates().is_held(c)) {
      EXPECT_NEAR(v[c], c % 3 == 0 ? 2 : 0, 1e-12);
    }
  EXPECT_LT((body.system->momentum(v) - now.p).norm(), 1e-12 * now.p.norm());
}

}  // namespace
}  // namespace lilyan::test
