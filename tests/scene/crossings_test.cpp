// Scenes with contact, looked at after every step: no edge of a surface goes through a triangle of one, by exact arithmetic.
#include <lilyan/scene/load.hpp>

#include <Eigen/Geometry>

#include <gtest/gtest.h>

#include <tests/scene/surfaces_of_scene.hpp>
#include <tests/support/crossings.hpp>

#include <cmath>
#include <filesystem>
#include <string>

namespace lilyan::test {
namespace {

const std::filesystem::path kScenes = LILYAN_SCENES;

TEST(Crossings, AreFoundHoweverShallow) {
  const std::array<Vec3, 3> triangle = {Vec3(0, 0, 0), Vec3(1, 0, 0.1), Vec3(0, 1, 0.3)};
  const Vec3 inside = 0.4 * triangle[0] + 0.3 * triangle[1] + 0.3 * triangle[2];
  const Vec3 normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).normalized();
  for (const double depth : {1e-3, 1e-6, 1e-12, 1e-15}) {
    EXPECT_TRUE(goes_through(inside + normal, inside - depth * normal, triangle)) << depth;
    EXPECT_FALSE(goes_through(inside + normal, inside + depth * normal, triangle)) << depth;
  }
  // In one plane: beside each other, and one over the other.
  const std::array<Vec3, 3> flat = {Vec3(0, 1, 0), Vec3(1, 1, 0), Vec3(0, 1, 1)};
  EXPECT_FALSE(goes_through(Vec3(-0.5, 1, -0.1), Vec3(1.5, 1, -0.1), flat));
  EXPECT_FALSE(goes_through(Vec3(0.8, 1, 0.8), Vec3(0.6, 1, 0.6), flat));
  EXPECT_TRUE(goes_through(Vec3(0.8, 1, 0.8), Vec3(0.4, 1, 0.4), flat));
  EXPECT_TRUE(goes_through(Vec3(0.2, 1, 0.2), Vec3(0.3, 1, 0.3), flat));
  Vector x(15);
  x << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0.25, 0.25, 1, 0.25, 0.25, -1e-12;
  EXPECT_EQ(count_crossings(x, {{3, 4}}, {{0, 1, 2}}), 1);
  x[14] = 1e-12;
  EXPECT_EQ(count_crossings(x, {{3, 4}}, {{0, 1, 2}}), 0);
}

struct Case {
  std::string name;
  std::filesystem::path file;
  int steps;
  double energy;  // error over the scale of the run, at most
};

class ScenesWithContact : public testing::TestWithParam<Case> {};

TEST_P(ScenesWithContact, LetNothingThroughInAnyStep) {
  const Case& given = GetParam();
  Scene scene = load_scene(given.file.is_absolute() ? given.file : kScenes / given.file);
  Simulation& moving = scene.simulation;
  moving.settings().steps = given.steps;
  const SurfacesOfScene surfaces(scene);
  Drift drift;
  drift.see(moving.ledger());
  ASSERT_EQ(surfaces.crossings(moving), 0);
  while (!moving.is_finished()) {
    const auto step = moving.step();
    ASSERT_TRUE(step) << "after " << moving.steps_done() << " steps: " << step.failure().failure.reason;
    ASSERT_EQ(surfaces.crossings(moving), 0) << "after step " << moving.steps_done();
    drift.see(moving.ledger());
  }
  EXPECT_EQ(moving.steps_done(), given.steps);
  EXPECT_LT(drift.energy(), given.energy);
}

#ifdef LILYAN_LONG_CROSSINGS
INSTANTIATE_TEST_SUITE_P(LongCrossings, ScenesWithContact,
                         testing::Values(Case{"folding_strip", "folding_strip.json", 500, 1e-8},
                                         Case{"cloth_on_sphere", "cloth_on_sphere.json", 500, 1e-8},
                                         Case{"bent_bar", LILYAN_TEST_SCENES "/bent_bar.json", 500, 1e-8},
                                         Case{"bowl_of_jelly", "large/bowl_of_jelly.json", 500, 1e-8}),
                         [](const auto& test) { return test.param.name; });
#else
INSTANTIATE_TEST_SUITE_P(Crossings, ScenesWithContact,
                         testing::Values(Case{"folding_strip", "folding_strip.json", 30, 1e-9},
                                         Case{"colliding_balls", "colliding_balls.json", 60, 1e-9},
                                         Case{"cloth_on_sphere", "cloth_on_sphere.json", 40, 1e-9}),
                         [](const auto& test) { return test.param.name; });
#endif

}  // namespace
}  // namespace lilyan::test
