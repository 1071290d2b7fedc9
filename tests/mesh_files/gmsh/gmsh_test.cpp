// The same mesh in all four forms of Gmsh's files.
#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <tests/mesh_files/gmsh/gmsh_files.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace lilyan;
using namespace lilyan::test;
using testing::ElementsAre;

void expect_two_tets(const TetMesh& mesh) {
  EXPECT_EQ(mesh.vertices(), 5);
  EXPECT_THAT(mesh.tets, ElementsAre(Tet{0, 1, 2, 3}, Tet{1, 2, 3, 4}));
  EXPECT_EQ(Vec3(vertex(mesh.X, 4)), Vec3(1, 1, 1.25));
  EXPECT_THAT(mesh.tet_sets.at("soft part"), ElementsAre(0));
  EXPECT_THAT(mesh.tet_sets.at("physical8"), ElementsAre(1));
  EXPECT_THAT(mesh.vertex_sets.at("skin"), ElementsAre(0, 1, 2));
  EXPECT_THAT(mesh.vertex_sets.at("point3"), ElementsAre(4));
  EXPECT_EQ(mesh.tet_sets.size() + mesh.vertex_sets.size(), 4u);
  EXPECT_THAT(mesh.notes, testing::IsEmpty());
}

TEST(ReadGmshForms, AllFourHoldTheSameMesh) {
  const TemporaryFolder folder;
  for (const std::string& text : {gmsh_2_ascii(), gmsh_2_binary(std::endian::little), gmsh_2_binary(std::endian::big),
                                  gmsh_4_ascii(), gmsh_4_binary(std::endian::little), gmsh_4_binary(std::endian::big)}) {
    SCOPED_TRACE(text.substr(0, 40));
    expect_two_tets(read_tet_mesh(folder.write("a.msh", text)));
  }
}

TEST(ReadGmshForms, PartitionsAndParametricVerticesAreTolerated) {
  const TemporaryFolder folder;
  const TetMesh mesh = read_tet_mesh(
      folder.write("a.msh",
                   "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 1\n1 0 0 0 1 1 1 1 7 0\n$EndEntities\n"
                   "$PartitionedEntities\n2\n1\n5 2\n0 0 0 1\n2 3 1 1 1 0 0 0 1 1 1 2 7 9 0\n$EndPartitionedEntities\n"
                   "$Nodes\n2 4 1 4\n2 1 1 3\n1\n2\n3\n0 0 0 0.5 0.5\n1 0 0 0.5 0.5\n0 1 0 0.5 0.5\n3 2 0 1\n4\n0 0 1\n$EndNodes\n"
                   "$Elements\n1 1 1 1\n3 2 4 1\n1 1 2 3 4\n$EndElements\n$GhostElements\n0\n$EndGhostElements\n"));
  EXPECT_THAT(mesh.tet_sets.at("physical7"), ElementsAre(0));
  EXPECT_THAT(mesh.tet_sets.at("physical9"), ElementsAre(0));
  EXPECT_EQ(Vec3(vertex(mesh.X, 1)), Vec3(1, 0, 0));
}

TEST(ReadGmshForms, SurfacesOfAFileWithoutTetsAreTriangles) {
  const TemporaryFolder folder;
  const TriangleMesh mesh = read_triangle_mesh(folder.write(
      "a.msh",
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$ParametricNodes\n4\n1 0 0 0 2 1 0 0\n2 1 0 0 2 1 0 0\n3 1 1 0 2 1 0 0\n4 0 "
      "1 0 2 1 0 0\n$EndParametricNodes\n$Elements\n2\n1 2 2 0 1 1 2 3\n2 3 2 0 1 1 2 3 4\n$EndElements\n"));
  EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 1, 2}, Triangle{0, 2, 3}));
}

TEST(ReadMedit, TakesReferencesAsSets) {
  const TemporaryFolder folder;
  const TetMesh mesh = read_tet_mesh(
      folder.write("a.mesh",
                   "MeshVersionFormatted 1\n# a comment\nDimension 3\nVertices\n5\n0 0 0 0\n1 0 0 0\n0 1 0 0\n0 0 1 0\n1 1 1 0\n"
                   "Edges 1\n1 2 5\nTriangles\n1\n1 2 3 4\nTetrahedra\n2\n1 2 3 4 7\n2 3 4 5 0\nCorners 1 1 Ridges 1 1\nEnd\n"));
  EXPECT_THAT(mesh.tets, ElementsAre(Tet{0, 1, 2, 3}, Tet{1, 2, 3, 4}));
  EXPECT_THAT(mesh.tet_sets.at("ref7"), ElementsAre(0));
  EXPECT_THAT(mesh.vertex_sets.at("ref4"), ElementsAre(0, 1, 2));
  EXPECT_EQ(mesh.tet_sets.size(), 1u);
}

}  // namespace
