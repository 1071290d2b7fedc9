// Sag and lowest frequencies of a coarse body beside those of the fine one.
#pragma once

#include <cmath>

#include <tests/scene/shipped_bodies.hpp>

namespace lilyan::test {

inline void expect_equal_rest(const ShippedBody& body, const CoarsePair& pair) {
  constexpr Index kFrequencies = 5;
  const Vec3 gravity(0, -9.81, 0);
  const CoarseModel by_means = pair.by(cage_around(pair.body, body.cells), BoxMethod::arithmetic);
  const RestBehaviour fine = pair.fine_rest(gravity, kFrequencies), coarse = pair.coarse_rest(pair.model, gravity, kFrequencies),
                      means = pair.coarse_rest(by_means, gravity, kFrequencies);
  ASSERT_TRUE(fine.sag && coarse.sag && means.sag);

  const double sag = *coarse.sag / *fine.sag, sag_of_means = *means.sag / *fine.sag;
  double worst_of_means = std::max(sag_of_means, 1 / sag_of_means);
  EXPECT_GT(sag, 0.80);
  EXPECT_LT(sag, 1.20);
  std::string text, text_of_means;
  for (Index k = 0; k < kFrequencies; ++k) {
    const double ratio = coarse.frequencies[k] / fine.frequencies[k], of_means = means.frequencies[k] / fine.frequencies[k];
    EXPECT_GT(ratio, 0.80) << k;
    EXPECT_LT(ratio, 1.25) << k;
    worst_of_means = std::max({worst_of_means, of_means, 1 / of_means});
    text += fmt::format(" {:.3f}", ratio);
    text_of_means += fmt::format(" {:.3f}", of_means);
  }
  fmt::print("{}: {} in place of {} cells; sag {:.3f} (arithmetic {:.3f}); frequencies{} (arithmetic{})\n", body.name,
             pair.model.cells.count(), pair.fine.shape.cells, sag, sag_of_means, text, text_of_means);
  if (body.defeats_means) {
    EXPECT_GT(worst_of_means, 2);
  }
}

}  // namespace lilyan::test
