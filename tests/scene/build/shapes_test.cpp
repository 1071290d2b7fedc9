// Round shapes as rest shapes of a scene.
#include <lilyan/core/error.hpp>
#include <lilyan/mesh/skin.hpp>
#include <lilyan/scene/load.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <numbers>

namespace lilyan {
namespace {

using ::testing::HasSubstr;

Scene scene_of_shape(const std::string& mesh) {
  return parse_scene(fmt::format(R"({{"lilyan": 1, "bodies": [{{"mesh": {}, "density": 1,
                       "material": {{"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}}}}],
                       "integrator": {{"type": "avf"}}, "time": {{"step": 0.01, "steps": 1}}}})",
                                 mesh),
                     "shape.json");
}

TEST(SceneShapes, HaveTheVolumeOfTheirFormulas) {
  const double pi = std::numbers::pi;
  const std::pair<const char*, double> shapes[] = {
      {R"({"type": "ball", "radius": 0.5, "size": 0.08})", pi / 6},
      {R"({"type": "cylinder", "radius": 0.5, "length": 2, "size": 0.08, "axis": [1, 1, 0]})", pi / 2},
      {R"({"type": "torus", "radius": 1, "tube_radius": 0.25, "size": 0.05})", pi * pi / 8},
      {R"({"type": "ball", "radius": 1, "size": 0.16, "transform": {"scale": [1, 2, 3]}})", 8 * pi},
  };
  for (const auto& [mesh, volume] : shapes)
    EXPECT_NEAR(scene_of_shape(mesh).simulation.system().mass().sum() / 3 / volume, 1, 0.02) << mesh;
}

TEST(SceneShapes, AreRefusedWithTheirPlaceWhereTheyCannotBe) {
  const std::pair<const char*, const char*> shapes[] = {
      {R"({"type": "torus", "radius": 1, "tube_radius": 1.5, "size": 0.1})", "bodies/0/mesh/tube_radius"},
      {R"({"type": "cylinder", "radius": 1, "length": 1, "size": 0.1, "axis": [0, 0, 0]})", "bodies/0/mesh/axis"},
      {R"({"type": "ball", "radius": 1, "size": 1e-9})", "bodies/0/mesh/size"},
      {R"({"type": "ball", "radius": -1, "size": 0.1})", "bodies/0/mesh/radius"},
      {R"({"type": "ball", "radius": 1, "size": 1e-300})", "bodies/0/mesh/size"},
      {R"({"type": "cylinder", "radius": 1, "size": 0.1})", "bodies/0/mesh"},
  };
  for (const auto& [mesh, place] : shapes) try {
      scene_of_shape(mesh);
      ADD_FAILURE() << "accepted: " << mesh;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(place)) << mesh;
    }
}

}  // namespace
}  // namespace lilyan
