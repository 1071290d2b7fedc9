// Meshes without some of their cells, the numbers from before, and the pieces that are left.
#include <lilyan/core/error.hpp>
#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/faces.hpp>

#include <gmock/gmock.h>

#include <tests/support/fault_of.hpp>

namespace lilyan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Three tets in a row: vertices 0 to 5.
BodyMesh row() {
  BodyMesh mesh;
  mesh.X.resize(18);
  for (Index i = 0; i < 18; ++i) mesh.X[i] = i;
  mesh.cells.tets = {{0, 1, 2, 3}, {1, 2, 3, 4}, {2, 3, 4, 5}};
  mesh.cell_sets = {{"ends", {0, 2}}, {"first", {0}}};
  mesh.vertex_sets = {{"tips", {0, 5}}, {"tip", {0}}};
  mesh.materials.resize(3);
  mesh.cell_material = {0, 1, 2};
  return mesh;
}

TEST(RemoveCells, TakesTheVerticesAlongThatNoOtherCellHas) {
  const BodyMesh left = with_cells(row(), {false, true, true});
  EXPECT_THAT(left.cells.tets, ElementsAre(Tet{0, 1, 2, 3}, Tet{1, 2, 3, 4}));
  EXPECT_EQ(left.X, row().X.tail(15));
  EXPECT_THAT(left.cell_sets.at("ends"), ElementsAre(1));
  EXPECT_THAT(left.cell_sets.at("first"), IsEmpty());
  EXPECT_THAT(left.vertex_sets.at("tips"), ElementsAre(4));
  EXPECT_THAT(left.vertex_sets.at("tip"), IsEmpty());
  EXPECT_THAT(left.cell_material, ElementsAre(1, 2));
  EXPECT_THAT(left.vertex_numbers.old, ElementsAre(1, 2, 3, 4, 5));
  EXPECT_EQ(left.vertex_numbers.old_count, 6);
  EXPECT_THAT(left.cell_numbers.old, ElementsAre(1, 2));
}

TEST(RemoveCells, MayLeaveAllVertices) {
  const BodyMesh left = with_cells(row(), {true, false, true});
  EXPECT_THAT(left.cells.tets, ElementsAre(Tet{0, 1, 2, 3}, Tet{2, 3, 4, 5}));
  EXPECT_EQ(left.X, row().X);
  EXPECT_EQ(left.vertex_numbers, KeptNumbers{});
  EXPECT_THAT(left.cell_numbers.old, ElementsAre(0, 2));
}

TEST(RemoveCells, KeepsWhatTrianglesAndHexesHaveBesides) {
  BodyMesh flat;
  flat.X = Vector::Zero(12);
  flat.rows = {2, 2};
  flat.cells.triangles = {{0, 1, 2}, {1, 2, 3}};
  flat.cells.thickness = {0.1, 0.2};
  const BodyMesh left = with_cells(flat, {false, true});
  EXPECT_THAT(left.cells.thickness, ElementsAre(0.2));
  EXPECT_THAT(left.rows, ElementsAre(0, 0));  // no longer a sheet of rows

  BodyMesh hexes;
  hexes.X = Vector::Zero(36);
  hexes.cells.hexes = {{0, 1, 2, 3, 4, 5, 6, 7}, {4, 5, 6, 7, 8, 9, 10, 11}};
  EXPECT_THAT(with_cells(hexes, {false, true}).cells.hexes, ElementsAre(Hex{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(KeptNumbers, LeadToWhatIsLeftAndBack) {
  const KeptNumbers numbers = kept_numbers({false, true, true, false, true});
  EXPECT_THAT(numbers_now(numbers, {4, 1, 4}, "vertex"), ElementsAre(2, 0, 2));
  EXPECT_EQ(numbers.now(3), -1);
  for (Index now = 0; now < 3; ++now) EXPECT_EQ(numbers.now(numbers.before(now)), now);
  EXPECT_EQ(numbers.count_before(3), 5);
  Vector five(15);
  for (Index i = 0; i < 15; ++i) five[i] = i;
  EXPECT_THAT(kept_part(numbers, five), ElementsAre(3, 4, 5, 6, 7, 8, 12, 13, 14));

  EXPECT_EQ(kept_numbers({true, true}), KeptNumbers{});
  EXPECT_THAT(numbers_now(KeptNumbers{}, {7}, "vertex"), ElementsAre(7));
}

TEST(KeptNumbers, RefuseWhatWasRemovedOrNeverThere) {
  const KeptNumbers numbers = kept_numbers({false, true, true, false, true});
  const Fault one = test::fault_of([&] { numbers_now(numbers, {1, 3}, "tet"); });
  EXPECT_EQ(one.id, "select.removed");
  EXPECT_EQ(one.message, "tet 3 was removed by a void region");
  EXPECT_THAT(test::fault_of([&] { numbers_now(numbers, {0, 3}, "tet"); }).message, HasSubstr("2 of those listed"));
  for (const Index bad : {-1, 5}) EXPECT_EQ(test::fault_of([&] { numbers_now(numbers, {bad}, "tet"); }).id, "select.index");
}

TEST(Pieces, HangTogetherByFacesOrByVertices) {
  Cells cells;
  cells.tets = {{0, 1, 2, 3}, {1, 2, 3, 4}, {4, 5, 6, 7}, {8, 9, 10, 11}};
  EXPECT_EQ(pieces_by_faces(cells), 3);
  EXPECT_EQ(pieces_by_vertices(cells), 2);

  Cells flat;
  flat.triangles = {{0, 1, 2}, {2, 1, 3}, {3, 4, 5}};
  EXPECT_EQ(pieces_by_faces(flat), 2);
  EXPECT_EQ(pieces_by_vertices(flat), 1);

  Cells hexes;
  hexes.hexes = {{0, 1, 2, 3, 4, 5, 6, 7}, {4, 5, 6, 7, 8, 9, 10, 11}, {10, 11, 12, 13, 14, 15, 16, 17}};
  EXPECT_EQ(pieces_by_faces(hexes), 2);
  EXPECT_EQ(pieces_by_vertices(hexes), 1);

  const BodyMesh box = lilyan::box(Vec3::Ones(), {3, 3, 3}, Vec3::Zero(), Split::five);
  EXPECT_EQ(pieces_by_faces(box.cells), 1);
}

}  // namespace
}  // namespace lilyan
