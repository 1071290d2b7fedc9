// The barrier of a gap: its derivatives, and the mean force that does exactly the work of its energy.
#include <lilyan/energy/contact/gap_energy.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace lilyan::barriers {
namespace {

constexpr Barrier kBarrier{2e4, 1e-3};

// Gaps from deep inside the barrier to far outside.
std::vector<double> gaps() {
  std::vector<double> gaps;
  for (const double of_distance : {0.02, 0.1, 0.3, 0.7, 0.94, 0.96, 0.999, 1.0, 1.001, 1.3, 4.0, 50.0})
    gaps.push_back(of_distance * kBarrier.distance);
  return gaps;
}

TEST(Barrier, HasTheDerivativesItSays) {
  for (const double d : gaps()) {
    if (d == kBarrier.distance) continue;
    const double e = 1e-6 * d;
    const double scale = kBarrier.stiffness * kBarrier.distance;
    EXPECT_NEAR((kBarrier.energy(d + e) - kBarrier.energy(d - e)) / (2 * e), kBarrier.slope(d),
                1e-8 * std::abs(kBarrier.slope(d)) + 1e-9 * scale);
    EXPECT_NEAR((kBarrier.slope(d + e) - kBarrier.slope(d - e)) / (2 * e), kBarrier.curvature(d),
                1e-8 * std::abs(kBarrier.curvature(d)) + 1e-9 * kBarrier.stiffness);
  }
}

TEST(Barrier, IsAStiffnessWhereContactBegins) {
  const double just_inside = kBarrier.distance * (1 - 1e-9);
  EXPECT_NEAR(kBarrier.curvature(just_inside), kBarrier.stiffness, 1e-7 * kBarrier.stiffness);
  EXPECT_EQ(kBarrier.energy(kBarrier.distance), 0);
  EXPECT_EQ(kBarrier.slope(kBarrier.distance), 0);
  EXPECT_EQ(kBarrier.energy(0), INFINITY);
  EXPECT_EQ(kBarrier.energy(-1), INFINITY);
  EXPECT_EQ(kBarrier.mean(kBarrier.distance, -1e-5).energy, INFINITY);
}

TEST(Barrier, IsPassedWhereRoundingIsAllThatIsLeftOfTheGap) {
  const double D = kBarrier.distance;
  for (const double d : {1e-19, 1e-12 * D, 0.99e-6 * D}) {
    EXPECT_EQ(kBarrier.energy(d), INFINITY) << d;
    for (const double d_0 : {0.5 * D, D, 30 * D}) EXPECT_EQ(kBarrier.mean(d_0, d).energy, INFINITY) << d_0 << ' ' << d;
  }
  for (const double d : {1.01e-6 * D, 1e-3 * D}) {
    EXPECT_TRUE(std::isfinite(kBarrier.energy(d))) << d;
    for (const double d_0 : {0.5 * D, D, 30 * D}) EXPECT_TRUE(std::isfinite(kBarrier.mean(d_0, d).energy)) << d_0 << ' ' << d;
  }
}

TEST(Barrier, StoresTheEnergyOfAFallInAGapThatNumbersCanTell) {
  const double E = 3, D = kBarrier.distance, k = kBarrier.stiffness;
  EXPECT_NEAR(kBarrier.energy(D / (1 + std::sqrt(2 * E / (k * D * D)))), E, 1e-12);
}

TEST(BarrierMean, DoesTheWorkOfTheEnergy) {
  for (const double d_0 : gaps())
    for (const double d : gaps()) {
      const double change = kBarrier.energy(d) - kBarrier.energy(d_0), size = kBarrier.energy(d) + kBarrier.energy(d_0);
      EXPECT_NEAR(kBarrier.mean(d_0, d).force * (d - d_0), change, 2e-14 * size) << d_0 << ' ' << d;
    }
}

TEST(BarrierMean, IsTheForceWhereTheGapDoesNotChange) {
  for (const double d : gaps()) EXPECT_NEAR(kBarrier.mean(d, d).force, kBarrier.slope(d), 1e-13 * std::abs(kBarrier.slope(d))) << d;
}

TEST(BarrierMean, HasTheDerivativesItSays) {
  for (const double d_0 : gaps())
    for (const double d : gaps()) {
      if (std::abs(d / kBarrier.distance - 1) < 1e-2) continue;  // the slope of the force jumps there
      const double e = 1e-5 * d;
      const GapMean at = kBarrier.mean(d_0, d), after = kBarrier.mean(d_0, d + e), before = kBarrier.mean(d_0, d - e);
      const double force = kBarrier.stiffness * kBarrier.distance;
      EXPECT_NEAR((after.energy - before.energy) / (2 * e), at.force, 1e-5 * std::abs(at.force) + 1e-9 * force) << d_0 << ' ' << d;
      EXPECT_NEAR((after.force - before.force) / (2 * e), at.slope, 1e-6 * std::abs(at.slope) + 1e-9 * kBarrier.stiffness)
          << d_0 << ' ' << d;
      EXPECT_GE(at.slope, 0);
    }
}

TEST(BarrierMean, HasAnEnergyWithoutJumps) {
  for (const double d_0 : gaps())
    for (const double d : {0.95 * kBarrier.distance, kBarrier.distance}) {
      const double below = kBarrier.mean(d_0, d * (1 - 1e-12)).energy, above = kBarrier.mean(d_0, d * (1 + 1e-12)).energy;
      const double size = kBarrier.stiffness * kBarrier.distance * kBarrier.distance + std::abs(kBarrier.energy(d_0));
      EXPECT_NEAR(below, above, 1e-10 * size) << d_0 << ' ' << d;
    }
}

}  // namespace
}  // namespace lilyan::barriers
