// The numbers of the fields in frames, not only their names: two bodies, each deformed by one map, so that every cell's state is
// known.
#include <lilyan/mesh_files/vtk/vtk_grid.hpp>
#include <lilyan/output/run.hpp>
#include <lilyan/run/diagnosis.hpp>
#include <lilyan/scene/load.hpp>

#include <tests/support/temporary_folder.hpp>

#include <gtest/gtest.h>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include <cmath>

namespace lilyan::honest_frames {
namespace {

const char* const kScene = R"({
  "lilyan": 1, "gravity": [0, 0, 0],
  "bodies": [{
    "name": "first", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1]},
    "material": {"type": "stvk", "mu": 1000, "lambda": 500}, "mass": 1,
    "deform": [{"type": "affine", "matrix": [[1.5, 0.3, 0], [0, 1.2, 0.1], [0.2, 0, 1.1]]}],
    "velocity": {"linear": [1, 2, 3]}
  }, {
    "name": "second", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1], "center": [5, 0, 0]},
    "material": {"type": "stvk", "mu": 1000, "lambda": 500}, "mass": 1,
    "deform": [{"type": "affine", "matrix": [[0.8, 0, 0.2], [0, 1, 0], [0, 0.1, 0.9]]}],
    "velocity": {"linear": [-4, 0, 5]}
  }],
  "integrator": {"type": "avf"}, "time": {"step": 1e-4, "steps": 1}, "output": {"frames": ["vtu"]}
})";

struct Wanted {
  double J, energy_density, von_mises;
};

Wanted of_map(const Mat3& F) {
  const Mat3 E = 0.5 * (F.transpose() * F - Mat3::Identity()), S = 2 * 1000 * E + 500 * E.trace() * Mat3::Identity();
  const Mat3 cauchy = F * S * F.transpose() / F.determinant(), s = cauchy - cauchy.trace() / 3 * Mat3::Identity();
  return {F.determinant(), 1000 * E.squaredNorm() + 250 * E.trace() * E.trace(), std::sqrt(1.5 * s.squaredNorm())};
}

TEST(HonestFrames, HoldVelocityJEnergyDensityVonMisesAndBody) {
  const test::TemporaryFolder folder;
  run(parse_scene(kScene, folder / "scene.json"), {folder / "out", false, {}, nullptr});
  const VtkGrid grid = read_vtk_grid(folder / "out/frames/frame_000000.vtu");
  ASSERT_EQ(grid.tets.size(), 15u);
  const auto cell_field = [&](const char* name) {
    const MeshField* field = find_field(grid.tet_fields, name);
    EXPECT_NE(field, nullptr) << name;
    return field ? field->values : std::vector<double>(grid.tets.size());
  };
  const std::vector<double> J = cell_field("J"), psi = cell_field("energy_density"), von_mises = cell_field("von_mises"),
                            body = cell_field("body");
  const Mat3 first = (Mat3() << 1.5, 0.3, 0, 0, 1.2, 0.1, 0.2, 0, 1.1).finished(),
             second = (Mat3() << 0.8, 0, 0.2, 0, 1, 0, 0, 0.1, 0.9).finished();
  for (std::size_t e = 0; e < grid.tets.size(); ++e) {
    const bool is_second = e >= 10;
    const Wanted wanted = of_map(is_second ? second : first);
    EXPECT_EQ(body[e], is_second) << e;
    EXPECT_NEAR(J[e], wanted.J, 1e-6 * wanted.J) << e;
    EXPECT_NEAR(psi[e], wanted.energy_density, 1e-6 * wanted.energy_density) << e;
    EXPECT_NEAR(von_mises[e], wanted.von_mises, 1e-6 * wanted.von_mises) << e;
  }
  const MeshField* velocity = find_field(grid.vertex_fields, "velocity");
  ASSERT_NE(velocity, nullptr);
  ASSERT_EQ(velocity->components, 3);
  for (Index i = 0; 3 * i < grid.X.size(); ++i) {
    const Vec3 v = Eigen::Map<const Vec3>(velocity->values.data() + 3 * static_cast<std::size_t>(i));
    EXPECT_LT((v - (vertex(grid.X, i)[0] > 3 ? Vec3(-4, 0, 5) : Vec3(1, 2, 3))).norm(), 1e-6) << i;
  }
}

// The first body moves farther than the second: the largest displacement is not that of the last vertex.
TEST(HonestFrames, TheLargestDisplacementIsThatOfTheVertexThatMovedFarthest) {
  const test::TemporaryFolder folder;
  const RunResult result = run(parse_scene(kScene, folder / "scene.json", {R"(bodies.0.velocity={"linear": [40, 0, 30]})"}),
                               {folder / "out", false, {}, nullptr});
  EXPECT_NEAR(result.state.max_displacement, 50 * 1e-4, 3e-4) << "the second body moves by 6e-4 m";
}

// Two cells that differ: the worst is the one that is compressed, not the one that is stretched.
TEST(HonestFrames, TheWorstCellIsTheOneThatIsCompressedMost) {
  const Scene scene = parse_scene(kScene, "scene.json");
  const auto worst = worst_cell(scene.inventory, scene.simulation.initial().x);
  ASSERT_TRUE(worst);
  EXPECT_EQ(worst->body, "second");
  EXPECT_LT(worst->J, 1);
}

}  // namespace
}  // namespace lilyan::honest_frames
