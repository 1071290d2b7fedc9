#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>

namespace {

using namespace lilyan;
using lilyan::test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(ReadObj, CutsPolygonsAndTakesEveryFormOfIndex) {
  const TemporaryFolder folder;
  const TriangleMesh mesh = read_triangle_mesh(
      folder.write("a.OBJ",
                   "# made by hand\nmtllib a.mtl\no thing\nv 0 0 0\nv 1 0 0 0.5\nv 1 1 0 0.1 0.2 0.3\nvt 0 0\nvn 0 0 1\n"
                   "f 1/1/1 2//1 3/1 \\\n  4\nv 0 1 0\nf -4 -3 -2\ns off\nl 1 2\r\n"));
  EXPECT_EQ(mesh.vertices(), 4);
  EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}, Triangle{0, 1, 2}));
  EXPECT_EQ(Vec3(vertex(mesh.X, 2)), Vec3(1, 1, 0));
  EXPECT_THAT(mesh.notes, IsEmpty());
}

TEST(ReadObj, DropsTrianglesThatNameAVertexTwiceWithANote) {
  const TemporaryFolder folder;
  const TriangleMesh mesh = read_triangle_mesh(folder.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 2\nf 1 2 3\n"));
  EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}));
  EXPECT_THAT(mesh.notes, ElementsAre(HasSubstr("dropped 1 triangles")));
}

TEST(ReadStl, WeldsTheCornersOfAnAsciiFile) {
  const TemporaryFolder folder;
  const std::string facet = "facet normal 0 0 nan\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1e0 -0\nendloop\nendfacet\n";
  const TriangleMesh mesh = read_triangle_mesh(
      folder.write("a.stl", "solid two words\n" + facet +
                                "FACET NORMAL 0 0 1 outer loop vertex 0 1 0 vertex 1 0 0 vertex 1 1 0.5 endloop endfacet\n"
                                "endsolid two words\nsolid\nendsolid\n"));
  EXPECT_EQ(mesh.vertices(), 4);
  EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{2, 1, 3}));
}

std::string binary_stl(const std::string& header, std::uint32_t count, std::size_t triangles) {
  std::string bytes = header;
  bytes.resize(80, ' ');
  bytes.append(reinterpret_cast<const char*>(&count), 4);
  for (std::size_t t = 0; t < triangles; ++t) {
    const float numbers[12] = {0, 0, 1, 0, 0, 0, 1, 0, 0, 0, float(t + 1), 0};
    bytes.append(reinterpret_cast<const char*>(numbers), sizeof numbers);
    bytes.append(2, '\0');
  }
  return bytes;
}

TEST(ReadStl, TellsABinaryFileThatBeginsWithSolid) {
  const TemporaryFolder folder;
  const TriangleMesh mesh = read_triangle_mesh(folder.write("a.stl", binary_stl("solid bracket", 2, 2)));
  EXPECT_EQ(mesh.vertices(), 4);
  EXPECT_EQ(mesh.triangles.size(), 2u);
  EXPECT_THAT(read_triangle_mesh(folder.write("b.stl", binary_stl("made by hand", 2, 2) + "more")).notes,
              ElementsAre(HasSubstr("4 bytes behind")));
}

std::string ply(std::endian order, bool binary) {
  std::string text = "ply\nformat ";
  text += !binary ? "ascii" : order == std::endian::big ? "binary_big_endian" : "binary_little_endian";
  text +=
      " 1.0\ncomment made by hand\nelement vertex 4\nproperty uchar red\nproperty float x\nproperty double y\nproperty int16 z\n"
      "element edge 1\nproperty int v1\nproperty list uint8 ushort more\nelement face 2\nproperty list uchar uint "
      "vertex_index\nproperty char flag\n"
      "end_header\n";
  if (!binary) return text + "9 0 0 0\n9 1 0 0\n9 1 1 -2\n9 0 1 0\n7 2 5 6\n4 0 1 2 3 1\n3 0 1 2 0\n";
  auto put = [&](auto value) {
    std::string raw(reinterpret_cast<const char*>(&value), sizeof value);
    if (order != std::endian::native) std::reverse(raw.begin(), raw.end());
    text += raw;
  };
  const double x[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, -2}, {0, 1, 0}};
  for (const auto& row : x) {
    put(std::uint8_t{9});
    put(static_cast<float>(row[0]));
    put(row[1]);
    put(static_cast<std::int16_t>(row[2]));
  }
  put(std::int32_t{7});
  put(std::uint8_t{2});
  put(std::uint16_t{5});
  put(std::uint16_t{6});
  for (const std::vector<std::uint32_t>& face : {std::vector<std::uint32_t>{0, 1, 2, 3}, {0, 1, 2}}) {
    put(static_cast<std::uint8_t>(face.size()));
    for (std::uint32_t i : face) put(i);
    put(std::int8_t{1});
  }
  return text;
}

