#include <lilyan/energy/spring_mesh.hpp>

#include <gtest/gtest.h>

namespace lilyan {
namespace {

// Cells of a unit length, cut along alternating diagonals.
struct Grid {
  Vector X;
  std::vector<Triangle> triangles;

  Grid(Index m, Index n) : X(3 * Eigen::Index{m} * n) {
    for (Index i = 0; i < m; ++i)
      for (Index j = 0; j < n; ++j) vertex(X, i * n + j) = Vec3(i, 0, j);
    for (Index i = 0; i + 1 < m; ++i)
      for (Index j = 0; j + 1 < n; ++j) {
        const Index a = i * n + j;
        triangles.insert(triangles.end(), {{a, a + n, a + n + 1}, {a, a + n + 1, a + 1}});
      }
  }
};

TEST(SpringsOfASheet, AreThoseOfItsEdgesAndOfEveryOtherVertexInRowsAndColumns) {
  const Grid sheet(80, 80);
  EXPECT_EQ(stretching_springs(sheet.X, sheet.triangles, 1).size(), 18881u);
  const std::vector<Spring> bending = bending_springs(sheet.X, std::array<Index, 2>{80, 80}, 1);
  EXPECT_EQ(bending.size(), 12480u);
  for (const Spring& spring : bending) EXPECT_EQ(spring.rest_length, 2);
}

TEST(SpringsOfTriangles, AgainstBendingJoinTheVerticesOppositeAnInnerEdge) {
  const Grid sheet(2, 3);  // two cells side by side: four triangles, three inner edges
  const std::vector<Spring> springs = bending_springs(sheet.X, sheet.triangles, 7);
  ASSERT_EQ(springs.size(), 3u);
  for (const Spring& spring : springs) {
    EXPECT_LT(spring.a, spring.b);
    EXPECT_EQ(spring.stiffness, 7);
    EXPECT_DOUBLE_EQ(spring.rest_length, (vertex(sheet.X, spring.a) - vertex(sheet.X, spring.b)).norm());
  }
}

TEST(SpringsOfARod, OfBothLawsAgreeAtSmallStrain) {
  Vector X(6), x(6);
  X << 0, 0, 0, 0.1, 0, 0;
  x << 0, 0, 0, 0.1 * (1 + 1e-6), 0, 0;
  for (const SpringLaw law : {SpringLaw::hookean, SpringLaw::stvk}) {
    const Springs springs(rod_springs(X, {{0, 1}}, 50, law), law);
    Vector g = Vector::Zero(6);
    springs.add_gradient(x, 0, 1, g);
    EXPECT_NEAR(g[3], 50e-6, 1e-9);  // c times the strain
  }
}

}  // namespace
}  // namespace lilyan
