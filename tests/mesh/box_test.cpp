#include <lilyan/core/error.hpp>
#include <lilyan/mesh/box.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace {

using namespace lilyan;

class BoxOfSplit : public testing::TestWithParam<Split> {};
INSTANTIATE_TEST_SUITE_P(FiveAndSix, BoxOfSplit, testing::Values(Split::five, Split::six),
                         [](const auto& param) { return param.param == Split::five ? "five" : "six"; });

TEST(Box, CutInFiveHasTheCountsThatScenesRelyOn) {
  const TetMesh mesh = box(Vec3(4, 1, 1), {8, 2, 2}, Vec3::Zero(), Split::five);
  EXPECT_EQ(mesh.vertices(), 81);
  EXPECT_EQ(mesh.tets.size(), 160u);
}

TEST(Box, CutInSixHasSixTetsACell) { EXPECT_EQ(box(Vec3(1, 1, 1), {10, 10, 40}, Vec3::Zero(), Split::six).tets.size(), 24000u); }

TEST_P(BoxOfSplit, VertexIjkStandsWhereItsIndexSays) {
  const TetMesh mesh = box(Vec3(4, 6, 10), {2, 3, 5}, Vec3(1, 1, 1), GetParam());
  for (Index i = 0; i <= 2; ++i)
    for (Index j = 0; j <= 3; ++j)
      for (Index k = 0; k <= 5; ++k) {
        const Vec3 expected(-1 + 2.0 * i, -2 + 2.0 * j, -4 + 2.0 * k);
        EXPECT_LT((vertex(mesh.X, (i * 4 + j) * 6 + k) - expected).norm(), 1e-14);
      }
}

TEST_P(BoxOfSplit, AllTetsArePositiveAndFillTheBox) {
  const TetMesh mesh = box(Vec3(3, 2, 5), {3, 5, 4}, Vec3(7, 0, -1), GetParam());
  double total = 0;
  for (const Tet& tet : mesh.tets) {
    ASSERT_GT(volume(mesh.X, tet), 0);
    total += volume(mesh.X, tet);
  }
  EXPECT_NEAR(total, 30, 1e-12);
}

TEST_P(BoxOfSplit, NeighbouringCellsShareTheirFaces) {
  const std::array<Index, 3> n = {3, 4, 5};
  const TetMesh mesh = box(Vec3(3, 4, 5), n, Vec3(1.5, 2, 2.5), GetParam());
  std::map<Triangle, int> uses;
  for (const Tet& tet : mesh.tets)
    for (const Triangle& face : kTetFaces) {
      Triangle key = {tet[face[0]], tet[face[1]], tet[face[2]]};
      std::sort(key.begin(), key.end());
      ++uses[key];
    }
  int boundary = 0;
  for (const auto& [face, count] : uses) {
    // A face lies on the box where its three vertices share an extreme coordinate; every other face has two tets.
    bool outside = false;
    for (int axis = 0; axis < 3; ++axis) {
      auto on = [&, f = face](double value) {
        return std::all_of(f.begin(), f.end(), [&](Index i) { return std::abs(mesh.X[3 * i + axis] - value) < 1e-9; });
      };
      outside = outside || on(0) || on(n[axis]);
    }
    EXPECT_EQ(count, outside ? 1 : 2);
    boundary += outside;
  }
  EXPECT_EQ(boundary, 2 * 2 * (3 * 4 + 4 * 5 + 5 * 3));  // two triangles a cell face
}

TEST_P(BoxOfSplit, MoreVerticesThanAnIndexCountsIsAnError) {
  const Index most = std::numeric_limits<Index>::max();
  EXPECT_THROW(box(Vec3(1, 1, 1), {1 << 30, 1, 1}, Vec3::Zero(), GetParam()), InputError);
  EXPECT_THROW(box(Vec3(1, 1, 1), {most, most, most}, Vec3::Zero(), GetParam()), InputError);
  EXPECT_THROW(box(Vec3(1, 1, 1), {1000, 1000, 1000}, Vec3::Zero(), GetParam()), InputError);
}

}  // namespace
