// Bodies that others made, from the folder in LILYAN_TEST_DATA: gravity on, avf at h = 1/30, 300 steps.
#include <lilyan/output/run.hpp>
#include <lilyan/scene/load.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace lilyan {
namespace {

struct RealBody {
  std::string name, body, pins;  // of the scene, {} for the data folder
};

class RealMesh : public testing::TestWithParam<RealBody> {};

TEST_P(RealMesh, SwingsUnderGravityAndKeepsItsEnergy) {
  const char* data = std::getenv("LILYAN_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "LILYAN_TEST_DATA does not name the folder with the meshes";
  const std::string text = fmt::format(
      R"({{"lilyan": 1, "gravity": [0, -9.81, 0], "bodies": [{}], "pins": [{}],
           "integrator": {{"type": "avf"}}, "time": {{"step": {}, "steps": 300}}, "output": {{"checkpoint": {{"steps": 1000}}}}}})",
      fmt::format(fmt::runtime(GetParam().body), data), fmt::format(fmt::runtime(GetParam().pins), data), 1.0 / 30);
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("lilyan_{}_{}", GetParam().name, getpid());
  const Scene scene = parse_scene(text, GetParam().name + ".json");
  RunSettings settings;
  settings.folder = folder;
  const RunResult result = run(scene, settings);
  std::filesystem::remove_all(folder);

  EXPECT_EQ(result.status, RunStatus::done);
  EXPECT_EQ(result.state.step, 300);
  EXPECT_LT(result.state.drift.energy(), 1e-10);
  EXPECT_GT(result.state.drift.energy_scale(), 0);
  EXPECT_GT(result.state.max_displacement, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Bodies, RealMesh,
    testing::Values(
        RealBody{"bunny",
                 R"({{"name": "bunny", "mesh": {{"type": "file", "path": "{}/bunny.msh"}}, "density": 1000,
                      "material": {{"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.4}}}})",
                 R"({{"body": "bunny", "select": {{"type": "plane", "point": [0, -0.6, 0], "normal": [0, -1, 0]}}}})"},
        RealBody{
            "beam",
            R"({{"name": "beam", "mesh": {{"type": "file", "path": "{}/beam3_tet.veg"}}, "material": {{"type": "file", "law": "stvk"}}}})",
            R"({{"body": "beam", "select": {{"type": "file", "path": "{}/beam3.bou", "base": 1}}}})"},
        RealBody{"turtle",
                 R"({{"name": "turtle", "mesh": {{"type": "file", "path": "{}/turtle-volumetric-heterogeneous.veg"}},
                      "material": {{"type": "file", "law": "stvk"}}}})",
                 R"({{"body": "turtle", "select": {{"type": "file", "path": "{}/turtle-volumetric.bou", "base": 1}}}})"},
        RealBody{"orthotropic_turtle",
                 R"({{"name": "turtle", "mesh": {{"type": "file", "path": "{}/turtle-volumetric-heterogeneous.ortho.veg"}},
                      "material": {{"type": "file", "law": "orthotropic"}}}})",
                 R"({{"body": "turtle", "select": {{"type": "file", "path": "{}/turtle-volumetric.bou", "base": 1}}}})"}),
    [](const auto& body) { return body.param.name; });

}  // namespace
}  // namespace lilyan
