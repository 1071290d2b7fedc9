// corotational_reversible, and what the other methods keep of co-rotated bodies.
#include <lilyan/algebra/threads.hpp>
#include <lilyan/dynamics/steppers/reversal.hpp>
#include <lilyan/energy/damping/drag.hpp>
#include <lilyan/energy/damping/stiffness_damping.hpp>
#include <lilyan/energy/damping/strain_damping.hpp>
#include <lilyan/materials/anisotropic.hpp>

#include <gtest/gtest.h>

#include <tests/integrators/methods.hpp>
#include <tests/support/fault_of.hpp>

#include <numbers>

namespace lilyan::test::corotation {
namespace {

// The co-rotated bar of the reference: its fastest vibration is 403/s.
BodySpec corotated_bar(const Law& law = corotated(300, 200)) {
  BodySpec spec;
  spec.law = law;
  spec.stretch = 1.05;
  spec.twist_degrees = 0.5 * 4 * 180 / std::numbers::pi;
  spec.spin = Vec3(0.3, 0.2, 2);
  return spec;
}

Corotated wood() { return {orthotropic(Vec3(800, 300, 500), 0.25).law().coefficients}; }

std::unique_ptr<Integrator> reversible() { return make_integrator("corotational_reversible"); }

constexpr double kResolved = 1 / 403.0;  // h omega_max = 1

TEST(CorotationalReversible, KeepsEnergyAndMomentaNearTheirStartWhereTheFastestVibrationIsResolved) {
  std::vector<Vec3> L;
  const RunOutcome outcome = run_body(make_body(corotated_bar()), *reversible(), kResolved, 2000, {}, 1,
                                      [&](const LedgerRow& row) { L.push_back(row.angular); });
  EXPECT_EQ(outcome.failure, "");
  for (const Vec3& later : L) ASSERT_LT((later - L.front()).norm(), 1e-2 * L.front().norm());
  const double start = outcome.drift.first().total;
  EXPECT_GT(outcome.lowest_energy, 0.95 * start);
  EXPECT_LT(outcome.highest_energy, 1.05 * start);
  EXPECT_LT(outcome.drift.linear(), 1e-11);
  EXPECT_EQ(outcome.statistics.newton_iterations, 2000) << "one linear system a step";
  EXPECT_EQ(outcome.statistics.factorizations, 2000);
  EXPECT_LT(outcome.statistics.residual, 1e-10);
}

TEST(CorotationalReversible, GainsEnergyAtFarLongerSteps) {
  const RunOutcome outcome = run_body(make_body(corotated_bar()), *reversible(), 8 * kResolved, 1000);
  EXPECT_TRUE(outcome.failure != "" || outcome.highest_energy > 2 * outcome.drift.first().total);
}

TEST(CorotationalReversible, CanBeTurnedRoundWithEitherRotationAndAnyStiffness) {
  for (const Law& law :
       {Law(corotated(300, 200)), Law(corotated(300, 200, RotationRule::displacement)), Law(wood()), Law(Linear{300, 200})}) {
    BodySpec spec = corotated_bar(law);
    spec.gravity = Vec3(0, -9.81, 0);
    const MovingBody body = make_body(spec);
    const auto integrator = reversible();
    const auto stepper = make_stepper(*body.system, *integrator, {});
    const auto reversal = run_there_and_back(*body.system, *stepper, body.start, 0.02, 50);
    ASSERT_TRUE(reversal);
    EXPECT_GT(reversal->moved, 0.1);
    EXPECT_LT(reversal->missed, 1e-9 * reversal->moved);
    EXPECT_LT(reversal->speed_missed, 1e-9 * reversal->speed);
  }
}

TEST(CorotationalReversible, IsImplicitMidpointForLinearBodies) {
  BodySpec spec = corotated_bar(Linear{300, 200});
  spec.twist_degrees = 5;
  spec.spin.setZero();
  const MovingBody body = make_body(spec);
  const RunOutcome frozen = run_body(body, *reversible(), 0.01, 50),
                   midpoint = run_body(body, *make_integrator("implicit_midpoint"), 0.01, 50, {.tolerance = 1e-15});
  EXPECT_LT((frozen.history.now().x - midpoint.history.now().x).norm(), 1e-9);
  EXPECT_LT((frozen.history.now().p - midpoint.history.now().p).norm(), 1e-9);
}

TEST(CorotationalReversible, TendsToTheMotionOfOtherMethodsForIsotropicPolarBodies) {
  const MovingBody body = smooth_body(corotated(10, 5));
  const Vector fine = run_body(body, *make_integrator("implicit_midpoint"), 0.5 / 1024, 1024).history.now().x;
  const double coarse_error = (run_body(body, *reversible(), 0.5 / 128, 128).history.now().x - fine).norm(),
               fine_error = (run_body(body, *reversible(), 0.5 / 512, 512).history.now().x - fine).norm();
  EXPECT_LT(fine_error, 1e-4);
  EXPECT_LT(fine_error, coarse_error / 8);
}

TEST(CorotationalReversible, FallsAsTheLawOfMomentumSays) {
  BodySpec spec = corotated_bar();
  spec.gravity = Vec3(0, -9.81, 0);
  const MovingBody body = make_body(spec);
  const RunOutcome outcome = run_body(body, *reversible(), kResolved, 400);
  const double t = 400 * kResolved;
  EXPECT_LT((outcome.drift.last().linear - outcome.drift.first().linear - t * spec.gravity).norm(), 1e-11 * t * 9.81);
}

TEST(CorotationalReversible, CountsTheWorkOfLoadsAndOfMovingPins) {
  BodySpec spec = resting_bar();
  spec.law = corotated(300, 200);
  spec.gravity = Vec3(0, -1, 0);
  spec.pins = [](const Vector& X) {
    Pin pin;
    pin.vertices = end_of(X, -1);
    pin.motion = {Ramp{.translation = Vec3(0.2, 0.1, 0), .axis = Vec3::UnitX(), .radians = 0.5, .t0 = 0, .t1 = 0.5}};
    return std::vector<Pin>{pin};
  };
  spec.loads = [](const Vector& X) { return std::vector<Load>{pull(end_of(X, 1), Vec3(1, 2, 3), {ProfileSine{2, 0}, 0})}; };
  const RunOutcome outcome = run_body(make_body(spec), *reversible(), 0.001, 1000);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_GT(std::abs(outcome.drift.last().work), 0.1);
  EXPECT_LT(outcome.drift.energy(), 0.01);
}

BodySpec held_bar() {
  BodySpec spec = corotated_bar();
  spec.gravity = Vec3(0, -9.81, 0);
  spec.pins = [](const Vector& X) {
    Pin pin;
    pin.vertices = end_of(X, -1);
    pin.motion = {Ramp{.translation = Vec3(0.1, 0, 0), .radians = 0.3, .t0 = 0, .t1 = 0.2}};
    return std::vector<Pin>{pin};
  };
  spec.loads = [](const Vector& X) { return std::vector<Load>{pull(end_of(X, 1), Vec3(3, -20, 5), {ProfileSine{40, 0.3}, 0.01})}; };
  return spec;
}

BodySpec damped_bar() {
  BodySpec spec = held_bar();
  spec.dissipations = [](const BodySpec::MakeElasticity& elasticity, const Vector& mass) {
    BodySpec::Dissipations all;
    std::vector<std::unique_ptr<Potential>> potentials;
    for (auto& part : elasticity()) potentials.push_back(std::move(part));
    all.push_back(std::make_unique<ViscousDamping>(elasticity(), 1e-4));
    all.push_back(std::make_unique<RayleighDamping>(std::move(potentials), mass, 0.1, 1e-4, RayleighDamping::Form::midpoint));
    return all;
  };
  return spec;
}

TEST(CorotationalReversible, GivesTheSameBitsWhenItsWorkspaceIsForgottenAndItsHistoryRereadAfterEveryStep) {
  const auto integrator = reversible();
  for (const BodySpec& spec : {corotated_bar(), corotated_bar(wood()), held_bar(), damped_bar()}) {
    const MovingBody body = make_body(spec);
    const auto stepper = make_stepper(*body.system, *integrator, {});
    constexpr double h = 0.004;
    Workspace keeping;
    History remembered(body.start), forgetful(body.start);
    for (int k = 1; k <= 12; ++k) {
      auto step = stepper->attempt(remembered, {k, k * h, h}, keeping);
      Workspace fresh;
      auto same_step = stepper->attempt(forgetful, {k, k * h, h}, fresh);
      ASSERT_TRUE(step && same_step);
      remembered.accept(std::move(*step));
      forgetful.accept(std::move(*same_step));
      forgetful = History::read(forgetful.write());
      EXPECT_EQ(remembered.now().x, forgetful.now().x);
      EXPECT_EQ(remembered.now().p, forgetful.now().p);
      EXPECT_EQ(remembered.memory().number("work", 0), forgetful.memory().number("work", 0));
      EXPECT_EQ(remembered.memory().number("dissipated", 0), forgetful.memory().number("dissipated", 0));
    }
  }
}

TEST(CorotationalReversible, GivesTheSameBitsWithOneAndTwoThreads) {
  BodySpec spec = damped_bar();
  spec.cells = {16, 4, 4};
  const MovingBody body = make_body(spec);
  set_threads(1);
  const RunOutcome one = run_body(body, *reversible(), 5e-4, 5);
  set_threads(2);
  const RunOutcome two = run_body(body, *reversible(), 5e-4, 5);
  set_threads(1);
  EXPECT_EQ(one.history.now().x, two.history.now().x);
  EXPECT_EQ(one.history.now().p, two.history.now().p);
  EXPECT_EQ(one.drift.last().total, two.drift.last().total);
}

TEST(CorotationalReversible, RefusesLawsAndDampingThatAreNotLinearButForRotations) {
  const auto integrator = reversible();
  const MovingBody body = make_body({});
  EXPECT_EQ(fault_of([&] { make_stepper(*body.system, *integrator, {}); }).id, "integrator.frozen");
  BodySpec spec = corotated_bar();
  spec.dissipations = [](const BodySpec::MakeElasticity& elasticity, const Vector&) {
    BodySpec::Dissipations all;
    all.push_back(std::make_unique<StrainDamping>(elasticity(), 1e-4, StrainDamping::Form::implicit));
    return all;
  };
  const MovingBody damped = make_body(spec);
  EXPECT_EQ(fault_of([&] { make_stepper(*damped.system, *integrator, {}); }).id, "integrator.frozen");
}

TEST(CorotatedBodies, KeepTheirEnergyUnderAvf) {
  for (const Law& law : {Law(corotated(300, 200)), Law(corotated(300, 200, RotationRule::displacement)), Law(wood())}) {
    const RunOutcome outcome = run_body(make_body(corotated_bar(law)), *make_integrator("avf"), 0.01, 50);
    EXPECT_EQ(outcome.failure, "");
    EXPECT_LT(outcome.drift.energy(), 1e-9);
    EXPECT_LT(outcome.drift.linear(), 1e-11);
  }
}

TEST(CorotatedBodies, KeepTheirMomentaUnderSymplecticMethods) {
  for (const Law& law : {Law(corotated(300, 200)), Law(corotated(300, 200, RotationRule::displacement)), Law(wood())})
    for (const char* name : {"implicit_midpoint", "velocity_verlet"}) {
      const RunOutcome outcome = run_body(make_body(corotated_bar(law)), *make_integrator(name), 0.5 * kResolved, 200);
      EXPECT_EQ(outcome.failure, "") << name;
      EXPECT_LT(outcome.drift.angular(), 1e-9) << name;
      EXPECT_LT(outcome.drift.energy(), 0.02) << name;
    }
}

}  // namespace
}  // namespace lilyan::test::corotation
