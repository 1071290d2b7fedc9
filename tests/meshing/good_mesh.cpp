#include <tests/meshing/good_mesh.hpp>

#include <lilyan/mesh/quality.hpp>
#include <lilyan/mesh/tet_mesh.hpp>

#include <gmock/gmock.h>

namespace lilyan::test {

SurfaceMesh expect_good_mesh(const TriangleMesh& surface, double expected_volume, double volume_error,
                             const SurfaceMeshSettings& settings) {
  SurfaceMesh result = mesh_surface(surface, settings, "surface");
  TetMesh copy = result.mesh;
  copy.notes.clear();
  EXPECT_NO_THROW(make_valid(copy, "surface"));
  EXPECT_THAT(copy.notes, ::testing::IsEmpty());  // nothing was inverted
  const MeshFigures f = figures(result.mesh);
  EXPECT_TRUE(f.manifold && f.watertight);
  EXPECT_GT(f.dihedral.smallest, 8);
  EXPECT_NEAR(f.volume / expected_volume, 1, volume_error);
  EXPECT_NEAR(result.surface_volume / expected_volume, 1, 0.01);
  Vector share = Vector::Zero(result.mesh.vertices());
  for (const Tet& tet : result.mesh.tets)
    for (Index i : tet) share[i] += volume(result.mesh.X, tet);
  EXPECT_GT(share.minCoeff() / share.mean(), 0.005);  // no vertex without mass to speak of
  return result;
}

}  // namespace lilyan::test
