#include <lilyan/report/axis.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lilyan::test {

using testing::ElementsAre;

std::vector<std::string> labels(const Axis& axis) {
  std::vector<std::string> result;
  for (const Tick& tick : axis.ticks()) result.push_back(tick.label);
  return result;
}

TEST(Axis, TicksStandAtRoundNumbers) {
  EXPECT_THAT(labels(Axis::linear({0, 107}, 6)), ElementsAre("0", "20", "40", "60", "80", "100", "120"));
  EXPECT_THAT(labels(Axis::linear({-0.31, 0.24}, 6)), ElementsAre("−0.4", "−0.3", "−0.2", "−0.1", "0", "0.1", "0.2", "0.3"));
  EXPECT_THAT(labels(Axis::linear({0, 2.4e7}, 6)), ElementsAre("0", "5×10⁶", "1×10⁷", "1.5×10⁷", "2×10⁷", "2.5×10⁷"));
  EXPECT_THAT(labels(Axis::linear_exact({0, 9.9}, 6)), ElementsAre("0", "2", "4", "6", "8"));
}

TEST(Axis, LogarithmicTicksStandAtPowersOfTen) {
  EXPECT_THAT(labels(Axis::logarithmic({2e-12, 3e-10}, 6)), ElementsAre("10⁻¹²", "10⁻¹¹", "10⁻¹⁰", "10⁻⁹"));
  EXPECT_LE(Axis::logarithmic({1e-300, 1e300}, 6).ticks().size(), 8u);
}

TEST(Axis, SymmetricTicksStandOnBothSidesOfZero) {
  EXPECT_THAT(labels(Axis::symmetric({-5, 2000}, 1, 8)), ElementsAre("−10", "−1", "0", "1", "10", "100", "10³", "10⁴"));
}

TEST(Axis, TicksAreEvenlySpacedOverAnyNumberOfDecades) {
  for (const ValueRange range : {ValueRange{-3e49, 8e49}, {-2e-3, 1e300}, {-1e5, 0}, {-0.2, 0.1}, {-1e308, 1e308}}) {
    const Axis axis = Axis::symmetric(range, 0.1, 6);
    ASSERT_GE(axis.ticks().size(), 2u) << range.high;
    const double apart = axis.place(axis.ticks()[1].value) - axis.place(axis.ticks()[0].value);
    EXPECT_GT(apart, 0.1) << range.high;
    for (std::size_t k = 2; k < axis.ticks().size(); ++k)
      EXPECT_NEAR(axis.place(axis.ticks()[k].value) - axis.place(axis.ticks()[k - 1].value), apart, 0.01) << range.high << " " << k;
  }
}

TEST(Axis, PlacesValuesBetweenItsEnds) {
  const Axis linear = Axis::linear({0, 10}, 5), log = Axis::logarithmic({1e-4, 1}, 5), both = Axis::symmetric({-100, 100}, 1, 6);
  EXPECT_DOUBLE_EQ(linear.place(5), 0.5);
  EXPECT_DOUBLE_EQ(log.place(1e-2), 0.5);
  EXPECT_DOUBLE_EQ(both.place(0), 0.5);
  EXPECT_DOUBLE_EQ(both.place(1) - both.place(0), both.place(10) - both.place(1));
  for (const Axis* axis : {&linear, &log, &both}) {
    EXPECT_DOUBLE_EQ(axis->place(-1e308), 0);
    EXPECT_DOUBLE_EQ(axis->place(1e308), 1);
  }
}

TEST(Axis, AConstantIsALineAndNotItsRoundingErrors) {
  const Axis axis = Axis::linear({0.5, 0.5 + 1e-15}, 6, 0.02);
  EXPECT_LT(axis.low(), 0.495);
  EXPECT_GT(axis.high(), 0.505);
  EXPECT_NEAR(axis.place(0.5), axis.place(0.5 + 1e-15), 1e-9);
  const Axis zero = Axis::linear({0, 0}, 6);
  EXPECT_LT(zero.low(), zero.high());
}

TEST(Axis, SurvivesTheLargestAndTheSmallestNumbers) {
  for (const ValueRange range :
       {ValueRange{-1.7e308, 1.7e308}, {0, 5e-324}, {1e308, 1.0001e308}, {-1e-310, 1e-310}, {1e15, 1e15 + 1}}) {
    for (const Axis& axis : {Axis::linear(range, 6), Axis::linear_exact(range, 6)}) {
      EXPECT_LE(axis.ticks().size(), 16u) << range.low;
      EXPECT_GE(axis.place(range.high), 0) << range.high;
      EXPECT_LE(axis.place(range.high), 1) << range.high;
    }
  }
  EXPECT_LE(Axis::symmetric({-1e308, 1e308}, 1e-300, 6).ticks().size(), 16u);
}

TEST(Axis, ValuesOverManyDecadesAreReadOnALogarithm) {
  EXPECT_EQ(readable_scale({}, false).scale, AxisScale::linear);
  EXPECT_EQ(readable_scale({0, 0}, false).scale, AxisScale::linear);
  EXPECT_EQ(readable_scale({5, 90, 100, 0}, false).scale, AxisScale::linear);
  EXPECT_EQ(readable_scale({100, 100, 1e4, 1e20}, false).scale, AxisScale::logarithmic);
  EXPECT_EQ(readable_scale({100, 100, 1e4, 1e20}, true).scale, AxisScale::symmetric);
  EXPECT_EQ(readable_scale({150, 1e4, 1e20}, true).bend, 100);
  std::vector<double> at_once(100, 1e8);
  at_once[0] = 107;
  EXPECT_EQ(readable_scale(at_once, false).scale, AxisScale::logarithmic) << "the start is seen beside what a method made of it";
  EXPECT_EQ(readable_scale(at_once, false, 1000).scale, AxisScale::linear) << "unless it is as good as zero";
}

}  // namespace lilyan::test
