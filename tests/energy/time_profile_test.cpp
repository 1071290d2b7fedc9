#include <lilyan/energy/load.hpp>

#include <gtest/gtest.h>

#include <numbers>

namespace lilyan {
namespace {

TEST(TimeProfile, IsOnBetweenItsEndsBothIncludedAndOffElsewhere) {
  const TimeProfile always{}, window{ProfileConstant{}, 0.5, 2};
  EXPECT_EQ(always.at(0), 1);
  EXPECT_EQ(always.at(1e9), 1);
  EXPECT_EQ(window.at(0.4999), 0);
  EXPECT_EQ(window.at(0.5), 1);
  EXPECT_EQ(window.at(2), 1);
  EXPECT_EQ(window.at(2.0001), 0);
}

TEST(TimeProfile, MeetsItsEndsThoughTheTimeOfAStepIsRounded) {
  const double third_step = 3 * 0.1;  // 0.30000000000000004
  EXPECT_EQ((TimeProfile{ProfileConstant{}, 0, 0.3}.at(third_step)), 1);
  EXPECT_EQ((TimeProfile{ProfileConstant{}, third_step, 1}.at(0.3)), 1);
  EXPECT_EQ((TimeProfile{ProfileRamp{}, 0, third_step}.at(0.3)), 1);
}

TEST(TimeProfile, OfARampRisesAndStays) {
  const TimeProfile ramp{ProfileRamp{}, 1, 3};
  EXPECT_EQ(ramp.at(0.5), 0);
  EXPECT_EQ(ramp.at(1), 0);
  EXPECT_DOUBLE_EQ(ramp.at(1.5), 0.25);
  EXPECT_EQ(ramp.at(3), 1);
  EXPECT_EQ(ramp.at(100), 1);
}

TEST(TimeProfile, OfASineCountsItsPhaseFromTheBeginning) {
  const TimeProfile sine{ProfileSine{2, std::numbers::pi / 2}, 1.1, 5};  // not after whole periods from 0
  EXPECT_EQ(sine.at(0.9), 0);
  EXPECT_DOUBLE_EQ(sine.at(1.1), 1);
  EXPECT_NEAR(sine.at(1.225), 0, 1e-14);
  EXPECT_DOUBLE_EQ(sine.at(1.35), -1);
  EXPECT_EQ(sine.at(5.1), 0);
}

TEST(TimeProfile, OfAPulseSwellsAndFades) {
  const TimeProfile pulse{ProfilePulse{}, 1, 3};
  EXPECT_EQ(pulse.at(1), 0);
  EXPECT_DOUBLE_EQ(pulse.at(1.5), std::sqrt(0.5));
  EXPECT_EQ(pulse.at(2), 1);
  EXPECT_NEAR(pulse.at(3), 0, 1e-15);
  EXPECT_EQ(pulse.at(3.5), 0);
}

TEST(TimeProfile, OfATableIsLinearBetweenItsPointsAndHoldsItsEnds) {
  const TimeProfile table{ProfileTable{{1, 2, 4}, {3, -1, 0.5}}};
  EXPECT_EQ(table.at(0), 3);
  EXPECT_EQ(table.at(1), 3);
  EXPECT_DOUBLE_EQ(table.at(1.25), 2);
  EXPECT_EQ(table.at(2), -1);
  EXPECT_DOUBLE_EQ(table.at(3), -0.25);
  EXPECT_EQ(table.at(9), 0.5);
}

}  // namespace
}  // namespace lilyan
