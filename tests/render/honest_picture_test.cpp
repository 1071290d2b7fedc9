// What a picture says must be so: which end of the legend is high, which colour means more, where the shadow lies.
#include "shapes.hpp"

#include <lilyan/render/color.hpp>
#include <lilyan/render/lighting.hpp>
#include <lilyan/render/picture_text.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <cmath>

namespace lilyan::render::honest_picture {
namespace {

constexpr int kWidth = 400, kHeight = 300;

Image white() { return {kWidth, kHeight, std::vector<Pixel>(kWidth * kHeight, Pixel{255, 255, 255, 255})}; }

Image legend_of(const FieldScale& scale, const Beyond& beyond = {}) {
  Image image = white();
  draw_legend(image, scale, beyond);
  return image;
}

bool is_near(const Pixel& pixel, const Color& color) {
  for (std::size_t c = 0; c < 3; ++c)
    if (std::abs(pixel[c] - to_byte(color[static_cast<Eigen::Index>(c)])) > 3) return false;
  return true;
}

// The rows of a picture in which some pixel has the colour; {kHeight, -1} where none has.
std::pair<int, int> rows_with(const Image& image, const Color& color) {
  std::pair<int, int> rows{kHeight, -1};
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x)
      if (is_near(image.at(x, y), color)) rows = {std::min(rows.first, y), std::max(rows.second, y)};
  return rows;
}

TEST(HonestPicture, TheLegendsHighEndIsAbove) {
  for (const char* field : {"von_mises", "J"}) {
    const FieldScale scale(field, {0.5, 1.5});
    const Image image = legend_of(scale);
    const auto high = rows_with(image, map_color(scale.map(), scale.place(1.49))),
               low = rows_with(image, map_color(scale.map(), scale.place(0.51)));
    ASSERT_GE(high.second, 0) << field;
    ASSERT_GE(low.second, 0) << field;
    EXPECT_LT(high.second, kHeight / 2) << field;
    EXPECT_GT(low.first, kHeight / 2) << field;
  }
}

// A range whose only tick is near its low end: its line stands near the bar's foot.
TEST(HonestPicture, TheLegendsNumbersStandAtTheirColours) {
  const auto lines = [](const Range& range) {
    const Image image = legend_of(FieldScale("von_mises", range));
    std::vector<int> rows;
    int bar = 0;  // the bar's right edge: the last column with a colour
    for (int x = 0; x < kWidth; ++x)
      for (int y = 0; y < kHeight; ++y) {
        const Pixel& p = image.at(x, y);
        if (std::max({p[0], p[1], p[2]}) - std::min({p[0], p[1], p[2]}) > 60) bar = std::max(bar, x);
      }
    for (int y = 85; y < 225; ++y)
      if (image.at(bar + 2, y)[0] < 200) rows.push_back(y);
    return rows;
  };
  // 0 to 1.9: ticks at 0, 0.5, 1, 1.5. The highest one leaves a fifth of the bar free above it, the lowest one nothing below.
  const std::vector<int> up = lines({0, 1.9});
  ASSERT_GE(up.size(), 2u);
  EXPECT_GT(up.front() - 90, 216 - up.back() + 10);
  const std::vector<int> down = lines({-1.9, 0});
  ASSERT_GE(down.size(), 2u);
  EXPECT_LT(down.front() - 90, 216 - down.back() - 10);
}

TEST(HonestPicture, TheLegendHasATipAtTheEndThatValuesLieBeyond) {
  const FieldScale scale("von_mises", {0, 1});
  const auto whole = rows_with(legend_of(scale), map_color(scale.map(), 1)),
             above = rows_with(legend_of(scale, {false, true}), map_color(scale.map(), 1)),
             below = rows_with(legend_of(scale, {true, false}), map_color(scale.map(), 0)),
             foot = rows_with(legend_of(scale), map_color(scale.map(), 0));
  EXPECT_LT(above.first, whole.first - 2);
  EXPECT_GT(below.second, foot.second + 2);
}

TEST(HonestPicture, DivergingColoursAreBlueBelowRedAboveAndLightBetween) {
  const auto light = [](const Color& color) { return to_oklab(color).L; };
  for (double t : {0.0, 0.1, 0.3}) {
    const Color low = map_color(ColorMapKind::diverging, t), high = map_color(ColorMapKind::diverging, 1 - t);
    EXPECT_GT(low[2], low[0]) << t << ": blue";
    EXPECT_GT(high[0], high[2]) << t << ": red";
    EXPECT_NEAR(light(low), light(high), 1e-3) << t;
    EXPECT_GT(light(map_color(ColorMapKind::diverging, 0.5)), light(low) + 0.1) << t;
  }
  for (double t = 0; t < 0.95; t += 0.1)
    EXPECT_LT(light(map_color(ColorMapKind::sequential, t)), light(map_color(ColorMapKind::sequential, t + 0.1)));
}

// Two level triangles, one above the other, seen by a light straight above.
TEST(HonestPicture, WhatStandsInTheLightShadesAllThatIsBelow) {
  std::vector<Eigen::Vector3f> points;
  for (const float height : {-0.3f, 0.4f, 0.0f})
    for (const Eigen::Vector3f& corner :
         {Eigen::Vector3f(-0.5, 0, -0.5), Eigen::Vector3f(0.5, 0, -0.5), Eigen::Vector3f(-0.5, 0, 0.5)})
      points.push_back(corner + height * Eigen::Vector3f::UnitY());
  const DepthMap map(Vec3::UnitY(), 128, points, {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}});
  const auto seen = [&](float x, float y, float z) { return map.visibility({x, y, z}); };
  EXPECT_EQ(seen(-0.2f, 0.5f, -0.2f), 1) << "above all";
  for (const float height : {0.3f, 0.1f, -0.1f, -0.5f}) EXPECT_EQ(seen(-0.2f, height, -0.2f), 0) << height;
  EXPECT_EQ(seen(0.3f, -0.5f, 0.3f), 1) << "beyond the long side, though within the box around the triangles";
}

