// Bodies and steps that are hard on the solver: it makes them, or says why it cannot.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tests/support/bodies.hpp>

namespace lilyan::test {
namespace {

// Stiff, small and spinning: nothing of its elastic energy stands out of the rounding of its positions.
BodySpec stiff_spinner(const Law& law, double size) {
  BodySpec spec;
  spec.law = law;
  spec.size = size * Vec3(1, 0.3, 0.3);
  spec.cells = {4, 2, 2};
  spec.stretch = 1;
  spec.twist_degrees = 0;
  spec.spin = Vec3(0, 0, 1);
  spec.drift.setZero();
  spec.mass = 1000 * spec.size.prod();
  return spec;
}

const std::vector<Law> kStiffLaws = {StVenantKirchhoff{4e8, 6e8}, StableNeoHookean{4e8, 6e8}, NeoHookean{2e8, 8e8},
                                     MooneyRivlin{1.5e8, 0.5e8, 8e8}};

TEST(StiffBody, SpinsOnUnderAvfAtEverySizeAndLaw) {
  for (const Law& law : kStiffLaws)
    for (double size : {1.0, 0.1, 0.001}) {
      const RunOutcome outcome = run_body(make_body(stiff_spinner(law, size)), *make_integrator("avf"), 1.0 / 30, 30);
      EXPECT_EQ(outcome.failure, "") << "law " << law.index() << ", " << size << " m";
      EXPECT_LT(outcome.drift.energy(), 1e-5) << "law " << law.index() << ", " << size << " m";
    }
}

TEST(StiffBody, IsSolvedInAFewIterationsByBackwardEuler) {
  const RunOutcome outcome =
      run_body(make_body(stiff_spinner(kStiffLaws[0], 0.01)), *make_integrator("backward_euler"), 1.0 / 30, 30);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.statistics.newton_iterations, 30 * 20);
}

TEST(Rounding, ThatStopsASolveBeforeItsToleranceIsCounted) {
  NewtonSettings beyond_rounding;
  beyond_rounding.tolerance = 1e-19;
  const RunOutcome outcome = run_body(make_body({}), *make_integrator("avf"), 0.01, 5, beyond_rounding);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_GT(outcome.statistics.short_of_tolerance, 0);
}

TEST(Step, ThatEndsInAnInvertedTetOfAResistingLawFails) {
  BodySpec spec = neo_hookean_bar();
  spec.spin = Vec3(0, 0, 400);
  for (const char* name : {"velocity_verlet", "symplectic_euler", "forward_euler"}) {
    const RunOutcome outcome = run_body(make_body(spec), *make_integrator(name), 0.05, 50);
    EXPECT_NE(outcome.failure, "") << name;
    EXPECT_TRUE(std::isfinite(outcome.drift.last().total)) << name;  // no row of infinite energy
  }
}

TEST(Static, FailsWhereNothingCarriesTheWeight) {
  BodySpec spec;
  spec.gravity = Vec3(0, -9.81, 0);
  const RunOutcome outcome = run_body(make_body(spec), *make_integrator("static"), 1, 1);
  EXPECT_THAT(outcome.failure, testing::HasSubstr("no equilibrium"));
}

TEST(Static, RelaxesABodyThatNothingHoldsAndNothingPulls) {
  const RunOutcome outcome = run_body(make_body({}), *make_integrator("static"), 1, 1);
  EXPECT_EQ(outcome.failure, "");
  EXPECT_LT(outcome.drift.last().elastic, 1e-12 * outcome.drift.first().elastic);
}

TEST(Static, HasNothingToDoForABodyHeldWhole) {
  BodySpec spec;
  spec.gravity = Vec3(0, -9.81, 0);
  spec.pins = [](const Vector& X) {
    Pin pin;
    for (Index i = 0; i < X.size() / 3; ++i) pin.vertices.push_back(i);
    return std::vector<Pin>{pin};
  };
  for (const char* name : {"static", "avf", "velocity_verlet"}) {
    const MovingBody body = make_body(spec);
    const RunOutcome outcome = run_body(body, *make_integrator(name), 1, 2);
    EXPECT_EQ(outcome.failure, "") << name;
    EXPECT_EQ(outcome.history.now().x, body.start.x) << name;
  }
}

TEST(Workspace, ServesASecondSystemAsIfItWereFresh) {
  BodySpec soft;
  soft.law = StVenantKirchhoff{500, 500};
  const MovingBody first = make_body({}), second = make_body(soft);
  const auto integrator = make_integrator("newmark");
  const auto made_first_stepper = make_stepper(*first.system, *integrator, {}),
             made_second_stepper = make_stepper(*second.system, *integrator, {});
  const Stepper &first_stepper = *made_first_stepper, &second_stepper = *made_second_stepper;
  Workspace shared, fresh;
  ASSERT_TRUE(first_stepper.attempt(History(first.start), {1, 0.01, 0.01}, shared));
  const auto reused = second_stepper.attempt(History(second.start), {1, 0.01, 0.01}, shared);
  const auto alone = second_stepper.attempt(History(second.start), {1, 0.01, 0.01}, fresh);
  ASSERT_TRUE(reused && alone);
  EXPECT_EQ(reused->frame.x, alone->frame.x);
}

}  // namespace
}  // namespace lilyan::test
