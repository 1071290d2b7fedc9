#include <lilyan/minimise/line_search.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace lilyan {
namespace {

TEST(Backtrack, TakesTheFullStepWhereItDecreasesEnough) {
  const LineSearchResult search = backtrack([](double t) { return (t - 1) * (t - 1); }, 1, -2, 0);
  EXPECT_TRUE(search.accepted);
  EXPECT_EQ(search.step, 1);
  EXPECT_EQ(search.backtracks, 0);
}

TEST(Backtrack, HalvesTheStepUntilItDecreases) {
  std::vector<double> tried;
  auto steep = [&](double t) { return tried.push_back(t), 10 * t * t - t; };  // decreases for t < 1/10
  const LineSearchResult search = backtrack(steep, 0, -1, 0);
  EXPECT_TRUE(search.accepted);
  EXPECT_EQ(search.step, 0.0625);
  EXPECT_EQ(search.backtracks, 4);
  EXPECT_EQ(tried, (std::vector<double>{1, 0.5, 0.25, 0.125, 0.0625})) << "the last merit asked for is that of the step taken";
}

TEST(Backtrack, WantsMoreThanAnyDecrease) {
  // A decrease of 1e-5 of what the slope promises is none worth having; 1e-3 is.
  EXPECT_GT(backtrack([](double t) { return t == 1 ? -1e-5 : -t; }, 0, -1, 0).backtracks, 0);
  EXPECT_EQ(backtrack([](double t) { return t == 1 ? -1e-3 : -t; }, 0, -1, 0).backtracks, 0);
}

TEST(Backtrack, GoesBackFromWhereTheMeritIsNotDefined) {
  for (double undefined : {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    const LineSearchResult search = backtrack([&](double t) { return t > 0.3 ? undefined : -t; }, 0, -1, 0);
    EXPECT_TRUE(search.accepted);
    EXPECT_EQ(search.step, 0.25);
  }
}

TEST(Backtrack, AllowsTheSlackForRounding) {
  auto noisy = [](double) { return 1 + 1e-12; };
  EXPECT_TRUE(backtrack(noisy, 1, -1e-14, 1e-11).accepted);
  EXPECT_EQ(backtrack(noisy, 1, -1e-14, 1e-11).backtracks, 0);
  EXPECT_FALSE(backtrack(noisy, 1, -1e-14, 1e-13).accepted);
}

TEST(Backtrack, GivesUpWhereNothingDecreases) {
  int calls = 0;
  const LineSearchResult search = backtrack([&](double t) { return ++calls, t; }, 0, -1, 0);
  EXPECT_FALSE(search.accepted);
  EXPECT_LE(calls, 61);
  EXPECT_EQ(search.step, std::ldexp(1, -search.backtracks)) << "the step is the last one tried";
}

TEST(Backtrack, TakesAStepThatChangesNothingForNoDecrease) {
  EXPECT_FALSE(backtrack([](double) { return 1.0; }, 1, -1, 0).accepted);
  auto uphill = [](double t) { return (3 + 3 * t) * (3 + 3 * t); };  // back at 9 once 3 + 3 t rounds to 3
  EXPECT_FALSE(backtrack(uphill, 9, -18, 0).accepted);
}

}  // namespace
}  // namespace lilyan
