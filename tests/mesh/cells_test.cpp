// Cells of every kind: their numbering, their volumes and faces, how they are shown and written.
#include <lilyan/core/error.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/faces.hpp>
#include <lilyan/mesh/shape_functions.hpp>
#include <lilyan/mesh_files/content.hpp>
#include <lilyan/mesh_files/vtk/vtk_grid.hpp>
#include <lilyan/mesh_files/vtk/vtu.hpp>

#include <gmock/gmock.h>
#include <Eigen/Geometry>

#include <numbers>
#include <numeric>

#include <tests/support/temporary_folder.hpp>

namespace lilyan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Cells one_of_each() {
  Cells cells;
  cells.tets = {{0, 1, 2, 3}};
  cells.hexes = {{4, 5, 6, 7, 8, 9, 10, 11}};
  cells.triangles = {{12, 13, 14}};
  cells.quads = {{15, 16, 17, 18}};
  cells.edges = {{19, 20}};
  cells.points = {21};
  return cells;
}

// What closed triangles enclose [m^3].
double enclosed(const Vector& x, const std::vector<Triangle>& triangles) {
  double V = 0;
  for (const auto& [a, b, c] : triangles) V += Vec3(vertex(x, a)).cross(Vec3(vertex(x, b))).dot(vertex(x, c)) / 6;
  return V;
}

TEST(Cells, AreNumberedKindAfterKind) {
  const Cells cells = one_of_each();
  EXPECT_EQ(cells.count(), 6);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_EQ(cells.kind(static_cast<Index>(k)), kCellKinds[k]);
    EXPECT_EQ(cells.first(kCellKinds[k]), static_cast<Index>(k));
  }
  EXPECT_EQ(cells.vertices(1).size(), 8u);
  EXPECT_THAT(cells.vertices(3), ElementsAre(15, 16, 17, 18));
  EXPECT_THAT(cells.vertices(4), ElementsAre(19, 20));
  EXPECT_EQ(counted(cells), "1 tet, 1 hex, 1 triangle, 1 quad, 1 edge and 1 point");
  EXPECT_EQ(counted(CellKind::hex, 12), "12 hexes");
  EXPECT_EQ(counted(Cells{}), "no cells");
}

TEST(Cells, OfABodyAreTakenOutWithItsOwnNumbers) {
  Cells all = one_of_each(), more = one_of_each();
  more.edges.push_back({1, 2});
  all.append(more, 100);
  EXPECT_EQ(all.count(), 13);
  const Cells part = all.part(CellKind::edge, all.first(CellKind::edge) + 1, 2, 100);
  EXPECT_EQ(part.count(), 2);
  EXPECT_EQ(part.edges, more.edges);
  all.quad_thickness = {0.5, 0.25};
  const Cells quads = all.part(CellKind::quad, all.first(CellKind::quad) + 1, 1, 100);
  EXPECT_EQ(quads.quads, more.quads);
  EXPECT_THAT(quads.quad_thickness, ElementsAre(0.25));
}

TEST(Hexes, OfABoxFillItAndShareItsVolumeEvenly) {
  const BodyMesh mesh = hex_box(Vec3(2, 3, 4), {2, 1, 2}, Vec3(1, 2, 3));
  double V = 0;
  for (Index e = 0; e < mesh.cells.count(); ++e) V += volume(mesh.X, mesh.cells, e);
  EXPECT_NEAR(V, 24, 1e-12);
  for (const double share : corner_volumes(mesh.X, mesh.cells.hexes[0])) EXPECT_NEAR(share, 6.0 / 8, 1e-13);
  for (const Hex& hex : mesh.cells.hexes) EXPECT_NEAR(least_jacobian(mesh.X, hex), 6.0 / 8, 1e-13);
  EXPECT_EQ(surface(mesh.cells.hexes).size(), 2u * (2 + 4 + 2));
  EXPECT_NEAR(enclosed(mesh.X, surface(mesh.cells)), 24, 1e-12);
}

TEST(Hexes, OfAnyShapeHaveTheVolumeThatTheirFacesEnclose) {
  // Faces of a trilinear hex are curved; halves cut along both diagonals enclose the same on average.
  BodyMesh mesh = hex_box(Vec3(1, 1, 1), {1, 1, 1}, Vec3::Zero());
  mesh.X += 0.1 * Vector::LinSpaced(24, 0, 40).array().sin().matrix();
  std::vector<Triangle> one, other;
  for (const auto& [a, b, c, d] : surface(mesh.cells.hexes)) {
    one.insert(one.end(), {{a, b, c}, {a, c, d}});
    other.insert(other.end(), {{a, b, d}, {b, c, d}});
  }
  const Hex& hex = mesh.cells.hexes[0];
  EXPECT_NEAR(hex_volume(mesh.X, hex), 0.5 * (enclosed(mesh.X, one) + enclosed(mesh.X, other)), 1e-14);
  const std::array<double, 8> shares = corner_volumes(mesh.X, hex);
  EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), hex_volume(mesh.X, hex), 1e-14);
}

TEST(Faces, ShareTheirAreaAmongTheirVertices) {
  const BodyMesh mesh = hex_box(Vec3(2, 1, 1), {2, 1, 1}, Vec3::Zero());
  const Vector area = area_of_vertices(mesh.X, outer_faces(mesh.cells, FlatBody::sheet));
  EXPECT_NEAR(area.sum(), 10, 1e-13);
  EXPECT_NEAR(area[0], 0.75, 1e-14);

  Faces right = outer_faces(mesh.cells, FlatBody::sheet);
  std::vector<bool> selected;
  for (Index i = 0; i < mesh.vertices(); ++i) selected.push_back(vertex(mesh.X, i)[0] > 0.9);
  right.keep_whole(selected);
  EXPECT_EQ(right.quads.size(), 1u);

  Vector X(12);
  X << 0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0;
  Cells flat;
  flat.triangles = {{0, 1, 2}, {0, 2, 3}};
  flat.thickness = {0.5, 0.5};
  EXPECT_NEAR(area_of_vertices(X, outer_faces(flat, FlatBody::sheet)).sum(), 2, 1e-14);
  EXPECT_NEAR(area_of_vertices(X, outer_faces(flat, FlatBody::slice)).sum(), 6 * 0.5, 1e-14);
}

