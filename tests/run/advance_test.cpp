#include <lilyan/run/simulation.hpp>
#include <tests/run/oscillator.hpp>

#include <gtest/gtest.h>

namespace lilyan::test {

class Advancing : public testing::Test {
 protected:
  SwingingScene swing{100};
  const History& history = swing.scene.simulation.history();

  Result<Advance, AdvanceFailure> make_step() { return swing.scene.simulation.step(); }
};

TEST_F(Advancing, MakesAStepInOnePiece) {
  for (int n = 1; n <= 7; ++n) {
    const auto made = make_step();
    ASSERT_TRUE(made);
    EXPECT_EQ(made->failed, 0);
    EXPECT_EQ(history.now().step, n);
    EXPECT_EQ(history.now().t, n * swing.scene.simulation.settings().h);
  }
}

TEST_F(Advancing, StopsAtAFailureWithTheHistoryUntouched) {
  swing.stepper->fails = [](const StepInput&) { return true; };
  const auto made = make_step();
  ASSERT_FALSE(made);
  EXPECT_EQ(made.failure().failure.reason, "the solver gave up");
  EXPECT_EQ(made.failure().failed, 1);
  EXPECT_EQ(history.now().step, 0);
}

TEST_F(Advancing, HalvesUntilThePartsSucceed) {
  swing.scene.simulation.settings().on_failure = OnFailure::halve;
  ASSERT_TRUE(make_step());
  ASSERT_TRUE(make_step());
  std::vector<StepInput> tried;
  const double h = swing.scene.simulation.settings().h;
  // The first quarter needs eighths, the rest succeeds in quarters; nothing longer does.
  swing.stepper->fails = [&](const StepInput& input) {
    tried.push_back(input);
    const bool early = input.t <= 2 * h + h / 4 + 1e-12;
    return input.h > (early ? h / 8 : h / 4) * 1.0001;
  };
  const auto made = make_step();
  ASSERT_TRUE(made);
  EXPECT_EQ(made->failed, 4);
  ASSERT_EQ(tried.size(), 9u);
  EXPECT_EQ(made->statistics.newton_iterations, 4 * 7 + 5 * 2);
  std::vector<double> parts;
  for (const StepInput& input : tried) {
    EXPECT_EQ(input.step, 3);
    if (!(input.h > h / 4 * 1.0001)) parts.push_back(input.t);
  }
  EXPECT_EQ(parts.back(), 3 * h) << "the last part ends where the step does";
  EXPECT_EQ(history.now().t, 3 * h);
  EXPECT_EQ(history.now().step, 3);
  EXPECT_EQ(history.memory().number("kicks", 0), 2 + 5);
}

TEST_F(Advancing, GivesUpAtTheSmallestPartAndGoesBackToTheLastWholeStep) {
  swing.scene.simulation.settings().on_failure = OnFailure::halve;
  ASSERT_TRUE(make_step());
  const double h = swing.scene.simulation.settings().h;
  swing.stepper->fails = [&](const StepInput& input) { return input.t > 1.5 * h; };  // the first half goes well
  const std::string before = history.write();
  const auto made = make_step();
  ASSERT_FALSE(made);
  EXPECT_EQ(made.failure().h, std::ldexp(h, -kMostHalvings));
  EXPECT_NEAR(made.failure().t, 1.5 * h, h * 1e-12);
  EXPECT_LT(made.failure().failed, 3 * kMostHalvings);
  EXPECT_EQ(history.write(), before);
}

}  // namespace lilyan::test
