// Colours and colour maps: what is promised about how they look is a statement about numbers.
#include <lilyan/render/color.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace lilyan::render {
namespace {

double look_apart(const Color& a, const Color& b) {
  const OkLab p = to_oklab(a), q = to_oklab(b);
  return std::hypot(p.L - q.L, p.a - q.a, p.b - q.b);
}

TEST(Colors, OkLabGoesThereAndBack) {
  for (const Color& color : {Color(1, 1, 1), Color(0.2f, 0.5f, 0.9f), Color(1, 0, 0), Color(0.01f, 0.02f, 0.005f)})
    EXPECT_LT((from_oklab(to_oklab(color)) - color).abs().maxCoeff(), 1e-5);
  const OkLab white = to_oklab(Color::Ones());
  EXPECT_NEAR(white.L, 1, 1e-6);
  EXPECT_NEAR(std::hypot(white.a, white.b), 0, 1e-6);
}

TEST(Colors, EveryByteOfSrgbIsReached) {
  for (int byte = 0; byte < 256; ++byte) EXPECT_EQ(to_byte(static_cast<float>(srgb_decoded(byte / 255.0))), byte);
  EXPECT_NEAR(srgb_encoded(0.2140411), 0.5, 1e-6);  // half the signal is a fifth of the light
}

TEST(Colors, WhatIsOutsideTheScreenIsBroughtToItsEnd) {
  EXPECT_EQ(to_byte(-1), 0);
  EXPECT_EQ(to_byte(1e30f), 255);
  EXPECT_EQ(to_byte(std::numeric_limits<float>::quiet_NaN()), 0);
}

TEST(Colors, BodiesAreEasyToTellApart) {
  for (int k = 0; k < 8; ++k) {
    EXPECT_TRUE((body_color(k) > 0).all() && (body_color(k) < 1).all()) << k;
    for (int other = 0; other < k; ++other) EXPECT_GT(look_apart(body_color(k), body_color(other)), 0.04) << k << " " << other;
    EXPECT_GT(look_apart(body_color(k), body_color(k + 1)), 0.15) << k;
  }
}

TEST(ColorMaps, LieWithinTheScreen) {
  for (const auto kind : {ColorMapKind::sequential, ColorMapKind::diverging})
    for (int k = 0; k <= 1000; ++k) {
      const Color color = map_color(kind, k / 1000.0);
      EXPECT_GE(color.minCoeff(), -1e-4) << k;
      EXPECT_LE(color.maxCoeff(), 1 + 1e-4) << k;
    }
}

TEST(ColorMaps, TheSequentialOneGetsEvenlyLighter) {
  const double rise =
      (to_oklab(map_color(ColorMapKind::sequential, 1)).L - to_oklab(map_color(ColorMapKind::sequential, 0)).L) / 100;
  EXPECT_GT(100 * rise, 0.6);
  for (int k = 0; k < 100; ++k) {
    const double here = to_oklab(map_color(ColorMapKind::sequential, k / 100.0)).L;
    const double next = to_oklab(map_color(ColorMapKind::sequential, (k + 1) / 100.0)).L;
    EXPECT_NEAR(next - here, rise, 0.02 * rise) << k;
  }
}

TEST(ColorMaps, EqualStepsLookEquallyLarge) {
  for (const auto kind : {ColorMapKind::sequential, ColorMapKind::diverging}) {
    double least = 1e9, most = 0;
    for (int k = 0; k < 100; ++k) {
      const double step = look_apart(map_color(kind, k / 100.0), map_color(kind, (k + 1) / 100.0));
      least = std::min(least, step);
      most = std::max(most, step);
    }
    EXPECT_LT(most / least, 1.2);
  }
}

TEST(ColorMaps, TheDivergingOneIsSymmetricAboutAGreyMiddle) {
  const OkLab middle = to_oklab(map_color(ColorMapKind::diverging, 0.5));
  EXPECT_LT(std::hypot(middle.a, middle.b), 1e-6);
  for (double s : {0.1, 0.3, 0.5}) {
    const OkLab low = to_oklab(map_color(ColorMapKind::diverging, 0.5 - s)),
                high = to_oklab(map_color(ColorMapKind::diverging, 0.5 + s));
    EXPECT_NEAR(low.L, high.L, 1e-5);
    EXPECT_LT(low.L, middle.L);
    EXPECT_GT(look_apart(map_color(ColorMapKind::diverging, 0.5 - s), map_color(ColorMapKind::diverging, 0.5 + s)), 0.8 * 0.25 * s);
  }
}

TEST(ColorMaps, TheTableFollowsTheCurveAndStopsAtItsEnds) {
  for (const auto kind : {ColorMapKind::sequential, ColorMapKind::diverging}) {
    const ColorMap map(kind);
    for (int k = 0; k <= 997; ++k) EXPECT_LT(look_apart(map.at(k / 997.0), map_color(kind, k / 997.0)), 1e-3);
    EXPECT_TRUE((map.at(-7) == map.at(0)).all() && (map.at(1e300) == map.at(1)).all());
    const OkLab none = to_oklab(map.at(std::numeric_limits<double>::quiet_NaN()));
    EXPECT_LT(std::hypot(none.a, none.b), 1e-6) << "what is not a number is grey";
  }
}

}  // namespace
}  // namespace lilyan::render
