// A kernel written once gives in every lane what it gives for a double.
#include <lilyan/core/lanes.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace lilyan {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Lanes ramp() {
  Lanes x{};
  for (int i = 0; i < kLanes; ++i) x[i] = i - 3.5;
  return x;
}

// -log where it is defined, +infinity elsewhere: the shape of an energy with a barrier.
template <class T>
T barrier(T x) {
  const T inside = (x > 0.0) ? x : splat<T>(1.0);
  const T value = -lanewise(inside, [](double y) { return std::log(y); });
  return (x > 0.0) ? value : splat<T>(kInfinity);
}

TEST(Lanes, HoldEightDoublesSideBySide) {
  EXPECT_EQ(kLanes, 8);
  EXPECT_EQ(sizeof(Lanes), 8 * sizeof(double));
}

TEST(Lanes, AreSplatWithOneValueEverywhere) {
  EXPECT_EQ(splat<double>(2.5), 2.5);
  const Lanes all = splat<Lanes>(2.5);
  for (int i = 0; i < kLanes; ++i) EXPECT_EQ(all[i], 2.5);
}

TEST(Lanes, AreSplatWithInfinityAndNotANumberToo) {
  const Lanes infinite = splat<Lanes>(kInfinity), undefined = splat<Lanes>(std::nan(""));
  for (int i = 0; i < kLanes; ++i) {
    EXPECT_EQ(infinite[i], kInfinity);
    EXPECT_TRUE(std::isnan(undefined[i]));
  }
}

TEST(Lanes, ApplyAFunctionToEveryLaneOnce) {
  int calls = 0;
  auto square = [&](double y) { return ++calls, y * y; };
  EXPECT_EQ(lanewise(3.0, square), 9);
  EXPECT_EQ(calls, 1);
  const Lanes x = ramp(), squared = lanewise(x, square);
  EXPECT_EQ(calls, 1 + kLanes);
  for (int i = 0; i < kLanes; ++i) EXPECT_EQ(squared[i], (i - 3.5) * (i - 3.5));
  EXPECT_EQ(x[0], -3.5) << "the argument itself must not change";
}

TEST(Lanes, AreSelectedLaneByLaneByAMask) {
  const Lanes x = ramp(), chosen = (x > 0.0) ? x : splat<Lanes>(-100.0);
  for (int i = 0; i < kLanes; ++i) EXPECT_EQ(chosen[i], x[i] > 0 ? x[i] : -100);
}

TEST(Lanes, GiveInEveryLaneWhatTheKernelGivesForADouble) {
  const Lanes x = ramp(), values = barrier(x);
  for (int i = 0; i < kLanes; ++i) EXPECT_EQ(values[i], barrier<double>(x[i])) << "at " << x[i];
  EXPECT_EQ(values[0], kInfinity);
  EXPECT_EQ(values[7], -std::log(3.5));
}

TEST(Lanes, TakeNotANumberForOutsideOfEveryComparison) {
  EXPECT_EQ(barrier<double>(std::nan("")), kInfinity);
  Lanes x = ramp();
  x[7] = std::nan("");
  EXPECT_EQ(barrier(x)[7], kInfinity);
}

}  // namespace
}  // namespace lilyan
