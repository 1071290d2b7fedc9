// Coverage and depth of the rasterizer, against exact areas.
#include <lilyan/render/camera.hpp>
#include <lilyan/render/visibility.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

namespace lilyan::render {
namespace {

constexpr int kWidth = 64, kHeight = 48;

// A place in the picture, in pixels, at a depth.
Vec3 seen_at(double x, double y, double depth) { return {x * depth, y * depth, depth}; }

VisibilityBand draw(const std::vector<Vec3>& corners, const std::vector<Triangle>& triangles) {
  VisibilityBand band(kWidth, 0, kHeight);
  for (const Facet& facet : make_facets(corners, triangles, kWidth, kHeight, 0.01)) band.draw(facet);
  return band;
}

// In pixels, by counting samples of `triangle`.
double covered(const VisibilityBand& band, std::uint32_t triangle) {
  int samples = 0;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x)
      for (std::uint32_t seen : band.at(x, y).triangle) samples += seen == triangle;
  return samples / static_cast<double>(kSamples);
}

TEST(Samples, LieInDifferentColumnsAndRowsOfThePixel) {
  std::set<int> columns, rows;
  for (std::size_t k = 0; k < kSamples; ++k) columns.insert(sample_x(k)), rows.insert(sample_y(k));
  EXPECT_EQ(columns.size(), kSamples);
  EXPECT_EQ(rows.size(), kSamples);
}

TEST(Coverage, IsTheAreaOfTheTriangle) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> across(2, kWidth - 2), along(2, kHeight - 2), depth(1, 9);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Vec3> corners;
    for (int k = 0; k < 3; ++k) corners.push_back(seen_at(across(random), along(random), depth(random)));
    const auto p = [&](int k) { return Eigen::Vector2d(corners[k][0] / corners[k][2], corners[k][1] / corners[k][2]); };
    const Eigen::Vector2d a = p(1) - p(0), b = p(2) - p(0);
    const double area = std::abs(a[0] * b[1] - a[1] * b[0]) / 2;
    const double rim = a.norm() + b.norm() + (p(2) - p(1)).norm();
    // Along the rim each pixel errs by a fraction of a sample, to either side.
    EXPECT_NEAR(covered(draw(corners, {{0, 1, 2}}), 0), area, 0.3 * std::sqrt(rim)) << trial;
  }
}

TEST(Coverage, OfWholePixelsIsExact) {
  const std::vector<Vec3> corners = {seen_at(8, 8, 2), seen_at(24, 8, 3), seen_at(24, 40, 5), seen_at(8, 40, 1)};
  EXPECT_EQ(covered(draw(corners, {{0, 1, 2}, {0, 2, 3}}), 0) + covered(draw(corners, {{0, 1, 2}, {0, 2, 3}}), 1), 16 * 32);
}

TEST(Coverage, LeavesNoGapAndNoOverlapBetweenNeighbours) {
  // A fan around a point, drawn triangle by triangle: every sample within belongs to exactly one.
  std::mt19937 random(11);
  std::uniform_real_distribution<double> nudge(-3, 3);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<Vec3> corners = {seen_at(32 + nudge(random), 24 + nudge(random), 2)};
    constexpr Index kFan = 13;
    std::vector<Triangle> triangles;
    for (Index k = 0; k < kFan; ++k) {
      const double turn = 2 * std::numbers::pi * k / kFan;
      corners.push_back(seen_at(32 + 18 * std::cos(turn) + nudge(random), 24 + 18 * std::sin(turn) + nudge(random), 2));
      triangles.push_back({0, 1 + k, 1 + (k + 1) % kFan});
    }
    double apart = 0;
    for (const Triangle& triangle : triangles) apart += covered(draw(corners, {triangle}), 0);
    double together = 0;
    const VisibilityBand all = draw(corners, triangles);
    for (std::uint32_t t = 0; t < kFan; ++t) together += covered(all, t);
    EXPECT_EQ(apart, together) << "overlap";
    for (std::uint32_t seen : all.at(32, 24).triangle) EXPECT_NE(seen, kNothing) << "gap";
  }
}

