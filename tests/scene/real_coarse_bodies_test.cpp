// Bodies that others made, from the folder in LILYAN_TEST_DATA, as coarse ones.
#include <lilyan/mesh/carried_surface.hpp>

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <fstream>

#include <tests/scene/coarse_scene.hpp>
#include <tests/support/temporary_folder.hpp>

namespace lilyan {
namespace {

const Vec3 kDownwards(0, -9.81, 0);

// With their own materials and fixed vertices, from a file to what is seen.
class RealBodies : public testing::Test {
 protected:
  void SetUp() override {
    if (const char* const data = std::getenv("LILYAN_TEST_DATA")) data_ = data;
    if (data_.empty()) GTEST_SKIP() << "LILYAN_TEST_DATA does not name the folder with the meshes";
  }

  std::filesystem::path scene(const std::string& mesh, const std::string& pins) {
    std::ofstream(folder / "real.json") << fmt::format(
        R"({{"lilyan": 1, "name": "real", "gravity": [0, -9.81, 0], "bodies": [{{"name": "body",
             "mesh": {{"type": "file", "path": "{}/{}"}}, "material": {{"type": "file", "law": "corotated"}}}}],
             "pins": [{{"body": "body", "select": {}}}], "integrator": {{"type": "avf"}}, "time": {{"step": 0.01, "steps": 20}},
             "output": {{}}}})",
        data_, mesh, pins);
    return folder / "real.json";
  }
  std::string file(const std::string& name) const {
    return fmt::format(R"({{"type": "file", "path": "{}/{}", "base": 1}})", data_, name);
  }

  // Sag of the coarse body over that of the fine one.
  double sag(const test::CoarsePair& pair) const {
    const RestBehaviour fine = pair.fine_rest(kDownwards, 1), coarse = pair.coarse_rest(pair.model, kDownwards, 1);
    fmt::print("{} cells in place of {}: sag {:.3f}, lowest frequency {:.3f}\n", pair.model.cells.count(), pair.fine.shape.cells,
               *coarse.sag / *fine.sag, coarse.frequencies[0] / fine.frequencies[0]);
    return *coarse.sag / *fine.sag;
  }

  void run_and_look(const test::CoarsePair& pair) {
    Scene coarse = load_scene(pair.coarse_scene);
    while (!coarse.simulation.is_finished()) ASSERT_TRUE(coarse.simulation.step());
    const Skin skin = coarse.inventory.bodies[0].render->skin(coarse.simulation.positions());
    EXPECT_EQ(skin.triangles.size(), pair.model.fine.surface.size());
    EXPECT_TRUE(skin.x.allFinite());
  }

  std::string data_;
  test::TemporaryFolder folder;
};

TEST_F(RealBodies, TheBeamSagsAsItDoesWhenItIsFine) {
  const test::CoarsePair pair = test::coarsened(scene("beam3_tet.veg", file("beam3.bou")), folder.path(), {1, 5, 1});
  EXPECT_NEAR(sag(pair), 1, 0.25);
  EXPECT_TRUE(pair.model.frozen.empty());
  run_and_look(pair);
}

TEST_F(RealBodies, TheTurtleSagsWithPinsInAPlane) {
  const test::CoarsePair pair =
      test::coarsened(scene("turtle-volumetric-heterogeneous.veg", R"({"type": "box", "min": [-9, -9, -9], "max": [9, -0.27, 9]})"),
                      folder.path(), {6, 5, 4});
  fmt::print("{} cells frozen\n", pair.model.frozen.size());
  EXPECT_NEAR(sag(pair), 1, 0.25);
  run_and_look(pair);
}

// They lie at several heights inside the lowest cells.
TEST_F(RealBodies, TheTurtleSagsWithItsOwnPins) {
  const test::CoarsePair pair =
      test::coarsened(scene("turtle-volumetric-heterogeneous.veg", file("turtle-volumetric.bou")), folder.path(), {4, 3, 4});
  EXPECT_NEAR(sag(pair), 1, 0.25);
  EXPECT_TRUE(pair.model.frozen.empty());
  run_and_look(pair);
}

// Pins that fill most of the first of five cells, and not all of it, hold it as a whole; the cage is then cut where they end.
TEST_F(RealBodies, TheBeamSaysWhereToCutItsCage) {
  const std::filesystem::path beam = scene("beam3_tet.veg", R"({"type": "box", "min": [-1, -1, -1], "max": [1, 0.15, 1]})");
  const test::CoarsePair pair = test::coarsened(beam, folder.path(), {1, 5, 1});
  ASSERT_EQ(pair.model.frozen.size(), 1u);
  const std::optional<CagePlane> plane = plane_to_cut(pair.model);
  ASSERT_TRUE(plane);
  EXPECT_EQ(plane->axis, 1);
  EXPECT_GT(plane->position, 0.1);
  EXPECT_LE(plane->position, 0.15);
  const test::CoarsePair cut = test::coarsened(beam, folder.path(), {1, 5, 1}, {*plane});
  EXPECT_TRUE(cut.model.frozen.empty());
  EXPECT_NEAR(sag(cut), 1, 0.35);
  EXPECT_LT(std::abs(sag(cut) - 1), std::abs(sag(pair) - 1));
  run_and_look(cut);
}

// Cells that the body hardly touches: the mass matrix stays regular, and the moments of the mass exact.
TEST_F(RealBodies, TheMassOfATurtleInACageWithSliversIsRegular) {
  const test::CoarsePair pair =
      test::coarsened(scene("turtle-volumetric-heterogeneous.veg", file("turtle-volumetric.bou")), folder.path(), {6, 4, 6});
  EXPECT_GT(pair.model.counts.hardly_filled, 0);
  EXPECT_GE(pair.model.counts.steadied, pair.model.counts.hardly_filled);
  EXPECT_NO_THROW(load_scene(pair.coarse_scene));
  const Vector& m = pair.model.mass.vertex;
  double fine_mass = 0;
  Vec3 fine_centre = Vec3::Zero(), centre = Vec3::Zero();
  for (Index e = 0; e < pair.body.cells.count(); ++e) {
    const double mass = pair.body.density[static_cast<std::size_t>(e)] * volume(pair.body.X, pair.body.cells, e);
    fine_mass += mass;
    for (Index i : pair.body.cells.vertices(e)) fine_centre += mass / 4 * vertex(pair.body.X, i);
  }
  for (Index i = 0; i < pair.model.vertices(); ++i) centre += m[i] * vertex(pair.model.X, i);
  EXPECT_NEAR(m.sum(), fine_mass, 1e-12 * fine_mass);
  EXPECT_LT((centre - fine_centre).norm(), 1e-12 * fine_mass);
}

}  // namespace
}  // namespace lilyan
