#include <lilyan/scene/models/scene_with_models.hpp>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <tests/support/temporary_folder.hpp>

namespace lilyan {
namespace {

BodyModel model_of(const std::string& body, std::size_t entry) {
  BodyModel model;
  model.body = body;
  model.entry = entry;
  return model;
}

TEST(SceneWithModels, NamesTheModelsAndLeadsToTheSameFiles) {
  const test::TemporaryFolder folder;
  const std::string text = R"({"name": "a", "bodies": [
    {"name": "free", "mesh": {"type": "file", "path": "meshes/free.msh"}, "velocity": {"path": "/v.txt"}},
    {"name": "held", "mesh": {"type": "file", "path": "../held.msh"}, "reduce": {"basis": "pca", "path": "run", "modes": 3},
     "render": {"path": "held.obj", "interp": "held.interp"}}],
    "pins": [{"body": "held", "select": {"type": "file", "path": "pins.txt"}}]})";
  const auto moved =
      nlohmann::json::parse(scene_text_with_models(text, folder / "scenes", folder / "out" / "reduced", {model_of("held", 1)}));
  EXPECT_EQ(moved["bodies"][0]["mesh"]["path"], "../../scenes/meshes/free.msh");
  EXPECT_EQ(moved["bodies"][0]["velocity"]["path"], "/v.txt");
  EXPECT_EQ(moved["bodies"][0].contains("reduce"), false);
  EXPECT_EQ(moved["bodies"][1]["mesh"]["path"], "../../held.msh");
  EXPECT_EQ(moved["bodies"][1]["reduce"], nlohmann::json({{"path", "held.model"}}));
  EXPECT_EQ(moved["bodies"][1]["render"]["path"], "../../scenes/held.obj");
  EXPECT_EQ(moved["bodies"][1]["render"]["interp"], "../../scenes/held.interp");
  EXPECT_EQ(moved["pins"][0]["select"]["path"], "../../scenes/pins.txt");
  EXPECT_EQ(moved["name"], "a");
}

TEST(SceneWithModels, KeepsTheOrderOfKeys) {
  const std::string text = R"({"z": 1, "bodies": [{"reduce": {}, "mesh": {"type": "file", "path": "m.msh"}, "a": 2}], "b": 3})";
  EXPECT_EQ(nlohmann::ordered_json::parse(scene_text_with_models(text, "x", "x", {model_of("m", 0)})).dump(),
            R"({"z":1,"bodies":[{"mesh":{"type":"model","path":"m.model"},"a":2}],"b":3})");
}

TEST(SceneWithModels, LeavesOutWhatModelsBringWithThem) {
  const std::string text = R"({"bodies": [{"name": "m", "material": {}, "regions": [], "density": 1, "mass": 1,
    "mass_matrix": "lumped", "deform": [], "domains": [{"model": "leaf.model"}], "velocity": {"linear": [1, 0, 0]}}]})";
  EXPECT_EQ(nlohmann::ordered_json::parse(scene_text_with_models(text, "x", "y", {model_of("m", 0)})).dump(),
            R"({"bodies":[{"name":"m","velocity":{"linear":[1,0,0]},"mesh":{"type":"model","path":"m.model"}}]})");
}

TEST(SceneWithModels, StartsInTheWorkingFolder) {
  const auto moved = nlohmann::json::parse(scene_text_with_models(R"({"path": "a.msh"})", "", "out", {}));
  EXPECT_EQ(moved["path"], "../a.msh");
}

TEST(SceneWithModels, FollowsLinksBeforeItGoesUp) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "far/away");
  std::filesystem::create_directory_symlink(folder / "far/away", folder / "near");
  const auto moved = nlohmann::json::parse(scene_text_with_models(R"({"path": "a.msh"})", folder.path(), folder / "near", {}));
  EXPECT_EQ(moved["path"], "../../a.msh");
}

}  // namespace
}  // namespace lilyan
