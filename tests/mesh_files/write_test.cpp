#include <lilyan/core/error.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <lilyan/mesh_files/write.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>

#include <gtest/gtest.h>
#include <cstring>

#include <numeric>

namespace {

using namespace lilyan;
using lilyan::test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Coordinates that need all their digits.
TetMesh awkward_box() {
  TetMesh mesh = box(Vec3(1.0 / 3, 2e-2 / 3, 1.0 / 7), {2, 1, 2}, Vec3(0.1, 0.2, 0.3), Split::five);
  mesh.X[4] += 1e-5 / 3;
  return mesh;
}

std::vector<Index> range(Index first, Index last) {
  std::vector<Index> indices(static_cast<std::size_t>(last - first));
  std::iota(indices.begin(), indices.end(), first);
  return indices;
}

TEST(WriteTetMesh, EveryFormatReadsBackTheSameMesh) {
  const TetMesh mesh = awkward_box();
  for (const char* name : {"a.msh", "a.veg", "a.node", "a.ELE", "a.vtu", "a.vtk", "a.mesh"}) {
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    EXPECT_THAT(write_tet_mesh(folder / name, mesh), IsEmpty());
    const TetMesh read = read_tet_mesh(folder / name);
    EXPECT_EQ(read.X, mesh.X);
    EXPECT_EQ(read.tets, mesh.tets);
    EXPECT_TRUE(read.tet_sets.empty());
    EXPECT_THAT(read.notes, IsEmpty());
  }
}

TEST(WriteTetMesh, GmshKeepsOverlappingSetsByTheirNames) {
  TetMesh mesh = awkward_box();
  mesh.tet_sets = {{"soft part", range(0, 7)}, {"hard", range(5, 9)}};
  mesh.vertex_sets = {{"end", {0, 3, 7}}, {"tip", {3}}};
  const TemporaryFolder folder;
  write_tet_mesh(folder / "a.msh", mesh);
  const TetMesh read = read_tet_mesh(folder / "a.msh");
  EXPECT_EQ(read.tets, mesh.tets);
  EXPECT_EQ(read.tet_sets, mesh.tet_sets);
  EXPECT_EQ(read.vertex_sets, mesh.vertex_sets);
}

TEST(WriteTetMesh, MeditKeepsSetsAsReferences) {
  TetMesh mesh = awkward_box();
  mesh.tet_sets = {{"ref7", range(0, 7)}, {"ref2", range(7, 9)}};
  const TemporaryFolder folder;
  EXPECT_THAT(write_tet_mesh(folder / "a.mesh", mesh), IsEmpty());
  EXPECT_EQ(read_tet_mesh(folder / "a.mesh").tet_sets, mesh.tet_sets);
}

TEST(WriteTetMesh, VegaKeepsSetsMaterialsAndRegions) {
  TetMesh mesh = awkward_box();
  mesh.tet_sets = {{"shell", range(0, 7)}, {"other", range(5, 9)}};
  mesh.materials = {{"steel", 7800, 2e11, 0.3}, {"rubber", 1000, 1e6 / 3, 0.49}};
  mesh.tet_material.assign(mesh.tets.size(), 1);
  for (std::size_t t = 0; t < 7; ++t) mesh.tet_material[t] = 0;
  const TemporaryFolder folder;
  EXPECT_THAT(write_tet_mesh(folder / "a.veg", mesh), IsEmpty());
  const TetMesh read = read_tet_mesh(folder / "a.veg");
  EXPECT_EQ(read.tet_material, mesh.tet_material);
  EXPECT_EQ(read.tet_sets.at("shell"), mesh.tet_sets.at("shell"));
  EXPECT_EQ(read.tet_sets.at("other"), mesh.tet_sets.at("other"));
  EXPECT_EQ(read.materials[1].youngs_modulus, 1e6 / 3);
  // One material everywhere needs no set.
  mesh.tet_material.assign(mesh.tets.size(), 0);
  write_tet_mesh(folder / "b.veg", mesh);
  EXPECT_THAT(folder.read("b.veg"), HasSubstr("allElements, steel"));
}

TEST(WriteTetMesh, VegaKeepsOrthotropicMaterials) {
  TetMesh mesh = awkward_box();
  const FileOrthotropy fir{Vec3(3e9, 2e8, 1e8), Vec3(0.3, 0.4, 0.02), Vec3(1e8, 1e7, 2e8), Mat3{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}};
  mesh.materials = {{"fir", 500, 0, 0, fir}};
  mesh.tet_material.assign(mesh.tets.size(), 0);
  const TemporaryFolder folder;
  write_tet_mesh(folder / "a.veg", mesh);
  const FileMaterial read = read_tet_mesh(folder / "a.veg").materials.at(0);
  ASSERT_TRUE(read.orthotropy);
  EXPECT_EQ(read.density, 500);
  EXPECT_EQ(read.orthotropy->youngs_moduli, fir.youngs_moduli);
  EXPECT_EQ(read.orthotropy->poissons_ratios, fir.poissons_ratios);
  EXPECT_EQ(read.orthotropy->shear_moduli, fir.shear_moduli);
  EXPECT_EQ(read.orthotropy->axes, fir.axes);
}

TEST(WriteTetMesh, WhatAFormatCannotHoldIsSaid) {
  TetMesh mesh = awkward_box();
  mesh.tet_sets = {{"region3", range(0, 7)}, {"hard", range(7, 9)}};
  mesh.vertex_sets = {{"skin", {0, 1}}};
  mesh.materials = {{"steel", 7800, 2e11, 0.3}};
  mesh.tet_material.assign(mesh.tets.size(), 0);
  const TemporaryFolder folder;
  EXPECT_THAT(write_tet_mesh(folder / "a.node", mesh), ElementsAre(HasSubstr("\"hard\" is written as region1"),
                                                                   HasSubstr("no sets of vertices"), HasSubstr("no materials")));
  const TetMesh read = read_tet_mesh(folder / "a.ele");
  EXPECT_EQ(read.tet_sets.at("region3"), range(0, 7));
  EXPECT_EQ(read.tet_sets.at("region1"), range(7, 9));
  mesh.tet_sets["more"] = {0};
  EXPECT_THAT(write_tet_mesh(folder / "a.node", mesh)[0], HasSubstr("more than one"));
  EXPECT_THAT(write_tet_mesh(folder / "a.vtu", mesh),
              ElementsAre(HasSubstr("no sets of tets"), HasSubstr("vertices"), HasSubstr("materials")));
  mesh.tet_sets["two words"] = {0};
  EXPECT_THROW(write_tet_mesh(folder / "a.veg", mesh), InputError);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.veg"));
}

TEST(WriteMesh, TheListOfFormatsIsTrue) {
  auto accepted = [](const auto& use) {
    try {
      use();
    } catch (const InputError& error) {
      return error.faults().front().id != "mesh.extension";
    }
    return true;
  };
  const TemporaryFolder folder;
  for (const MeshFormat& format : mesh_formats()) {
    const std::filesystem::path file = "a." + format.name;
    EXPECT_EQ(accepted([&] { require_tet_extension(file); }), format.writes_tets) << file;
    EXPECT_EQ(accepted([&] { require_triangle_extension(file); }), format.writes_triangles) << file;
    EXPECT_TRUE(accepted([&] { read_tet_mesh(folder.write(file, "x")); })) << file;
  }
}

TEST(WriteMesh, AnUnknownExtensionIsRefusedAndTheKnownOnesAreListed) {
  try {
    write_tet_mesh("a.obj", awkward_box());
    FAIL() << "tets were written to an .obj file";
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults().front().id, "mesh.extension");
    EXPECT_THAT(error.faults().front().hint, HasSubstr(".msh, .vtu"));
  }
  EXPECT_THROW(require_triangle_extension("a.msh"), InputError);
  EXPECT_THROW(require_tet_extension("a"), InputError);
  EXPECT_NO_THROW(require_tet_extension("a.MESH"));
}