// The light comes over the photographer's left shoulder: shadows fall to the right and away from the camera.
TEST(HonestPicture, TheShadowLiesOnTheSideAwayFromTheLight) {
  const Skin skin = test::cube(Vec3::Zero(), 0.5);
  std::vector<Eigen::Vector3f> points;
  for (Index i = 0; i < skin.vertices(); ++i) points.push_back(Vec3(vertex(skin.x, i)).cast<float>());
  Camera camera;
  camera.from = Vec3(0, 1, 4);
  camera.to = Vec3::Zero();
  const Lighting lighting(CameraAxes(camera), Vec3::UnitY(), 400, points, skin.triangles, Shadows::coarse);
  const GroundShadow shadow(lighting, -0.6);
  const Eigen::Vector3f key = lighting.key_direction();
  ASSERT_LT(key[0], 0) << "from the left";
  ASSERT_GT(key[2], 0) << "from the camera's side";
  const double aside = 0.6 / key[1], x = -aside * key[0], z = -aside * key[2];  // where the middle's shadow falls
  const auto left = [&](double at_x, double at_z) { return shadow.at(at_x, at_z).mean(); };
  EXPECT_LT(left(x, z), 0.75);
  EXPECT_LT(left(x, z), left(x, -z) - 0.1);
  EXPECT_LT(left(x, z), left(-x, z) - 0.1);
  EXPECT_LT(left(x, z), left(-x, -z) - 0.1);
  EXPECT_GT(left(-2, 2), 0.9);
}

// A body high above the ground throws its shadow far aside, and there it is followed.
TEST(HonestPicture, TheShadowIsFollowedFarAside) {
  const Skin skin = test::cube(Vec3::Zero(), 1.1);
  std::vector<Eigen::Vector3f> points;
  for (Index i = 0; i < skin.vertices(); ++i) points.push_back(Vec3(vertex(skin.x, i)).cast<float>());
  Camera camera;
  camera.from = Vec3(0, 1, 4);
  const Lighting lighting(CameraAxes(camera), Vec3::UnitY(), 400, points, skin.triangles, Shadows::coarse);
  const Eigen::Vector3f key = lighting.key_direction();
  const double height = -8, aside = -height / key[1];
  EXPECT_LT(GroundShadow(lighting, height).at(-aside * key[0], -aside * key[2]).mean(), 0.9);
}

}  // namespace
}  // namespace lilyan::render::honest_picture
