#include <lilyan/core/error.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/select.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace {

using namespace lilyan;
using testing::ElementsAre;
using testing::HasSubstr;

const Vector& line_of_points() {  // (0,0,0), (0.1,0,0), ... (1,0,0)
  static const Vector points = [] {
    Vector x = Vector::Zero(33);
    for (Index i = 0; i <= 10; ++i) x[3 * i] = 0.1 * i;
    return x;
  }();
  return points;
}

TEST(SelectABox, HasItsBoundaryInsideWhateverTheRounding) {
  const TetMesh mesh = box(Vec3(0.3, 0.3, 0.3), {3, 3, 3}, Vec3::Constant(0.15), Split::five);
  EXPECT_EQ(select(SelectBox{Vec3(0.1, -1, -1), Vec3(0.1, 1, 1)}, mesh.X).size(), 16u);
  EXPECT_EQ(select(SelectBox{Vec3(0.1001, -1, -1), Vec3(0.1999, 1, 1)}, mesh.X).size(), 0u);
}

TEST(Select, ABoxHoldsItsBoundary) {
  EXPECT_THAT(select(SelectBox{Vec3(0.1, 0, 0), Vec3(0.1 * 3, 0, 0)}, line_of_points()), ElementsAre(1, 2, 3));
  EXPECT_TRUE(select(SelectBox{Vec3(0, 1, 0), Vec3(1, 2, 0)}, line_of_points()).empty());
}

TEST(Select, ASphereHoldsItsBoundaryInSpiteOfRounding) {
  EXPECT_THAT(select(SelectSphere{Vec3(0.7, 0, 0), 0.1}, line_of_points()), ElementsAre(6, 7, 8));
  EXPECT_THAT(select(SelectSphere{Vec3(0.5, 0, 0), 0}, line_of_points()), ElementsAre(5));
}

TEST(Select, APlaneHoldsItsBoundaryAndTheSideOfItsNormal) {
  EXPECT_THAT(select(SelectPlane{Vec3(0.3, 5, 0), Vec3(-100, 0, 0)}, line_of_points()), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(select(SelectPlane{Vec3(0.8, 0, 0), Vec3(1e-200, 0, 0)}, line_of_points()), ElementsAre(8, 9, 10));
  // A slanted plane through vertices of a box far from the origin.
  const TetMesh mesh = box(Vec3(1, 1, 1), {3, 3, 3}, Vec3(1000.1, 7, 3), Split::five);
  const Vec3 corner = vertex(mesh.X, 0), normal(0.3, -0.3, 0.1);
  const std::vector<Index> found = select(SelectPlane{corner, normal}, mesh.X);
  for (Index n = 0; n <= 3; ++n) EXPECT_THAT(found, testing::Contains((n * 4 + n) * 4));  // the diagonal x - y = const
}

TEST(Select, ATubeHoldsWhatIsWithinItsRadiusOfThePath) {
  const TetMesh mesh = box(Vec3(1, 1, 1), {10, 10, 10}, Vec3(0.5, 0.5, 0.5), Split::five);
  const std::vector<Vec3> path = {Vec3(0.2, 0.2, 0.2), Vec3(0.8, 0.2, 0.2), Vec3(0.8, 0.8, 0.5)};
  // By places along the path, close to each other.
  const auto distance = [&](const Vec3& x) {
    double least = 1e9;
    for (std::size_t k = 1; k < path.size(); ++k)
      for (int s = 0; s <= 2000; ++s) least = std::min(least, (x - path[k - 1] - s / 2000.0 * (path[k] - path[k - 1])).norm());
    return least;
  };
  const std::vector<Index> found = select(SelectTube{path, 0.17}, mesh.X);
  ASSERT_GT(found.size(), 20u);
  for (Index i = 0; i < mesh.vertices(); ++i) {
    const double d = distance(vertex(mesh.X, i));
    if (std::abs(d - 0.17) < 1e-3) continue;
    EXPECT_EQ(std::binary_search(found.begin(), found.end(), i), d < 0.17) << vertex(mesh.X, i).transpose();
  }
}

TEST(Select, ATubeHoldsItsBoundaryInSpiteOfRoundingAndMayStandStill) {
  EXPECT_THAT(select(SelectTube{{Vec3(0.5, 0.3, 0), Vec3(0.7, 0.3, 0)}, 0.3}, line_of_points()), ElementsAre(5, 6, 7));
  EXPECT_THAT(select(SelectTube{{Vec3(0.7, 0, 0), Vec3(0.7, 0, 0)}, 0.1}, line_of_points()), ElementsAre(6, 7, 8));
  EXPECT_TRUE(select(SelectTube{{Vec3(0, 1, 0), Vec3(1, 1, 0)}, 0.9}, line_of_points()).empty());
}

TEST(Select, VerticesAreSortedAndUnique) {
  EXPECT_THAT(select(SelectVertices{{7, 0, 7, 3}}, line_of_points()), ElementsAre(0, 3, 7));
  EXPECT_EQ(select(SelectAll{}, line_of_points()).size(), 11u);
}

TEST(Select, AVertexThatTheBodyDoesNotHaveIsAnError) {
  for (Index bad : {-1, 11}) {
    try {
      select(SelectVertices{{1, bad}}, line_of_points());
      FAIL() << bad << " was accepted";
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr(std::to_string(bad) + " is not in 0 to 10"));
    }
  }
}

TEST(NearestVertex, IsTheLowestOnATie) {
  EXPECT_EQ(nearest_vertex(line_of_points(), Vec3(0.52, 3, 0)), 5);
  Vector twins = Vector::Zero(9);
  twins << 1, 0, 0, -1, 0, 0, 1, 0, 0;
  EXPECT_EQ(nearest_vertex(twins, Vec3(0, 0, 0)), 0);
  EXPECT_EQ(nearest_vertex(twins, Vec3(-0.1, 0, 0)), 1);
}

TEST(SelectSet, TakesAVertexSetOrTheVerticesOfATetSet) {
  TetMesh mesh;
  mesh.tets = {{0, 1, 2, 3}, {1, 2, 3, 4}};
  mesh.tet_sets = {{"hard", {1}}, {"both", {0}}};
  mesh.vertex_sets = {{"skin", {0, 4}}, {"both", {2}}};
  EXPECT_EQ(vertices_of_set(mesh, "skin"), (std::vector<Index>{0, 4}));
  EXPECT_EQ(vertices_of_set(mesh, "hard"), (std::vector<Index>{1, 2, 3, 4}));
  EXPECT_EQ(vertices_of_set(mesh, "both"), (std::vector<Index>{2}));
  try {
    vertices_of_set(mesh, "skins");
    FAIL() << "an unknown set was found";
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults().front().id, "select.set");
    EXPECT_THAT(error.what(), testing::HasSubstr("\"both\", \"skin\", \"hard\""));
    EXPECT_THAT(error.what(), testing::HasSubstr("did you mean \"skin\"?"));
  }
}

}  // namespace
