// Obstacles in pictures: what is drawn of them, and what they may do to the camera.
#include "shapes.hpp"

#include <lilyan/render/picture.hpp>
#include <lilyan/render/scenery.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace lilyan::render {
namespace {

PictureSettings scenery_settings() {
  PictureSettings settings;
  settings.width = 160;
  settings.height = 120;
  return settings;
}

int difference(const Pixel& a, const Pixel& b) {
  int most = 0;
  for (std::size_t c = 0; c < 3; ++c) most = std::max(most, std::abs(a[c] - b[c]));
  return most;
}

// How far a pixel is from grey.
int chroma(const Pixel& p) { return std::max({p[0], p[1], p[2]}) - std::min({p[0], p[1], p[2]}); }

Camera camera_of(const std::vector<Skin>& bodies, const Scenery& scenery) {
  Framing framing(160, 120);
  add_to(framing, bodies, scenery);
  return framing.camera();
}

double distance(const Camera& camera) { return (camera.from - camera.to).norm(); }

TEST(Obstacles, AreDrawnWhereTheyAreAndNowhereElse) {
  PictureSettings settings = scenery_settings();
  const std::vector<Skin> body = {test::cube({-1, 0, 0})}, obstacle = {test::cube({1, 0, 0})};
  settings.camera = camera_of({body.front(), obstacle.front()}, {});
  const Image without = render_picture(body, settings), with = render_picture(body, settings, obstacle);
  EXPECT_GT(difference(with.at(115, 60), without.at(115, 60)), 20);
  EXPECT_EQ(difference(with.at(2, 2), without.at(2, 2)), 0);
  EXPECT_LT(chroma(with.at(115, 60)), 25) << "grey";
  EXPECT_GT(chroma(with.at(45, 60)), 40) << "blue";
}

TEST(Obstacles, KeepTheirColourWhateverFieldIsShown) {
  PictureSettings settings = scenery_settings();
  Skin body = test::cube({-1, 0, 0}), obstacle = test::cube({1, 0, 0});
  for (Skin* skin : {&body, &obstacle}) test::add_field(*skin, "heat", [](const Vec3& p) { return p[1]; });
  settings.camera = camera_of({body, obstacle}, {});
  settings.field = "heat";
  const Image image = render_picture({body}, settings, {obstacle});
  EXPECT_LT(chroma(image.at(115, 60)), 25);
  EXPECT_GT(chroma(image.at(45, 60)), 40);
  Skin hot = obstacle;
  hot.fields.front().values.assign(hot.fields.front().values.size(), 1e9);
  EXPECT_EQ(render_picture({body}, settings, {hot}).pixels, image.pixels) << "their fields change no scale";
}

TEST(Obstacles, ThrowShadowsAlsoWhereTheyReachFarBeyondTheBodies) {
  PictureSettings settings = scenery_settings();
  const std::vector<Skin> body = {test::ball(20)};
  settings.camera = camera_of(body, {});
  Skin roof = test::cube({0, 30, 0}, 40);
  const Image open = render_picture(body, settings), below = render_picture(body, settings, {roof});
  EXPECT_LT(below.at(80, 40)[2], open.at(80, 40)[2] - 40);
}

TEST(TheCamera, StandsWhereTheBodiesWantItWhateverHugeObstacleThereIs) {
  const std::vector<Skin> body = {test::cube()};
  const Camera plain = camera_of(body, {});
  const Camera huge = camera_of(body, {{test::cube({0, -50.5, 0}, 100, 8)}, {}});
  EXPECT_EQ(huge.from, plain.from);
  const Camera far = camera_of(body, {{test::cube({30, 0, 0})}, {}});
  EXPECT_EQ(far.from, plain.from);
  const Camera planes = camera_of(body, {{}, {{Vec3(0, -100, 0), Vec3::UnitY()}, {Vec3(0, -0.6, 0), Vec3(0.6, 0.8, 0)}}});
  EXPECT_EQ(planes.from, plain.from);
}

TEST(TheCamera, ShowsObstaclesThatAreNear) {
  const std::vector<Skin> body = {test::cube()};
  const Scenery press = {{test::cube({0, 0.8, 0}, 0.5), test::cube({0, -0.8, 0}, 0.5)}, {}};
  EXPECT_GT(distance(camera_of(body, press)), 1.2 * distance(camera_of(body, {})));
  const Scenery ground = {{}, {{Vec3(5, -1, 3), Vec3::UnitY()}}};
  EXPECT_GT(distance(camera_of(body, ground)), 1.05 * distance(camera_of(body, {}))) << "half a body below it";
}

TEST(ALevelPlane, IsTheGround) {
  EXPECT_FALSE(level_ground({}));
  EXPECT_FALSE(level_ground({{Vec3::Zero(), Vec3(0.1, 1, 0).normalized()}})) << "tilted by six degrees";
  EXPECT_FALSE(level_ground({{Vec3::Zero(), -Vec3::UnitY()}})) << "a ceiling";
  EXPECT_EQ(level_ground({{Vec3(7, 2, 0), Vec3::UnitY()}, {Vec3(1, -3, 0), Vec3(0.01, 1, 0).normalized()}}), -3.0);
}

TEST(ATiltedPlane, IsASquareBelowTheBodies) {
  Framing framing(160, 120);
  const std::vector<Skin> body = {test::cube({3, 5, 0})};
  const Vec3 normal = Vec3(-1, 2, 0.5).normalized();
  const Scenery slope = {{}, {{Vec3(0, 1, 0), normal}, {Vec3(0, -90, 0), Vec3::UnitY()}}};
  add_to(framing, body, slope);
  const std::vector<Skin> drawn = drawn_obstacles(slope, body, framing, framing.camera());
  ASSERT_EQ(drawn.size(), 1u) << "and the ground is none";
  const Skin& square = drawn.front();
  const double width = 3 * std::sqrt(3.0);
  for (Index i = 0; i < 4; ++i) {
    EXPECT_NEAR(normal.dot(vertex(square.x, i) - Vec3(0, 1, 0)), 0, 1e-12);
    EXPECT_NEAR((vertex(square.x, i) - vertex(square.x, (i + 1) % 4)).norm(), width, 1e-12);
  }
  const Vec3 middle = (vertex(square.x, 0) + vertex(square.x, 2)) / 2;
  EXPECT_NEAR((middle - Vec3(3, 5, 0)).cross(normal).norm(), 0, 1e-12);
  for (const Triangle& t : square.triangles) {
    const Vec3 a = vertex(square.x, t[0]), b = vertex(square.x, t[1]), c = vertex(square.x, t[2]);
    EXPECT_GT((b - a).cross(c - a).dot(normal), 0);
  }
}

TEST(TheGround, HidesWhatLiesBelowIt) {
  Framing framing(160, 120);
  framing.add(test::cube());
  const Plane floor = {Vec3(0, -0.5, 0), Vec3::UnitY()}, back = {Vec3(0, 0, -0.6), Vec3::UnitZ()};
  EXPECT_TRUE(drawn_obstacles({{}, {floor}}, {}, framing, framing.camera()).empty()) << "a shadow shows it";
  EXPECT_EQ(drawn_obstacles({{}, {floor, back}}, {}, framing, framing.camera()).size(), 2u);
  EXPECT_EQ(drawn_obstacles({{test::cube({1, -0.5, 0})}, {floor}}, {}, framing, framing.camera()).size(), 2u) << "half buried";
  EXPECT_EQ(drawn_obstacles({{test::cube({1, 0.1, 0})}, {floor}}, {}, framing, framing.camera()).size(), 1u);
}

TEST(ATiltedPlane, IsNotDrawnFromBehindWhereItWouldHideTheBodies) {
  Framing framing(160, 120);
  const std::vector<Skin> body = {test::cube()};
  framing.add(body.front());
  const Scenery wall = {{}, {{Vec3(0, 0, 0.6), -Vec3::UnitZ()}}}, back = {{}, {{Vec3(0, 0, -0.6), Vec3::UnitZ()}}};
  EXPECT_TRUE(drawn_obstacles(wall, body, framing, framing.camera()).empty());
  EXPECT_EQ(drawn_obstacles(back, body, framing, framing.camera()).size(), 1u);
}

TEST(Obstacles, ThatHoldTheBodiesAreOpenTowardsTheCamera) {
  PictureSettings settings = scenery_settings();
  const std::vector<Skin> body = {test::ball(20)};
  const Scenery drum = {{test::cube(Vec3::Zero(), 2.4, 1)}, {}}, table = {{test::cube({0, -2.2, 0}, 2.4, 1)}, {}};
  Framing framing(160, 120);
  add_to(framing, body, drum);
  settings.camera = framing.camera();
  const std::vector<Skin> open = drawn_obstacles(drum, body, framing, *settings.camera);
  EXPECT_EQ(open.front().triangles.size(), 6u) << "three sides of the cube are seen from inside";
  EXPECT_GT(chroma(render_picture(body, settings, open).at(80, 60)), 40) << "blue";
  EXPECT_LT(chroma(render_picture(body, settings, drum.obstacles).at(80, 60)), 25) << "grey";
  EXPECT_EQ(drawn_obstacles(table, body, framing, *settings.camera).front().triangles.size(), 12u);
}

TEST(Obstacles, WithoutANumberOrATriangleChangeNothing) {
  PictureSettings settings = scenery_settings();
  const std::vector<Skin> body = {test::cube()};
  Skin broken = test::cube({1, 0, 0});
  broken.x.setConstant(std::nan(""));
  EXPECT_EQ(render_picture(body, settings, {broken, Skin{}}).pixels, render_picture(body, settings).pixels);
}

}  // namespace
}  // namespace lilyan::render
