#include <lilyan/minimise/bracketed_secant.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lilyan::test {
namespace {

// Points until f is below 1e-12 in size; none of them outside (low, high).
template <class Function>
int points_needed(Function f, double low, double high, double first) {
  BracketedSecant search(low, high);
  double x = first;
  for (int points = 1; points <= 100; ++points) {
    EXPECT_GT(x, low);
    EXPECT_LT(x, high);
    const double value = f(x);
    if (std::abs(value) < 1e-12) return points;
    x = search.next(x, value);
  }
  return 101;
}

TEST(BracketedSecant, FindsTheRootOfASmoothFunctionInAFewPoints) {
  EXPECT_LE(points_needed([](double x) { return x - 0.3 * std::cos(x); }, 0, 1, 0.9), 7);
}

TEST(BracketedSecant, FindsTheRootWhereTheFirstSlopePointsOutside) {
  EXPECT_LE(points_needed([](double x) { return std::atan(50 * (x - 0.1)); }, 0, 1, 0.9), 25);
  EXPECT_LE(points_needed([](double x) { return std::pow(x, 9) - 1e-3; }, 0, 1, 0.01), 60);
}

TEST(BracketedSecant, IsHelpedByTheBracketWhereSecantsCreep) {
  EXPECT_LE(points_needed([](double x) { return std::pow(x - 0.3, 5); }, 0, 1, 0.01), 20);  // 30 by secants alone
  EXPECT_LE(points_needed([](double x) { return std::exp(30 * (x - 1)) - 1e-9; }, 0, 1, 0.9), 20);
}

TEST(BracketedSecant, ClosesInOnAJump) {
  BracketedSecant search(0, 1);
  double x = 0.5;
  for (int k = 0; k < 120; ++k) x = search.next(x, x < 1.0 / 3 ? -1 : 1);
  EXPECT_LT(search.width(), 1e-12);
  EXPECT_NEAR(x, 1.0 / 3, 1e-12);
}

TEST(BracketedSecant, LooksBelowAPointWhereNothingIsKnown) {
  BracketedSecant search(0, 1);
  EXPECT_EQ(search.below(0.8), 0.4);
  EXPECT_LT(search.next(0.4, -0.1), 0.8);
}

}  // namespace
}  // namespace lilyan::test