TEST(ReadPly, TakesTextAndBothByteOrders) {
  for (const std::string& text : {ply(std::endian::little, false), ply(std::endian::little, true), ply(std::endian::big, true)}) {
    const TemporaryFolder folder;
    const TriangleMesh mesh = read_triangle_mesh(folder.write("a.ply", text));
    EXPECT_THAT(std::vector<double>(mesh.X.begin(), mesh.X.end()), ElementsAre(0, 0, 0, 1, 0, 0, 1, 1, -2, 0, 1, 0));
    EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}, Triangle{0, 1, 2}));
    EXPECT_THAT(mesh.notes, ElementsAre(HasSubstr("1 elements \"edge\"")));
  }
}

TEST(ReadTriangleMesh, TakesTheTrianglesOfMeshFilesAndElseTheSurfaceOfTheirTets) {
  const TemporaryFolder folder;
  const std::string vertices = "MeshVersionFormatted 2\nDimension\n3\nVertices\n5\n0 0 0 1\n1 0 0 1\n0 1 0 1\n0 0 1 1\n9 9 9 1\n";
  const TriangleMesh triangles = read_triangle_mesh(folder.write("a.mesh", vertices + "Quadrilaterals 1\n1 2 3 4 0\nEnd\n"));
  EXPECT_THAT(triangles.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}));
  EXPECT_EQ(triangles.vertices(), 5);  // as in the file
  const TriangleMesh skin = read_triangle_mesh(folder.write("b.mesh", vertices + "Tetrahedra\n1\n1 2 3 4 0\n"));
  EXPECT_EQ(skin.triangles.size(), 4u);
  EXPECT_EQ(skin.vertices(), 4);
  EXPECT_THAT(skin.notes, ElementsAre(HasSubstr("surface of the 1 tet")));
}

TEST(ReadMesh, AFileWithTheWrongExtensionIsReadByItsFirstBytesWithANote) {
  const TemporaryFolder folder;
  EXPECT_THAT(read_triangle_mesh(folder.write("a.obj", ply(std::endian::little, true))).notes,
              testing::Contains(HasSubstr("read as a PLY file")));
  EXPECT_EQ(read_triangle_mesh(folder.write("nameless", ply(std::endian::little, true))).vertices(), 4);
}

TEST(ReadMesh, ASurfaceIsNoBodyAndTheHintSaysWhatToDo) {
  const TemporaryFolder folder;
  try {
    read_tet_mesh(folder.write("a.stl", binary_stl("made by hand", 2, 2)));
    FAIL() << "a surface was taken for a body";
  } catch (const InputError& error) {
    EXPECT_THAT(error.faults().front().message, HasSubstr("surface of 2 triangles"));
    EXPECT_THAT(error.faults().front().hint, HasSubstr("lilyan mesh"));
  }
}

TEST(RealSurface, TheTurtleHasItsTriangles) {
  const char* data = std::getenv("LILYAN_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "set LILYAN_TEST_DATA to the folder of real meshes";
  const TriangleMesh mesh = read_triangle_mesh(std::filesystem::path(data) / "turtle.obj");
  EXPECT_GT(mesh.vertices(), 100);
  EXPECT_GT(mesh.triangles.size(), 100u);
}

}  // namespace
