// Reduced bodies whose model is in a file.
#include <lilyan/algebra/threads.hpp>
#include <lilyan/reduction/changed_coordinates.hpp>
#include <lilyan/reduction/reduce_elasticity.hpp>
#include <lilyan/reduction/vega_files.hpp>
#include <lilyan/scene/load.hpp>

#include <gmock/gmock.h>

#include <fmt/format.h>

#include <tests/support/fault_of.hpp>
#include <tests/support/temporary_folder.hpp>

namespace lilyan {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kScene = R"({"lilyan": 1, "name": "bar", "gravity": [0, -4, 0],
  "bodies": [{"name": "bar", "mesh": {"type": "box", "size": [2, 0.4, 0.4], "cells": [8, 2, 2]},
    "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "density": 1000, "reduce": {"modes": 7}}],
  "pins": [{"body": "bar", "select": {"type": "plane", "point": [-1, 0, 0], "normal": [-1, 0, 0]}}],
  "time": {"step": 0.01, "steps": 40}, "integrator": {"type": "avf"}})";

class StoredModel : public ::testing::Test {
 protected:
  void SetUp() override {
    folder.write("bar.json", kScene);
    WantedModels wanted;
    std::vector<std::string> told;
    wanted.progress = [&](const std::string& body) { told.push_back(body); };
    made = std::make_unique<Scene>(load_scene(folder / "bar.json", {}, wanted));
    ASSERT_EQ(wanted.models.size(), 1u);
    EXPECT_EQ(wanted.models.front().body, "bar");
    EXPECT_EQ(wanted.models.front().entry, 0u);
    EXPECT_THAT(told, ElementsAre("bar"));
    model = std::get<ReducedModel>(std::move(wanted.models.front().model));
    write_reduced_model(folder / "bar.model", model);
  }

  Scene scene_with(const std::string& reduce, std::vector<std::string> overrides = {}) const {
    overrides.insert(overrides.begin(), "bodies.0.reduce=" + reduce);
    return load_scene(folder / "bar.json", overrides);
  }

  // The .cub file of the columns U, reduced from the cells themselves, and its basis.
  void write_for_vega(const Eigen::MatrixXd& U) const {
    const Inventory& inventory = made->inventory;
    write_cubic_file(folder / "bar.cub", reduce_stvk(inventory.rest, inventory.cells, inventory.laws, inventory.law_of_cell, U));
    write_dense_matrix(folder / "bar.basis", U);
  }

