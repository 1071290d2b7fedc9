// The ledger's balance: what the body has is what it had, plus the work of pins.
#include <gtest/gtest.h>

#include <tests/support/bodies.hpp>

#include <numbers>

namespace lilyan::test {
namespace {

// Both ends held; one turns, moves and stops, the other slides on a plane.
BodySpec driven_bar(const Law& law) {
  BodySpec spec;
  spec.law = law;
  spec.gravity = Vec3(0.3, -9.81, 0);
  spec.pins = [](const Vector& X) {
    Pin turning{end_of(X, -1), {true, true, true}, {}};
    turning.motion = {
        Ramp{.translation = Vec3(-0.3, 0.2, 0), .axis = Vec3::UnitX(), .radians = 2 * std::numbers::pi / 3, .t0 = 0.1, .t1 = 1.2},
        Ramp{.translation = Vec3(0, 0, 0.4), .t0 = 0.5, .t1 = 0.8}};
    const Pin sliding{end_of(X, 1), {false, true, false}, {}};
    return std::vector<Pin>{turning, sliding};
  };
  return spec;
}

class Balance : public testing::TestWithParam<Law> {};

TEST_P(Balance, ClosesForAvfWithMovingPinsAndGravity) {
  const RunOutcome outcome = run_body(make_body(driven_bar(GetParam())), *make_integrator("avf"), 0.02, 100);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_GT(std::abs(outcome.drift.last().work), 1e-2 * outcome.drift.energy_scale());  // the pins did something
  EXPECT_LT(outcome.drift.energy(), 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Laws, Balance,
                         testing::Values(Law{StVenantKirchhoff{1000, 500}}, Law{StableNeoHookean{1000, 500}},
                                         Law{Linear{1000, 500}}));

TEST(Ledger, CountsNeitherEnergyNorMomentumOfHeldComponents) {
  BodySpec spec;
  spec.pins = [](const Vector& X) {
    Pin pin{end_of(X, -1), {true, true, true}, {Ramp{.translation = Vec3(100, 0, 0), .t0 = 0, .t1 = 1}}};
    return std::vector<Pin>{pin};
  };
  const MovingBody body = make_body(spec);
  const RunOutcome outcome = run_body(body, *make_integrator("avf"), 1e-3, 1);
  for (Index c = 0; c < body.system->coordinates().components(); ++c)
    EXPECT_TRUE(!body.system->coordinates().is_held(c) || outcome.history.now().p[c] == 0) << "component " << c;
}

TEST(Ledger, FollowsABodyInFreeFall) {
  BodySpec spec;
  spec.gravity = Vec3(0, -9.81, 0);
  spec.stretch = 1;
  spec.twist_degrees = 0;
  spec.spin.setZero();
  spec.drift = Vec3(0.5, 0, 0);
  for (const char* name : {"avf", "velocity_verlet", "implicit_midpoint", "newmark"}) {
    const double h = 1e-3;
    const RunOutcome outcome = run_body(make_body(spec), *make_integrator(name), h, 200);
    const LedgerRow& end = outcome.drift.last();
    EXPECT_NEAR(end.linear[1], -9.81 * 0.2, 1e-11) << name;
    EXPECT_NEAR(end.linear[0], 0.5, 1e-12) << name;
    EXPECT_NEAR(end.gravity - outcome.drift.first().gravity, -0.5 * 9.81 * 9.81 * 0.04, 1e-10) << name;
    EXPECT_LT(outcome.drift.energy(), 1e-10) << name;
  }
}

TEST(Ledger, BringsTheMomentumOfStaggeredMethodsToTheTimeOfTheirPositions) {
  // In free fall with the synchronised momentum the explicit method's energy error does not grow.
  BodySpec spec;
  spec.gravity = Vec3(0, -9.81, 0);
  spec.stretch = 1;
  spec.twist_degrees = 0;
  spec.spin.setZero();
  const double h = 1e-3;
  const RunOutcome outcome = run_body(make_body(spec), *make_integrator("symplectic_euler"), h, 100);
  EXPECT_NEAR(outcome.drift.last().linear[1], -9.81 * (0.1 + 0.5 * h), 1e-10);  // a step of h, plus the half kick of the sync
}

}  // namespace
}  // namespace lilyan::test
