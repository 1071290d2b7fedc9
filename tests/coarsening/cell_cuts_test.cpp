#include <lilyan/algebra/threads.hpp>
#include <lilyan/coarsening/cell_cuts.hpp>

#include <gtest/gtest.h>

#include <tests/coarsening/fine_bodies.hpp>
#include <tests/support/fault_of.hpp>

namespace lilyan::test {
namespace {

double volume_in(const CellCut& cut) {
  double sum = 0;
  for (const Piece& piece : cut.pieces) sum += piece.volume();
  return sum;
}

// The cells of a cage around a box from the origin fill exactly what they have in common with it.
TEST(CellCuts, OfABoxInABoxCageHaveTheVolumeOfTheOverlap) {
  const FineBody body = fine_box({Vec3(4, 1, 1), {9, 4, 3}});
  const std::vector<BoxCell> cells = box_cells(hex_cage(Vec3(4.7, 1.6, 1.3), {5, 2, 3}, Vec3(2.1, 0.6, 0.45)), 3, 0);
  const std::vector<CellCut> cuts = cut_body(body, cells);
  double total = 0;
  for (std::size_t q = 0; q < cells.size(); ++q) {
    const Vec3 low = (cells[q].frame.centre - cells[q].frame.half).cwiseMax(Vec3::Zero());
    const Vec3 high = (cells[q].frame.centre + cells[q].frame.half).cwiseMin(Vec3(4, 1, 1));
    const double exact = (high - low).cwiseMax(Vec3::Zero()).prod();
    EXPECT_NEAR(volume_in(cuts[q]), exact, 1e-12 * cells[q].measure);
    EXPECT_NEAR(cuts[q].fill, exact / cells[q].measure, 1e-12);
    total += volume_in(cuts[q]);
  }
  EXPECT_NEAR(total, 4, 4e-12);
}

TEST(CellCuts, OfABoxInCoarseTetsFillTheBoxAndEachTetInside) {
  const FineBody body = fine_box({Vec3(2, 1, 1), {7, 4, 5}});
  TetMesh coarse = box(Vec3(2, 1, 1), {2, 1, 1}, Vec3(1, 0.5, 0.5), Split::five);
  CoarseMesh mesh{coarse.X, {}};
  mesh.cells.tets = coarse.tets;
  const std::vector<CuttingCell> cells = simplex_cells(mesh, 3, 0);
  const std::vector<CellCut> cuts = cut_body(body, cells);
  for (std::size_t q = 0; q < cells.size(); ++q) {
    EXPECT_NEAR(cuts[q].fill, 1, 1e-12);
    EXPECT_NEAR(volume_in(cuts[q]), volume(coarse.X, coarse.tets[q]), 1e-12);
  }
}

TEST(CellCuts, OfASliceCarryItsThickness) {
  const FineBody body = fine_rectangle({Vec3(4, 1, 1), {9, 5, 1}}, 0.25);
  const std::vector<BoxCell> quads = box_cells(quad_cage(Vec3(-0.3, -0.2, 0), Vec3(4.6, 1.4, 0), 3, 2), 2, 0);
  double total = 0, area = 0;
  const std::vector<CellCut> cuts = cut_body(body, quads);
  for (std::size_t q = 0; q < quads.size(); ++q) total += volume_in(cuts[q]), area += cuts[q].fill * quads[q].measure;
  EXPECT_NEAR(total, 1, 1e-12);
  EXPECT_NEAR(area, 4, 4e-12);
  CoarseMesh mesh{(Vector(12) << -1, -1, 0, 5, -1, 0, 5, 2, 0, -1, 2, 0).finished(), {}};
  mesh.cells.triangles = {{0, 1, 2}, {0, 2, 3}};
  total = 0;
  for (const CellCut& cut : cut_body(body, simplex_cells(mesh, 2, 0))) total += volume_in(cut);
  EXPECT_NEAR(total, 1, 1e-12);
}

TEST(CellCuts, OfANestedMeshAreWholeCellsAlsoFarFromTheOrigin) {
  FineBody body = fine_box({Vec3(3, 0.7, 1.1), {18, 6, 6}});
  CoarseMesh mesh = hex_cage(Vec3(3, 0.7, 1.1), {6, 3, 2}, 0.5 * Vec3(3, 0.7, 1.1));
  for (double away : {0.0, 1000.0}) {
    body.X.array() += away;
    mesh.X.array() += away;
    std::size_t pieces = 0;
    for (const CellCut& cut : cut_body(body, box_cells(mesh, 3, 0))) {
      EXPECT_TRUE(cut.is_nested());
      pieces += cut.pieces.size();
    }
    EXPECT_EQ(pieces, static_cast<std::size_t>(body.cells.count())) << away;
  }
}

TEST(CellCuts, AreTheSameToTheLastBitForAnyNumberOfThreads) {
  const FineBody body = fine_box({Vec3(4, 1, 1), {16, 4, 4}});
  const std::vector<BoxCell> cells = box_cells(hex_cage(Vec3(4.7, 1.6, 1.3), {5, 2, 3}, Vec3(2.1, 0.6, 0.45)), 3, 0);
  const std::vector<CellCut> one = cut_body(body, cells);
  const Threads three(3);
  const UsingThreads now(three);
  const std::vector<CellCut> many = cut_body(body, cells);
  for (std::size_t q = 0; q < cells.size(); ++q) {
    ASSERT_EQ(one[q].pieces.size(), many[q].pieces.size());
    for (std::size_t k = 0; k < one[q].pieces.size(); ++k) EXPECT_EQ(one[q].pieces[k].moments, many[q].pieces[k].moments);
  }
}

TEST(CellCuts, RefuseCoarseCellsThatDoNotCoverTheBody) {
  const FineBody body = fine_box({Vec3(4, 1, 1), {4, 1, 1}});
  const Fault fault = fault_of([&] { cut_body(body, box_cells(hex_cage(Vec3(3, 1, 1), {3, 1, 1}, Vec3(1.5, 0.5, 0.5)), 3, 0)); });
  EXPECT_EQ(fault.id, "coarsening.outside");
  EXPECT_NE(fault.message.find("6 of 24 fine cells"), std::string::npos) << fault.message;
  EXPECT_NE(fault.message.find("1 of 4 m^3"), std::string::npos) << fault.message;
}

TEST(CellCuts, RefuseCoarseCellsThatOverlapOrAreMoreThanTheFineOnes) {
  const FineBody body = fine_box({Vec3(4, 1, 1), {4, 1, 1}});
  CoarseMesh twice = hex_cage(Vec3(4, 1, 1), {4, 1, 1}, Vec3(2, 0.5, 0.5));
  twice.cells.hexes.push_back(twice.cells.hexes[1]);
  EXPECT_EQ(fault_of([&] { cut_body(body, box_cells(twice, 3, 0)); }).id, "coarsening.overlap");
  const CoarseMesh finer = hex_cage(Vec3(4, 1, 1), {7, 2, 2}, Vec3(2, 0.5, 0.5));
  EXPECT_EQ(fault_of([&] { cut_body(body, box_cells(finer, 3, 0)); }).id, "coarsening.finer");
}

TEST(CellCuts, RefuseCoarseCellsThatAreNoBoxes) {
  CoarseMesh mesh = hex_cage(Vec3(4, 1, 1), {4, 1, 1}, Vec3(2, 0.5, 0.5));
  EXPECT_EQ(box_cells(mesh, 3, 0).size(), 4u);
  EXPECT_EQ(fault_of([&] { box_cells(mesh, 2, 0); }).id, "coarsening.boxes");
  CoarseMesh skewed = mesh;
  vertex(skewed.X, 0)[1] -= 0.1;
  EXPECT_EQ(fault_of([&] { box_cells(skewed, 3, 0); }).id, "coarsening.boxes");
  CoarseMesh folded = mesh;
  folded.cells.hexes[0][1] = folded.cells.hexes[0][0];
  EXPECT_EQ(fault_of([&] { box_cells(folded, 3, 0); }).id, "coarsening.boxes");
  CoarseMesh lost = mesh;
  lost.cells.hexes[0][1] = 99;
  EXPECT_EQ(fault_of([&] { box_cells(lost, 3, 0); }).id, "coarsening.boxes");
  EXPECT_EQ(fault_of([&] { simplex_cells(mesh, 3, 0); }).id, "coarsening.simplices");
}

}  // namespace
}  // namespace lilyan::test
