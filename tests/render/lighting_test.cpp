#include "shapes.hpp"

#include <lilyan/render/lighting.hpp>

#include <gtest/gtest.h>

namespace lilyan::render {
namespace {

struct LitBody {
  std::vector<Eigen::Vector3f> points;
  std::vector<Triangle> triangles;

  explicit LitBody(const Skin& skin) : triangles(skin.triangles) {
    for (Index i = 0; i < skin.vertices(); ++i) points.push_back(vertex(skin.x, i).cast<float>());
  }
  Lighting lighting(Shadows shadows = Shadows::fine) const {
    return Lighting(CameraAxes(Camera{{0, 0.5, 5}, {0, 0, 0}}), Vec3::UnitY(), 720, points, triangles, shadows);
  }
};

const Eigen::Vector3f kUpwards(0, 1, 0);

Light light_at(const Lighting& lighting, const Eigen::Vector3f& point, const Eigen::Vector3f& normal) {
  return lighting.at({&point, 1}, {&normal, 1}).front();
}

TEST(ADepthMap, HidesWhatLiesBehindAndNothingElse) {
  const LitBody body(test::cube(Vec3::Zero(), 0.5));
  const Vec3 towards = Vec3(1, 2, 2) / 3;
  const DepthMap map(towards, 256, body.points, body.triangles);
  const Eigen::Vector3f light = towards.cast<float>();
  EXPECT_EQ(map.visibility(Eigen::Vector3f(-0.6f * light)), 0);
  EXPECT_EQ(map.visibility(Eigen::Vector3f(0.6f * light)), 1);
  EXPECT_EQ(map.visibility(Eigen::Vector3f(-0.9f * light + Eigen::Vector3f(0, 0.7f, -0.7f))), 1) << "beside the cube";
  EXPECT_EQ(map.visibility({100, 100, 100}), 1) << "outside the map";
  EXPECT_EQ(map.visibility({std::nanf(""), 0, 0}), 1);
}

TEST(ADepthMap, HasTheAreaOfTheShadow) {
  // Seen along z, the cube of side 1/2 covers a sixteenth of the square around the ball.
  const LitBody body(test::cube(Vec3::Zero(), 0.5));
  const DepthMap map(Vec3::UnitZ(), 512, body.points, body.triangles);
  double hidden = 0;
  constexpr int kSteps = 400;
  for (int i = 0; i < kSteps; ++i)
    for (int j = 0; j < kSteps; ++j)
      hidden += 1 - map.visibility({(2 * i + 1.0f) / kSteps - 1, (2 * j + 1.0f) / kSteps - 1, -0.8f});
  EXPECT_NEAR(hidden / (kSteps * kSteps), 1 / 16.0, 0.001);
}

TEST(LightOnASurface, IsTheSameOfFewerSources) {
  const LitBody body(test::cube({0, 0.2, 0}, 0.6));
  const Lighting fine = body.lighting(), coarse = body.lighting(Shadows::coarse);
  for (const Eigen::Vector3f& normal : {kUpwards, Eigen::Vector3f(0, 0, 1), Eigen::Vector3f(-0.6f, 0.8f, 0)}) {
    EXPECT_LT((fine.open(normal).diffuse - coarse.open(normal).diffuse).abs().maxCoeff(), 0.02f);
    const Eigen::Vector3f below(0.1f, -0.3f, 0.2f);  // half in the cube's shadow
    EXPECT_NEAR(light_at(fine, below, normal).sky, light_at(coarse, below, normal).sky, 0.08);
  }
}

TEST(LightOnASurface, IsWholeInTheOpenAndFadesUnderABody) {
  const Lighting lighting = LitBody(test::cube({0, 0.2, 0}, 0.6)).lighting();
  const Color open = lighting.open(kUpwards).diffuse;
  EXPECT_LT((light_at(lighting, {0.95f, 5, 0}, kUpwards).diffuse - open).abs().maxCoeff(), 1e-6);
  const Light under = light_at(lighting, {0, -0.15f, 0}, kUpwards);
  EXPECT_EQ(under.key, 0);
  EXPECT_LT(under.sky, 0.25);
  EXPECT_LT(under.diffuse.maxCoeff(), 0.2f * open.maxCoeff());
  EXPECT_GT(open.minCoeff(), 0.6) << "a white surface in the open is bright";
}

TEST(LightOnASurface, NeverShadesAConvexBodyByItself) {
  const Skin skin = test::ball(40);
  const Lighting lighting = LitBody(skin).lighting();
  for (Index i = 0; i < skin.vertices(); i += 7) {
    const Eigen::Vector3f p = vertex(skin.x, i).cast<float>();
    const Light lit = light_at(lighting, p, p), open = lighting.open(p);
    EXPECT_GT(lit.diffuse.sum(), 0.93f * open.diffuse.sum()) << p.transpose();
  }
}

TEST(TheGroundsShadow, LiesUnderTheBodyAndAwayFromTheLight) {
  const Lighting lighting = LitBody(test::cube(Vec3::Zero(), 0.8)).lighting();
  const GroundShadow shadow(lighting, -0.9);
  const Eigen::Vector3f key = lighting.key_direction();
  EXPECT_LT(shadow.at(0, 0).maxCoeff(), 0.8);
  const double aside = -0.9 / key[1];
  EXPECT_LT(shadow.at(aside * key[0], aside * key[2]).maxCoeff(), 0.55) << "where the key light is hidden";
  EXPECT_GT(shadow.at(-1.6 * aside * key[0], -1.6 * aside * key[2]).minCoeff(), 0.9) << "on the light's side";
  EXPECT_TRUE((shadow.at(50, 0) == 1).all());
}

TEST(TheGroundsShadow, OfNothingIsNothing) {
  const GroundShadow shadow(Lighting(CameraAxes(Camera{}), Vec3::UnitY(), 720, {}, {}), -1);
  EXPECT_LT((shadow.at(0.1, 0.2) - 1).abs().maxCoeff(), 1e-6);
}

}  // namespace
}  // namespace lilyan::render