// The surface of a box, whose single precision is exact.
TriangleMesh box_surface() {
  const TetMesh body = box(Vec3(1, 2, 3), {2, 2, 2}, Vec3(0.5, 0.25, 0), Split::five);
  TriangleMesh mesh;
  mesh.X = body.X;
  mesh.triangles = surface(body);
  return mesh;
}

TEST(WriteTriangleMesh, ObjAndPlyReadBackTheSameMesh) {
  TriangleMesh mesh = box_surface();
  mesh.X.array() += 1.0 / 3;
  for (const char* name : {"a.obj", "a.ply"}) {
    const TemporaryFolder folder;
    EXPECT_THAT(write_triangle_mesh(folder / name, mesh), IsEmpty());
    const TriangleMesh read = read_triangle_mesh(folder / name);
    EXPECT_EQ(read.X, mesh.X) << name;
    EXPECT_EQ(read.triangles, mesh.triangles) << name;
    EXPECT_THAT(read.notes, IsEmpty());
  }
}

TEST(WriteTriangleMesh, StlReadsBackTheSameTrianglesAtTheSamePlaces) {
  const TriangleMesh mesh = box_surface();
  const TemporaryFolder folder;
  write_triangle_mesh(folder / "a.stl", mesh);
  const TriangleMesh read = read_triangle_mesh(folder / "a.stl");
  EXPECT_EQ(read.vertices(), 26);  // the vertex in the middle of the box is on no triangle
  ASSERT_EQ(read.triangles.size(), mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_EQ(Vec3(vertex(read.X, read.triangles[t][k])), Vec3(vertex(mesh.X, mesh.triangles[t][k])));
}

TEST(WriteTriangleMesh, TheNormalsOfAnStlFilePointOutwards) {
  const TriangleMesh mesh = box_surface();
  const TemporaryFolder folder;
  write_triangle_mesh(folder / "a.stl", mesh);
  const std::string bytes = folder.read("a.stl");
  ASSERT_EQ(bytes.size(), 84 + 50 * mesh.triangles.size());
  Vec3 middle = Vec3::Zero();
  for (Index i = 0; i < mesh.vertices(); ++i) middle += vertex(mesh.X, i) / mesh.vertices();
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    float n[3];
    std::memcpy(n, bytes.data() + 84 + 50 * t, sizeof n);
    const Vec3 normal(n[0], n[1], n[2]);
    EXPECT_NEAR(normal.norm(), 1, 1e-6);
    EXPECT_GT(normal.dot(vertex(mesh.X, mesh.triangles[t][0]) - middle), 0);
  }
}

TEST(WriteTriangleMesh, AnObjFileIsItsText) {
  const TemporaryFolder folder;
  TriangleMesh mesh;
  mesh.X = Vector::LinSpaced(9, 0, 8) / 10;
  mesh.triangles = {{0, 1, 2}, {2, 1, 0}};
  EXPECT_THAT(write_triangle_mesh(folder / "a.obj", mesh), IsEmpty());
  EXPECT_EQ(folder.read("a.obj"), "v 0 0.1 0.2\nv 0.3 0.4 0.5\nv 0.6 0.7 0.8\nf 1 2 3\nf 3 2 1\n");
}

}  // namespace
