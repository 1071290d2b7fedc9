// The penalty of a gap: its derivatives, and the mean force that does exactly the work of its energy.
#include <lilyan/energy/contact/gap_energy.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace lilyan::penalties {
namespace {

constexpr Penalty kPenalty{2e4};
constexpr double kSize = 1e-3;  // of the gaps [m]

// Gaps from deep inside to far outside, some of them so small that the closed forms cancel.
std::vector<double> gaps() {
  std::vector<double> gaps;
  for (const double of_size : {-50.0, -3.0, -1.0, -0.2, -5e-3, -1e-6, 0.0, 1e-6, 4e-3, 0.3, 1.0, 4.0, 60.0})
    gaps.push_back(of_size * kSize);
  return gaps;
}

TEST(Penalty, HasTheDerivativesItSays) {
  for (const double d : gaps()) {
    if (d == 0) continue;
    const double e = 1e-4 * std::abs(d);
    EXPECT_NEAR((kPenalty.energy(d + e) - kPenalty.energy(d - e)) / (2 * e), kPenalty.slope(d), 1e-9 * std::abs(kPenalty.slope(d)));
    EXPECT_NEAR((kPenalty.slope(d + e) - kPenalty.slope(d - e)) / (2 * e), kPenalty.curvature(d), 1e-9 * kPenalty.stiffness);
  }
}

TEST(Penalty, IsNothingOutside) {
  for (const double d : {0.0, 1e-9, 1.0}) {
    EXPECT_EQ(kPenalty.energy(d), 0);
    EXPECT_EQ(kPenalty.slope(d), 0);
    EXPECT_EQ(kPenalty.curvature(d), 0);
  }
}

TEST(PenaltyMean, DoesTheWorkOfTheEnergy) {
  constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();
  for (const double d_0 : gaps())
    for (const double d : gaps()) {
      const double change = kPenalty.energy(d) - kPenalty.energy(d_0), size = kPenalty.energy(d) + kPenalty.energy(d_0);
      EXPECT_NEAR(kPenalty.mean(d_0, d).force * (d - d_0), change, kRounding * size) << d_0 << ' ' << d;
    }
}

TEST(PenaltyMean, IsTheForceWhereTheGapDoesNotChange) {
  for (const double d : gaps()) {
    EXPECT_EQ(kPenalty.mean(d, d).force, kPenalty.slope(d)) << d;
    EXPECT_EQ(kPenalty.mean(d, d).energy, 0) << d;
  }
}

TEST(PenaltyMean, HasTheDerivativesItSays) {
  for (const double d_0 : gaps())
    for (const double d : gaps()) {
      if (d == 0) continue;  // the slope of the force jumps there if the chord begins inside
      const double e = 1e-4 * std::abs(d);
      const GapMean at = kPenalty.mean(d_0, d), after = kPenalty.mean(d_0, d + e), before = kPenalty.mean(d_0, d - e);
      const double rounding = 1e-15 * (std::abs(after.energy) + std::abs(before.energy)) / e;
      EXPECT_NEAR((after.energy - before.energy) / (2 * e), at.force, 1e-7 * std::abs(at.force) + rounding) << d_0 << ' ' << d;
      EXPECT_NEAR((after.force - before.force) / (2 * e), at.slope, 1e-7 * at.slope + 1e-15 * std::abs(at.force) / e)
          << d_0 << ' ' << d;
      EXPECT_GE(at.slope, 0);
    }
}

TEST(PenaltyMean, HasNoJumps) {
  for (const double d_0 : gaps()) {
    // At the surface, and where a short form takes over from the closed one.
    for (const double d : {0.0, -1e-2 * d_0}) {
      const double e = 1e-12 * kSize;
      const GapMean below = kPenalty.mean(d_0, d - e), above = kPenalty.mean(d_0, d + e);
      const double force = kPenalty.stiffness * (std::abs(d_0) + e);
      EXPECT_NEAR(below.energy, above.energy, 3 * force * e + 1e-15 * force * std::abs(d_0)) << d_0 << ' ' << d;
      EXPECT_NEAR(below.force, above.force, 3 * kPenalty.stiffness * e + 1e-15 * force) << d_0 << ' ' << d;
    }
  }
}

TEST(PenaltyMean, IsFiniteForTheSmallestGaps) {
  for (const double d_0 : {1e-170, -1e-170, 5e-324, -5e-324})
    for (const double d : {-1.0, 1.0, -1e-300, 1e-300}) {
      const GapMean mean = kPenalty.mean(d_0, d);
      EXPECT_TRUE(std::isfinite(mean.energy) && std::isfinite(mean.force) && std::isfinite(mean.slope)) << d_0 << ' ' << d;
    }
}

}  // namespace
}  // namespace lilyan::penalties