  test::TemporaryFolder folder;
  std::unique_ptr<Scene> made;
  ReducedModel model;
};

constexpr const char* kModel = R"({"path": "bar.model"})";
constexpr const char* kCubic = R"({"path": "bar.cub", "basis_path": "bar.basis"})";

Vector end_of(Scene& scene) {
  while (!scene.simulation.is_finished()) {
    const auto step = scene.simulation.step();
    EXPECT_TRUE(step);
    if (!step) break;
  }
  return scene.simulation.positions();
}

double moved(const Scene& scene) { return (scene.simulation.positions() - scene.simulation.initial().x).cwiseAbs().maxCoeff(); }

TEST_F(StoredModel, MovesAsTheOneThatWasMadeToTheLastBit) {
  Scene stored = scene_with(kModel);
  EXPECT_EQ(stored.inventory.bodies.front().coordinates, 7);
  EXPECT_THAT(stored.record.notes, IsEmpty());
  EXPECT_TRUE(end_of(stored) == end_of(*made));
  EXPECT_GT(moved(stored), 0.1);
  Scene same = scene_with(R"({"path": "bar.model", "modes": 7})");
  EXPECT_TRUE(end_of(same) == end_of(*made));
}

TEST_F(StoredModel, HasTheSameBytesForAnyNumberOfThreads) {
  const int before = threads();
  for (int count : {1, 3}) {
    set_threads(count);
    WantedModels again;
    load_scene(folder / "bar.json", {}, again);
    EXPECT_TRUE(to_model_file(std::get<ReducedModel>(again.models.front().model)).to_bytes() == to_model_file(model).to_bytes())
        << count;
  }
  set_threads(before);
}

TEST_F(StoredModel, MayBeVegaFemsWithAnOrthonormalBasis) {
  write_for_vega(model.basis.U);
  Scene stored = scene_with(kCubic);
  EXPECT_THAT(stored.record.notes, IsEmpty());
  const Vector x = end_of(stored), expected = end_of(*made);
  EXPECT_LT((x - expected).cwiseAbs().maxCoeff(), 1e-12 * moved(*made));
}

TEST_F(StoredModel, MayBeVegaFemsWithAnyIndependentColumns) {
  Eigen::MatrixXd T(7, 7);
  for (Index i = 0; i < 7; ++i)
    for (Index j = 0; j < 7; ++j) T(i, j) = (i == j ? 3.0 + i : 0.0) + std::cos(1 + 3 * i + 8 * j);
  write_for_vega(model.basis.U * T);
  Scene stored = scene_with(kCubic);
  const Vector x = end_of(stored), expected = end_of(*made);
  EXPECT_LT((x - expected).cwiseAbs().maxCoeff(), 1e-11 * moved(*made));
  WantedModels wanted;
  load_scene(folder / "bar.json", {std::string("bodies.0.reduce=") + kCubic}, wanted);
  EXPECT_LT((std::get<ReducedModel>(wanted.models.front().model).basis.frequencies - model.basis.frequencies).cwiseAbs().maxCoeff(),
            1e-8 * model.basis.frequencies.maxCoeff());
}

TEST_F(StoredModel, CountsInTheHashOfTheSceneByItsContent) {
  const std::uint64_t before = scene_with(kModel).record.hash;
  EXPECT_EQ(scene_with(kModel).record.hash, before);
  model.energy = in_coordinates(model.energy, (1 + 1e-9) * Eigen::MatrixXd::Identity(7, 7));
  write_reduced_model(folder / "bar.model", model);
  EXPECT_NE(scene_with(kModel).record.hash, before);
  write_for_vega(model.basis.U);
  const std::uint64_t cubic = scene_with(kCubic).record.hash;
  write_dense_matrix(folder / "bar.basis", (1 + 1e-9) * model.basis.U);
  EXPECT_NE(scene_with(kCubic).record.hash, cubic);
}

TEST_F(StoredModel, OfAnotherStiffnessIsTakenWithANote) {
  Scene stored = scene_with(kModel, {"bodies.0.material.youngs_modulus=1.1e5"});
  EXPECT_THAT(stored.record.notes, ElementsAre(HasSubstr("is not that of the materials of \"bar\": 9.1 % off")));
  EXPECT_TRUE(end_of(stored) == end_of(*made));
}

TEST_F(StoredModel, IsRefusedWithWhatDoesNotFit) {
  struct BadModel {
    const char* what;
    std::string reduce;
    std::vector<std::string> overrides;
    const char *id, *place, *says;
  };
  write_for_vega(model.basis.U);
  write_dense_matrix(folder / "narrow.basis", model.basis.U.leftCols(6));
  write_dense_matrix(folder / "short.basis", model.basis.U.topRows(60));
  Eigen::MatrixXd U = model.basis.U;
  U.col(3) = U.col(1) + U.col(2);
  write_dense_matrix(folder / "dependent.basis", U);
  ReducedModel stretched = model;
  stretched.basis.U *= 1.001;
  write_reduced_model(folder / "stretched.model", stretched);
  ReducedModel consistent = model;
  consistent.mass.shared.push_back({0, 1, 0.1});
  write_reduced_model(folder / "consistent.model", consistent);
  ReducedModel linear = model;
  linear.energy = QuarticEnergy(model.energy.linear());
  write_reduced_model(folder / "linear.model", linear);
  folder.write("cut.model", folder.read("bar.model").substr(0, 400));
  const BadModel cases[] = {
      {"fewer modes",
       R"({"path": "bar.model", "modes": 6})",
       {},
       "scene.reduce",
       "bodies/0/reduce/modes",
       "6 coordinates, and the model in bar.model has 7"},
      {"more modes", R"({"path": "bar.model", "modes": 8})", {}, "scene.reduce", "bodies/0/reduce/modes", "has 7"},
      {"basis", R"({"path": "bar.model", "basis": "modes"})", {}, "scene.reduce", "bodies/0/reduce/basis", "cannot be combined"},
      {"pca",
       R"({"path": "bar.cub", "basis": "pca", "basis_path": "bar.basis"})",
       {},
       "scene.reduce",
       "bodies/0/reduce/basis",
       "cannot be combined"},
      {"no basis", R"({"path": "bar.cub"})", {}, "scene.missing-key", "bodies/0/reduce/basis_path", "missing"},
      {"two bases",
       R"({"path": "bar.model", "basis_path": "bar.basis"})",
       {},
       "scene.reduce",
       "bodies/0/reduce/basis_path",
       ".cub"},
      {"basis alone", R"({"basis_path": "bar.basis"})", {}, "scene.reduce", "bodies/0/reduce/basis_path", ".cub"},
      {"nowhere", R"({"path": "none.model"})", {}, "model.missing", "bodies/0/reduce", "none.model"},
      {"cut", R"({"path": "cut.model"})", {}, "model.damaged", "bodies/0/reduce", "cut.model"},
      {"vertices",
       kModel,
       {"bodies.0.mesh.cells=[9, 2, 2]"},
       "scene.reduce",
       "bodies/0/reduce",
       "243 components of displacements, and \"bar\" has 90 vertices"},
      {"positions",
       kModel,
       {"bodies.0.mesh.center=[0, 1e-10, 0]"},
       "scene.reduce",
       "bodies/0/reduce",
       "its rest positions are not those of \"bar\": vertex"},
      {"masses",
       kModel,
       {"bodies.0.density=1000.00001"},
       "scene.reduce",
       "bodies/0/reduce",
       "its masses are not those of \"bar\": vertex 0 has"},
      {"consistent mass", R"({"path": "consistent.model"})", {}, "scene.reduce", "bodies/0/reduce", "its mass is consistent"},
      {"pins",
       kModel,
       {R"(pins.0.select={"type": "all"})", R"(pins.0.axes=["z"])",
        R"(pins.1={"body": "bar", "select": {"type": "plane", "point": [-1, 0, 0], "normal": [-1, 0, 0]}})"},
       "scene.reduce",
       "bodies/0/reduce",
       "along z, which a pin of \"bar\" holds"},
      {"law",
       kModel,
       {R"(bodies.0.material.type="linear")"},
       "scene.reduce",
       "bodies/0/reduce/path",
       "is of stvk, and the law of \"bar\" is linear"},
      {"linear model", R"({"path": "linear.model"})", {}, "scene.reduce", "bodies/0/reduce/path", "the model is linear"},
      {"not orthonormal",
       R"({"path": "stretched.model"})",
       {},
       "scene.reduce",
       "bodies/0/reduce",
       "not orthonormal with the masses: 0.002 off"},
      {"narrow", R"({"path": "bar.cub", "basis_path": "narrow.basis"})", {}, "scene.reduce", "bodies/0/reduce", "has 6 columns"},
      {"short", R"({"path": "bar.cub", "basis_path": "short.basis"})", {}, "scene.reduce", "bodies/0/reduce", "60 components"},
      {"dependent",
       R"({"path": "bar.cub", "basis_path": "dependent.basis"})",
       {},
       "reduction.basis",
       "bodies/0/reduce",
       "depend on each other"},
      {"not a matrix", R"({"path": "bar.cub", "basis_path": "bar.json"})", {}, "reduction.file", "bodies/0/reduce", "bar.json"},
      {"no pins", kModel, {"pins=[]"}, "scene.reduce", "bodies/0/reduce", "no pins"},
  };
  for (const BadModel& bad : cases) {
    SCOPED_TRACE(bad.what);
    const Fault fault = test::fault_of([&] { scene_with(bad.reduce, bad.overrides); });
    EXPECT_EQ(fault.id, bad.id) << fault.message;
    EXPECT_EQ(fault.place, bad.place);
    EXPECT_THAT(fault.message, HasSubstr(bad.says));
    EXPECT_NE(fault.hint, "");
  }
}

TEST_F(StoredModel, MayHoldMoreThanThePinsDo) {
  // Only some of the vertices that were held are still pinned: the basis holds the others.
  Scene stored = scene_with(kModel, {R"(pins.0.select={"type": "box", "min": [-1.1, -9, -0.1], "max": [-0.9, 9, 9]})"});
  EXPECT_TRUE(end_of(stored) == end_of(*made));
}

}  // namespace
}  // namespace lilyan