TEST(Depth, DecidesWhatIsSeenWhateverIsDrawnFirst) {
  const std::vector<Vec3> corners = {seen_at(0, 0, 2), seen_at(60, 0, 2), seen_at(0, 46, 2),   // in front
                                     seen_at(0, 0, 3), seen_at(60, 0, 3), seen_at(0, 46, 3)};  // behind
  EXPECT_EQ(covered(draw(corners, {{0, 1, 2}, {3, 4, 5}}), 1), 0);
  EXPECT_EQ(covered(draw(corners, {{3, 4, 5}, {0, 1, 2}}), 0), 0);
}

TEST(Depth, OfTrianglesThatPassThroughEachOtherCutsAtTheRightPlace) {
  // One rises from depth 1 (left) to 3 (right), the other stands at 2 depth. In the picture, 1/depth is linear: they meet where
  // 1 - (2/3) s = 1/2, at s = 3/4 of the way.
  const std::vector<Vec3> corners = {seen_at(0, -1000, 1), seen_at(0, 1000, 1), seen_at(64, -1000, 3), seen_at(64, 1000, 3),
                                     seen_at(0, -1000, 2), seen_at(0, 1000, 2), seen_at(64, -1000, 2), seen_at(64, 1000, 2)};
  const VisibilityBand band = draw(corners, {{0, 1, 2}, {1, 3, 2}, {4, 5, 6}, {5, 7, 6}});
  for (int x : {3, 20, 46})
    for (std::uint32_t seen : band.at(x, 20).triangle) EXPECT_LT(seen, 2u) << x;
  for (int x : {49, 60})
    for (std::uint32_t seen : band.at(x, 20).triangle) EXPECT_GE(seen, 2u) << x;
}

TEST(Clipping, KeepsWhatLiesInFrontOfTheCamera) {
  // A floor 1 below the camera that reaches from far ahead to far behind it fills the lower half of the picture.
  const Projection projection(Camera{{0, 0, 0}, {0, 0, -1}}, kWidth, kHeight);
  std::vector<Vec3> corners;
  for (const Vec3& p : {Vec3(-1e6, -1, -1e6), Vec3(1e6, -1, -1e6), Vec3(1e6, -1, 1e6), Vec3(-1e6, -1, 1e6)})
    corners.push_back(projection(p));
  const VisibilityBand band = draw(corners, {{0, 1, 2}, {0, 2, 3}});
  EXPECT_NEAR(covered(band, 0) + covered(band, 1), kWidth * kHeight / 2.0, 2);
}

TEST(Clipping, DropsWhatCannotBeSeen) {
  const double nan = std::nan(""), inf = HUGE_VAL;
  const std::vector<Vec3> corners = {seen_at(1, 1, -1), seen_at(9, 1, -1), seen_at(1, 9, -1),  // behind
                                     Vec3(nan, 1, 1),   Vec3(1, inf, 1),   Vec3(1, 1, 0),     Vec3(1e300, -1e300, 1e-300)};
  EXPECT_TRUE(make_facets(corners, {{0, 1, 2}, {3, 1, 2}, {4, 5, 0}, {5, 5, 5}}, kWidth, kHeight, 0.01).empty());
  make_facets(corners, {{6, 0, 1}, {6, 5, 2}}, kWidth, kHeight, 0.01);  // must only not crash
}

TEST(Bands, HoldTheFacetsThatTouchThemInTheirOrder) {
  const auto bar = [](double top, double bottom) {
    return std::vector<Vec3>{seen_at(1, top, 1), seen_at(9, bottom, 1), seen_at(1, bottom, 1)};
  };
  std::vector<Vec3> corners;
  for (const auto& part : {bar(1, 40), bar(20, 22), bar(33, 47)}) corners.insert(corners.end(), part.begin(), part.end());
  const auto facets = make_facets(corners, {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}}, kWidth, kHeight, 0.01);
  const auto bands = sort_into_bands(facets, kHeight);
  ASSERT_EQ(bands.size(), 3u);
  EXPECT_EQ(bands[0], (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(bands[1], (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(bands[2], (std::vector<std::uint32_t>{0, 2}));
}

}  // namespace
}  // namespace lilyan::render
