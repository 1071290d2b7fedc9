// Gmsh and TetGen as programs of their own; skips, naming what to install, where they are missing.
#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/outside_program.hpp>
#include <lilyan/mesh/quality.hpp>
#include <lilyan/meshing/outside_mesher.hpp>

#include <tests/meshing/surfaces.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>

namespace lilyan {
namespace {

using ::testing::HasSubstr;

struct Installed {
  OutsideMesher mesher;
  const char* name;
};

class OutsideMeshers : public ::testing::TestWithParam<Installed> {
 protected:
  void SetUp() override {
    const test::TemporaryFolder folder;
    if (!run_outside(GetParam().name, {"-h"}, folder.path(), 20).found) GTEST_SKIP() << "apt install " << GetParam().name;
  }
  std::string refusal(const TriangleMesh& surface) {
    try {
      mesh_surface_outside(GetParam().mesher, surface, {}, "bad.obj");
    } catch (const InputError& error) {
      EXPECT_EQ(error.faults().front().id, "mesh.outside");
      return error.what();
    }
    return "it was meshed";
  }
};

TEST_P(OutsideMeshers, KeepTheSurfaceAsItIs) {
  const TriangleMesh surface = test::bumpy_sphere(4);
  const SurfaceMesh result = mesh_surface_outside(GetParam().mesher, surface, {}, "bumpy");
  const MeshFigures f = figures(result.mesh);
  EXPECT_NEAR(f.volume, test::enclosed_volume(surface), 1e-9);
  EXPECT_EQ(f.surface_triangles, static_cast<Index>(surface.triangles.size()));
  EXPECT_TRUE(f.manifold);
  EXPECT_TRUE(result.mesh.tet_sets.empty());
}

TEST_P(OutsideMeshers, MakeSmallerTetsWhereAsked) {
  const TriangleMesh surface = test::box_surface(Vec3(1, 1, 1), 10);
  const auto count = [&](const SurfaceMeshSettings& settings) {
    return mesh_surface_outside(GetParam().mesher, surface, settings, "box").mesh.tets.size();
  };
  EXPECT_GT(count({0.05, {}}), 2 * count({0.3, {}}));
}

TEST_P(OutsideMeshers, RefuseOpenAndIntersectingSurfaces) {
  TriangleMesh open = test::sphere_surface(3);
  open.triangles.pop_back();
  EXPECT_THAT(refusal(open), HasSubstr("the surface is open in one place (3 edges"));
  const TriangleMesh crossing = test::joined(test::sphere_surface(3), test::sphere_surface(3, 1, Vec3(1, 0.1, 0.2)));
  EXPECT_THAT(refusal(crossing), HasSubstr(GetParam().name));
  EXPECT_THAT(refusal(crossing), HasSubstr("bad.obj"));
}

INSTANTIATE_TEST_SUITE_P(Both, OutsideMeshers,
                         ::testing::Values(Installed{OutsideMesher::gmsh, "gmsh"}, Installed{OutsideMesher::tetgen, "tetgen"}),
                         [](const auto& mesher) { return mesher.param.name; });

}  // namespace
}  // namespace lilyan