TEST(CellSkin, ShowsEdgesAsClosedTubesAndPointsAsBalls) {
  Cells cells;
  cells.edges = {{0, 1}, {1, 2}};
  cells.points = {3};
  Vector x(12);
  x << 0, 0, 0, 1, 0, 0, 2, 0, 0, 5, 5, 5;
  const double r = 0.01;
  const MeshField number{"number", 1, {0, 1, 2, 3}}, cell{"cell", 1, {10, 20, 30}};
  const Skin skin = CellSkin(cells, r).at(x, {number}, {cell});
  const double round = 6 * std::sin(std::numbers::pi / 6);  // the area of a regular twelve-gon of radius 1
  const double tubes = 2 * round * r * r, ball = 4 * std::numbers::pi / 3 * 27 * r * r * r;
  EXPECT_NEAR(enclosed(skin.x, skin.triangles), tubes + ball, 0.12 * ball);
  for (Index i = 0; i < skin.vertices(); ++i) {
    const double of = skin.fields[0].values[static_cast<std::size_t>(i)];
    EXPECT_LT((vertex(skin.x, i) - vertex(x, static_cast<Index>(of))).norm(), 3.001 * r);
  }
  EXPECT_EQ(skin.fields[1].values.front(), 10);
  EXPECT_EQ(skin.fields[1].values.back(), 30);
}

TEST(CellSkin, ShowsTheTrianglesOfASheetAndTheBoundaryOfHexesOnce) {
  BodyMesh mesh = hex_box(Vec3(1, 1, 1), {3, 3, 3}, Vec3::Zero());
  const Vector x = mesh.X;
  const Skin alone = CellSkin(mesh.cells).at(x);
  EXPECT_EQ(alone.vertices(), 64 - 8);
  EXPECT_EQ(alone.triangles.size(), 2u * 54);
  mesh.cells.triangles = {{0, 1, 4}};  // what a mesher writes beside its volumes
  mesh.cells.edges = {{0, 1}};
  mesh.cells.points = {0};
  EXPECT_EQ(CellSkin(mesh.cells, 0.1).at(x).triangles, alone.triangles);
}

TEST(Vtu, KeepsCellsOfEveryKindWithTheirFields) {
  const test::TemporaryFolder folder;
  const Cells cells = one_of_each();
  const Vector x = Vector::LinSpaced(66, 0, 1);
  const std::vector<double> field = {1, 2, 3, 4, 5, 6};
  write_vtu(folder / "cells.vtu", x, cells, {}, {{"number", 1, field}});
  const VtkGrid grid = read_vtk_grid(folder / "cells.vtu");
  EXPECT_EQ(cells_of(grid), cells);
  EXPECT_EQ(grid.X, x);
  ASSERT_EQ(cell_fields_of(grid).size(), 1u);
  EXPECT_EQ(cell_fields_of(grid)[0].values, field);
}

TEST(BodyMesh, OfAFileOfHexesIsMendedWhereTheyAreInsideOut) {
  MeshContent content;
  content.origin.files = {"bar.vtu"};
  const BodyMesh mesh = hex_box(Vec3(2, 1, 1), {2, 1, 1}, Vec3::Zero());
  content.X = mesh.X;
  content.X.conservativeResize(content.X.size() + 3);
  content.X.tail(3).setConstant(7);  // a vertex that nothing uses
  content.hexes = mesh.cells.hexes;
  std::rotate(content.hexes[1].begin(), content.hexes[1].begin() + 4, content.hexes[1].end());
  const BodyMesh read = to_body_mesh(content);
  EXPECT_EQ(read.cells.hexes, mesh.cells.hexes);
  EXPECT_EQ(read.X, mesh.X);
  EXPECT_THAT(read.notes, ElementsAre(HasSubstr("dropped 1 vertices"), HasSubstr("turned 1 hexes")));

  MeshContent doubled = content;
  doubled.hexes.push_back(doubled.hexes[0]);
  EXPECT_THROW(to_body_mesh(doubled), InputError);
  std::swap(content.hexes[0][0], content.hexes[0][1]);
  EXPECT_THROW(to_body_mesh(content), InputError);
}

TEST(BodyMesh, OfAGmshFileOfHexesHasTheirPhysicalVolumesAsSets) {
  const TextFile file{"bar.msh",
                      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 7 \"core\"\n$EndPhysicalNames\n"
                      "$Nodes\n8\n1 0 0 0\n2 1 0 0\n3 1 1 0\n4 0 1 0\n5 0 0 1\n6 1 0 1\n7 1 1 1\n8 0 1 1\n$EndNodes\n"
                      "$Elements\n2\n1 3 2 1 1 1 2 3 4\n2 5 2 7 1 1 2 3 4 5 6 7 8\n$EndElements\n"};
  const BodyMesh mesh = to_body_mesh(parse_mesh_content(file));
  ASSERT_EQ(mesh.cells.hexes.size(), 1u);
  EXPECT_NEAR(hex_volume(mesh.X, mesh.cells.hexes[0]), 1, 1e-15);
  EXPECT_THAT(mesh.cell_sets.at("core"), ElementsAre(0));
}

}  // namespace
}  // namespace lilyan
