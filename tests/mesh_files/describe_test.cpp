#include <lilyan/mesh_files/describe.hpp>

#include <gtest/gtest.h>

namespace {

using namespace lilyan;

// A good tet, the same one again, one inside out and one flat, with a vertex that nothing uses.
TEST(Describe, TellsWhatIsWrongWithABadMesh) {
  const MeshContent content = parse_mesh_content(
      {"a.mesh",
       "MeshVersionFormatted 2\nDimension 3\nVertices\n7\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 1 0\n1 1 0 0\n9 9 9 0\n"
       "Tetrahedra\n4\n1 2 3 4 0\n2 1 3 4 0\n2 4 3 5 2\n1 2 3 6 2\n"});
  const MeshDescription mesh = describe(content);
  EXPECT_EQ(mesh.vertices, 7);
  EXPECT_EQ(mesh.tets, 4);
  EXPECT_EQ(mesh.inverted, 2);
  EXPECT_EQ(mesh.degenerate, 1);
  EXPECT_EQ(mesh.duplicate, 1);
  EXPECT_EQ(mesh.unused_vertices, 1);
  EXPECT_EQ(mesh.components, 1);
  EXPECT_EQ(mesh.worst_quality, 0);
  EXPECT_EQ(mesh.worst_tet, 4);
  EXPECT_NEAR(mesh.volume, 1.0 / 6 + 1.0 / 6 + 1.0 / 3, 1e-14);
  EXPECT_GT(mesh.dihedral.smallest, 50);
  EXPECT_EQ(mesh.highest, Vec3(9, 9, 9));
}

TEST(Describe, CountsTheOpenCrowdedAndTurnedEdgesOfASurface) {
  auto surface = [](const std::string& faces) {
    return describe(parse_mesh_content({"a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 1 1 1\n" + faces}));
  };
  const MeshDescription closed = surface("f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
  EXPECT_TRUE(closed.surface.watertight);
  EXPECT_TRUE(closed.surface.manifold);
  EXPECT_NEAR(closed.surface.volume, 1.0 / 6, 1e-15);
  EXPECT_EQ(closed.unused_vertices, 1);
  const MeshDescription open = surface("f 1 3 2\nf 1 2 4\nf 2 3 4\n");
  EXPECT_FALSE(open.surface.watertight);
  EXPECT_EQ(open.surface.open_edges, 3);
  const MeshDescription turned = surface("f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 3 4\n");
  EXPECT_EQ(turned.surface.turned_edges, 3);
  EXPECT_EQ(turned.surface.open_edges, 0);
  const MeshDescription crowded = surface("f 1 2 3\nf 1 2 4\nf 1 2 5\nf 1 2 5\nf 1 1 2\n");
  EXPECT_GE(crowded.surface.crowded_edges, 1);
  EXPECT_EQ(crowded.duplicate_triangles, 1);
  EXPECT_EQ(crowded.degenerate_triangles, 1);
}

}  // namespace
