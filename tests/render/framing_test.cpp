#include "shapes.hpp"

#include <lilyan/core/error.hpp>
#include <lilyan/render/camera.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace lilyan::render {
namespace {

struct Window {
  double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
};

// Of all points of a skin, in fractions of the picture.
Window window_of(const Skin& skin, const Camera& camera, int width, int height) {
  const Projection projection(camera, width, height);
  Window window;
  for (Index i = 0; i < skin.vertices(); ++i) {
    const Vec3 seen = projection(vertex(skin.x, i));
    EXPECT_GT(seen[2], 0);
    const double x = seen[0] / seen[2] / width, y = seen[1] / seen[2] / height;
    window = {std::min(window.left, x), std::max(window.right, x), std::min(window.top, y), std::max(window.bottom, y)};
  }
  return window;
}

TEST(AFittedCamera, HoldsEveryVertexInItsWindowAndStandsAsNearAsItCan) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int trial = 0; trial < 50; ++trial) {
    Skin skin = test::cube({3 * number(random), number(random), number(random)}, 1 + std::abs(number(random)));
    for (double& value : skin.x) value *= 1 + 0.3 * number(random);
    const ViewDirection direction{180 * number(random), 89 * number(random)};
    const Margins margins{0.05 + 0.1 * std::abs(number(random)), 0.2, 0.1, 0.06};
    const int width = trial % 2 ? 1280 : 500, height = 700;
    const Camera camera = fit_camera({skin}, width, height, direction, 20 + 40 * std::abs(number(random)), margins);
    const Window window = window_of(skin, camera, width, height);
    constexpr double kRounding = 1e-9;
    EXPECT_GE(window.left, margins.left - kRounding);
    EXPECT_LE(window.right, 1 - margins.right + kRounding);
    EXPECT_GE(window.top, margins.top - kRounding);
    EXPECT_LE(window.bottom, 1 - margins.bottom + kRounding);
    const bool fills_width = window.left < margins.left + 1e-6 && window.right > 1 - margins.right - 1e-6;
    const bool fills_height = window.top < margins.top + 1e-6 && window.bottom > 1 - margins.bottom - 1e-6;
    EXPECT_TRUE(fills_width || fills_height) << trial;
  }
}

TEST(AFittedCamera, HoldsAllFramesOfAFilm) {
  Framing framing(640, 360);
  std::vector<Skin> frames;
  for (int k = 0; k < 10; ++k) framing.add(frames.emplace_back(test::cube({0.7 * k, 0.3 * k * k, -1.0 * k})));
  for (const Skin& frame : frames) {
    const Window window = window_of(frame, framing.camera(), 640, 360);
    EXPECT_TRUE(window.left > 0 && window.right < 1 && window.top > 0 && window.bottom < 1);
  }
  EXPECT_NEAR(framing.lowest()[1], -0.5, 1e-12);
  EXPECT_NEAR(framing.highest()[0], 6.8, 1e-12);
}

TEST(AFittedCamera, LooksFromTheSideThatWasAskedFor) {
  const Skin skin = test::cube();
  const auto from = [&](double azimuth, double elevation) {
    return Vec3(fit_camera({skin}, 100, 100, {azimuth, elevation}).from.normalized());
  };
  EXPECT_LT((from(0, 0) - Vec3::UnitZ()).norm(), 1e-9);
  EXPECT_LT((from(90, 0) - Vec3::UnitX()).norm(), 1e-9);
  EXPECT_LT((from(33, 90) - Vec3::UnitY()).norm(), 1e-9) << "straight from above";
}

TEST(AFittedCamera, ExistsForPointsLinesAndNothing) {
  Framing framing(200, 100);
  EXPECT_TRUE(framing.empty());
  EXPECT_NO_THROW(check_camera(framing.camera()));
  framing.add(Vec3(1e6, 5, 5));
  framing.add(Vec3(std::nan(""), 0, 0));
  EXPECT_NO_THROW(check_camera(framing.camera()));
  EXPECT_FALSE(framing.empty());
  EXPECT_EQ(framing.highest()[0], 1e6);
}

TEST(ACamera, ThatCannotBeIsAnError) {
  EXPECT_NO_THROW(check_camera({}));
  EXPECT_THROW(check_camera({{0, 0, 0}, {0, 0, 0}}), InputError);
  EXPECT_THROW(check_camera({{0, 5, 0}, {0, 0, 0}}), InputError);
  EXPECT_THROW(check_camera({{0, 0, std::nan("")}, {0, 0, 0}}), InputError);
  EXPECT_THROW(check_camera({{0, 0, 1}, {0, 0, 0}, {0, 1, 0}, 180}), InputError);
}

TEST(AProjection, HasItsTargetInTheMiddleAndRaysThroughItsPoints) {
  const Camera camera{{3, 2, 5}, {0, 1, 0}, {0, 1, 0}, 40};
  const Projection projection(camera, 300, 200);
  const Vec3 target = projection(camera.to);
  EXPECT_NEAR(target[0] / target[2], 150, 1e-9);
  EXPECT_NEAR(target[1] / target[2], 100, 1e-9);
  const Vec3 point(0.4, 1.3, -0.2), seen = projection(point);
  const Vec3 again = projection.eye() + seen[2] * projection.ray(seen[0] / seen[2], seen[1] / seen[2]);
  EXPECT_LT((again - point).norm(), 1e-12);
  EXPECT_LT(projection(camera.to + Vec3(0, 0.1, 0))[1] / seen[2], target[1] / target[2]) << "up is up";
}

}  // namespace
}  // namespace lilyan::render
