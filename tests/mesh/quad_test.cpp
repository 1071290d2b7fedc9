// Quads, the coarse cells of flat bodies: how they measure, how they are shown, touched and refined, and what files say of them.
#include <lilyan/mesh/faces.hpp>
#include <lilyan/mesh/refine.hpp>
#include <lilyan/mesh/shape_functions.hpp>
#include <lilyan/mesh/skin.hpp>
#include <lilyan/mesh/volume_ratios.hpp>
#include <lilyan/mesh_files/content.hpp>
#include <lilyan/mesh_files/vtk/vtk_grid.hpp>
#include <lilyan/mesh_files/vtk/vtu.hpp>

#include <gmock/gmock.h>

#include <tests/support/temporary_folder.hpp>

namespace lilyan {
namespace {

using testing::ElementsAre;

// Two rows of three vertices; a square beside a trapezoid whose right side is half as long.
//
//   3 -- 4
//   |    | \ 5      y(5) = 0.75
//   |    | / 2      y(2) = 0.25
//   0 -- 1
BodyMesh square_and_trapezoid() {
  BodyMesh mesh;
  mesh.X.resize(18);
  mesh.X << 0, 0, 0, 1, 0, 0, 2, 0.25, 0, 0, 1, 0, 1, 1, 0, 2, 0.75, 0;
  mesh.cells.quads = {{0, 1, 4, 3}, {1, 2, 5, 4}};
  mesh.cells.quad_thickness = {0.5, 2};
  return mesh;
}

TEST(Quads, HaveTheVolumeOfTheirAreaAndThickness) {
  BodyMesh mesh = square_and_trapezoid();
  EXPECT_EQ(mesh.kind(), CellKind::quad);
  EXPECT_NEAR(volume(mesh.X, mesh.cells, 0), 0.5, 1e-15);
  EXPECT_NEAR(volume(mesh.X, mesh.cells, 1), 2 * 0.75, 1e-15);
  mesh.cells.quad_thickness.clear();
  EXPECT_NEAR(volume(mesh.X, mesh.cells, 1), 0.75, 1e-15);
  EXPECT_NEAR(centroids(mesh.X, mesh.cells)[3], 1.5, 1e-15);
}

TEST(Quads, ShareTheirAreaAsTheirShapeFunctionsDo) {
  const BodyMesh mesh = square_and_trapezoid();
  Vector shares = Vector::Zero(6);
  add_corner_areas(mesh.X, mesh.cells.quads[1], 1, shares);
  // The height is 1 - s/2, the shape functions of the long side (1 - s) eta, of the short one s eta, s from 0 to 1.
  const double at_long = 0.5 * (1 - 0.5 - 0.25 + 0.5 / 3), at_short = 0.5 * (0.5 - 0.5 / 3);
  EXPECT_NEAR(shares[1], at_long, 1e-15);
  EXPECT_NEAR(shares[4], at_long, 1e-15);
  EXPECT_NEAR(shares[2], at_short, 1e-15);
  EXPECT_NEAR(shares[5], at_short, 1e-15);
  EXPECT_EQ(shares[0], 0);
}

TEST(Quads, AreShownAsTwoTrianglesEach) {
  const BodyMesh mesh = square_and_trapezoid();
  EXPECT_THAT(surface(mesh.cells), ElementsAre(Triangle{0, 1, 4}, Triangle{0, 4, 3}, Triangle{1, 2, 5}, Triangle{1, 5, 4}));
  Cells cells = mesh.cells;
  cells.edges = {{1, 4}};  // a side of both
  const Skin skin = CellSkin(cells, 0.1).at(mesh.X, {}, {{"number", 1, {1, 4, 7}}});
  EXPECT_EQ(skin.triangles.size(), 4u);
  EXPECT_EQ(skin.fields[0].values[0], 1);
  EXPECT_EQ(skin.fields[0].values[2], 4);
}

TEST(Quads, AreTouchedAlongTheirRim) {
  const BodyMesh mesh = square_and_trapezoid();
  EXPECT_THAT(rim(mesh.cells), ElementsAre(VertexPair{0, 1}, VertexPair{4, 3}, VertexPair{3, 0}, VertexPair{1, 2}, VertexPair{2, 5},
                                           VertexPair{5, 4}));
  const Faces slice = outer_faces(mesh.cells, FlatBody::slice);
  EXPECT_THAT(slice.widths, ElementsAre(0.5, 0.5, 0.5, 2, 2, 2));
  const double slope = std::sqrt(1 + 0.25 * 0.25);
  EXPECT_NEAR(area_of_vertices(mesh.X, slice).sum(), 3 * 0.5 + 2 * (0.5 + 2 * slope), 1e-14);
  EXPECT_NEAR(area_of_vertices(mesh.X, outer_faces(mesh.cells, FlatBody::sheet)).sum(), 1.75, 1e-14);
}

TEST(Quads, AreRefinedIntoFour) {
  BodyMesh mesh = square_and_trapezoid();
  mesh.vertex_sets["middle"] = {1, 4};
  const BodyMesh fine = refined(mesh);
  EXPECT_EQ(fine.cells.quads.size(), 8u);
  EXPECT_EQ(fine.vertices(), 15);
  EXPECT_THAT(fine.cells.quad_thickness, ElementsAre(0.5, 0.5, 0.5, 0.5, 2, 2, 2, 2));
  double V = 0;
  for (Index e = 0; e < 8; ++e) V += volume(fine.X, fine.cells, e);
  EXPECT_NEAR(V, 0.5 + 1.5, 1e-14);
  std::vector<Index> all(8);
  for (Index e = 0; e < 8; ++e) all[static_cast<std::size_t>(e)] = e;
  EXPECT_EQ(VolumeRatios(fine.X, fine.cells, all).look(fine.X).inverted, 0);
  EXPECT_EQ(rim(fine.cells).size(), 12u);
  EXPECT_EQ(fine.vertex_sets.at("middle").size(), 3u);
}

TEST(HonestVolumeRatios, OfAQuadAreTheLeastOfItsCorners) {
  const BodyMesh mesh = square_and_trapezoid();
  const VolumeRatios ratios(mesh.X, mesh.cells, {0, 1});
  EXPECT_NEAR(ratios.look(mesh.X).least, 1, 1e-14);
  Vector pressed = mesh.X;
  for (Index i = 0; i < 6; ++i) vertex(pressed, i)[0] *= 0.4;
  EXPECT_NEAR(ratios.look(pressed).least, 0.4, 1e-14);
  Vector pushed = mesh.X;
  vertex(pushed, 0) = Vec3(0.8, 0.7, 0);  // beyond the diagonal
  const VolumeRatios::Seen seen = ratios.look(pushed);
  EXPECT_EQ(seen.cell, 0);
  EXPECT_EQ(seen.inverted, 1);
  EXPECT_NEAR(seen.least, (1 - 0.8) * (1 - 0.7) - 0.8 * 0.7, 1e-14);
}

// Frames are read back as they were written; mesh files of quads are surfaces of triangles, as before.
TEST(Vtu, KeepsQuadsWholeForFramesAndGivesMeshesTheirHalves) {
  const test::TemporaryFolder folder;
  BodyMesh mesh = square_and_trapezoid();
  mesh.cells.quad_thickness.clear();
  mesh.cells.triangles = {{0, 1, 2}};
  write_vtu(folder / "quads.vtu", mesh.X, mesh.cells, {}, {{"pair", 2, std::vector<double>{1, 2, 3, 4, 5, 6}}});
  const VtkGrid grid = read_vtk_grid(folder / "quads.vtu");
  EXPECT_EQ(cells_of(grid), mesh.cells);
  EXPECT_THAT(cell_fields_of(grid)[0].values, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(grid.triangles.size(), 5u);
  EXPECT_THAT(grid.triangle_fields[0].values, ElementsAre(1, 2, 3, 4, 3, 4, 5, 6, 5, 6));
}

TEST(BodyMesh, OfAFileNeverHasQuads) {
  const TextFile file{"flat.vtk",
                      "# vtk DataFile Version 2.0\nflat\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 4 double\n"
                      "0 0 0 1 0 0 1 1 0 0 1 0\nCELLS 1 5\n4 0 1 2 3\nCELL_TYPES 1\n9\n"};
  const BodyMesh mesh = to_body_mesh(parse_mesh_content(file));
  EXPECT_EQ(mesh.kind(), CellKind::triangle);
  EXPECT_TRUE(mesh.cells.quads.empty());
  EXPECT_EQ(mesh.cells.triangles.size(), 2u);
}

}  // namespace
}  // namespace lilyan
