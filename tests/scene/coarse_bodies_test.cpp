// How coarse bodies compare with the fine ones that they stand for, at rest.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>

#include <tests/scene/shipped_bodies.hpp>
#include <tests/support/temporary_folder.hpp>

namespace lilyan {
namespace {

using test::CoarsePair;
using test::ShippedBody;

constexpr Index kFrequencies = 5;
const Vec3 kGravity(0, -9.81, 0);

double off_by(double ratio) { return std::max(ratio, 1 / ratio); }

// Sag and frequencies of the coarse body, each over that of the fine one.
void print(const std::string& name, const CoarsePair& pair, const RestBehaviour& fine, const RestBehaviour& coarse,
           const RestBehaviour& arithmetic) {
  fmt::print("{}: {} in place of {} cells; sag {:.3f} (arithmetic {:.3f}); frequencies", name, pair.model.cells.count(),
             pair.fine.shape.cells, *coarse.sag / *fine.sag, *arithmetic.sag / *fine.sag);
  for (Index k = 0; k < kFrequencies; ++k) fmt::print(" {:.3f}", coarse.frequencies[k] / fine.frequencies[k]);
  fmt::print(" (arithmetic");
  for (Index k = 0; k < kFrequencies; ++k) fmt::print(" {:.3f}", arithmetic.frequencies[k] / fine.frequencies[k]);
  fmt::print(")\n");
}

class ShippedBodies : public testing::TestWithParam<ShippedBody> {
 protected:
  test::TemporaryFolder folder;
};

TEST_P(ShippedBodies, SagAndVibrateLikeTheFineOnes) {
  const CoarsePair pair = test::coarsened(GetParam(), folder.path());
  const RestBehaviour fine = pair.fine_rest(kGravity, kFrequencies), coarse = pair.coarse_rest(pair.model, kGravity, kFrequencies);
  const CoarseModel plain = pair.by(cage_around(pair.body, GetParam().cells), BoxMethod::arithmetic);
  const RestBehaviour arithmetic = pair.coarse_rest(plain, kGravity, kFrequencies);
  ASSERT_TRUE(fine.sag && coarse.sag);
  print(GetParam().name, pair, fine, coarse, arithmetic);
  EXPECT_GT(*coarse.sag / *fine.sag, 0.80);
  EXPECT_LT(*coarse.sag / *fine.sag, 1.20);
  double worst_of_arithmetic = off_by(*arithmetic.sag / *fine.sag);
  for (Index k = 0; k < kFrequencies; ++k) {
    EXPECT_GT(coarse.frequencies[k] / fine.frequencies[k], 0.80) << k;
    EXPECT_LT(coarse.frequencies[k] / fine.frequencies[k], 1.25) << k;
    worst_of_arithmetic = std::max(worst_of_arithmetic, off_by(arithmetic.frequencies[k] / fine.frequencies[k]));
  }
  if (GetParam().name == "layered_cube") {
    EXPECT_GT(worst_of_arithmetic, 2);
  }
}

INSTANTIATE_TEST_SUITE_P(, ShippedBodies, testing::Values(test::kLayeredCube, test::kCrackedBar, test::kCheese),
                         [](const auto& info) { return info.param.name; });

// Bodies that others made, with their own materials and fixed vertices: from a file to a picture.
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
  std::string file(const std::string& name) const { return fmt::format(R"({{"type": "file", "path": "{}/{}", "base": 1}})", data_, name); }

  // Sag of the coarse body over that of the fine one.
  double sag(const CoarsePair& pair) const {
    const RestBehaviour fine = pair.fine_rest(kGravity, 1), coarse = pair.coarse_rest(pair.model, kGravity, 1);
    fmt::print("{} cells in place of {}: sag {:.3f}, lowest frequency {:.3f}\n", pair.model.cells.count(), pair.fine.shape.cells,
               *coarse.sag / *fine.sag, coarse.frequencies[0] / fine.frequencies[0]);
    return *coarse.sag / *fine.sag;
  }

  void run_and_look(const CoarsePair& pair) {
    Scene coarse = load_scene(pair.coarse_scene);
    while (!coarse.simulation.is_finished()) ASSERT_TRUE(coarse.simulation.step());
    const Skin skin = coarse.inventory.bodies[0].render->skin(coarse.simulation.positions());
    EXPECT_EQ(skin.triangles.size(), pair.model.fine.surface.size());
    EXPECT_TRUE(skin.x.allFinite());
  }

  std::string data_;
  test::TemporaryFolder folder;
};

TEST_F(RealBodies, TheBeamSagsAsFinelyCutOnes) {
  const CoarsePair pair = test::coarsened(scene("beam3_tet.veg", file("beam3.bou")), folder.path(), {1, 5, 1});
  EXPECT_NEAR(sag(pair), 1, 0.25);
  EXPECT_TRUE(pair.model.frozen.empty());
  run_and_look(pair);
}

TEST_F(RealBodies, TheTurtleSagsWithPinsInAPlane) {
  const CoarsePair pair = test::coarsened(
      scene("turtle-volumetric-heterogeneous.veg", R"({"type": "box", "min": [-9, -9, -9], "max": [-3.2, 9, 9]})"), folder.path(), {6, 5, 4});
  fmt::print("{} cells frozen\n", pair.model.frozen.size());
  EXPECT_NEAR(sag(pair), 1, 0.25);
  run_and_look(pair);
}

TEST_F(RealBodies, TheTurtlesOwnPinsFreezeCellsAndSayWhereToCut) {
  const std::filesystem::path file_of_scene = scene("turtle-volumetric-heterogeneous.veg", file("turtle-volumetric.bou"));
  const CoarsePair pair = test::coarsened(file_of_scene, folder.path(), {4, 3, 4});
  ASSERT_FALSE(pair.model.frozen.empty());
  EXPECT_LT(sag(pair), 0.5);
  const std::optional<CagePlane> plane = plane_to_cut(pair.model);
  ASSERT_TRUE(plane);
  EXPECT_EQ(plane->axis, 1);
  const CoarsePair cut = test::coarsened(file_of_scene, folder.path(), {4, 3, 4}, {*plane});
  fmt::print("cut at y = {:.4g}\n", plane->position);
  EXPECT_NEAR(sag(cut), 1, 0.35);
  run_and_look(cut);
}

// Cells that the body hardly touches: the mass matrix stays regular, and the moments of the mass exact.
TEST_F(RealBodies, TheMassOfATurtleInACageWithSliversIsRegular) {
  const CoarsePair pair = test::coarsened(scene("turtle-volumetric-heterogeneous.veg", file("turtle-volumetric.bou")), folder.path(), {6, 4, 6});
  EXPECT_GT(pair.model.counts.hardly_filled, 0);
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
