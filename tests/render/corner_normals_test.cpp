#include "shapes.hpp"

#include <lilyan/render/stage.hpp>

#include <gtest/gtest.h>

namespace lilyan::render {
namespace {

TEST(CornerNormalsOf, ABoxAreThoseOfItsFaces) {
  const Skin skin = test::cube();
  for (const CornerNormals& corners : corner_normals(skin.x, skin.triangles))
    for (const Vec3& normal : corners) {
      EXPECT_NEAR(normal.cwiseAbs().maxCoeff(), 1, 1e-12) << "along an axis: " << normal.transpose();
      EXPECT_LT((normal - corners[0]).norm(), 1e-12) << "the same over the face";
    }
}

TEST(CornerNormalsOf, ABallPointAwayFromItsMiddle) {
  const Skin skin = test::ball(24);
  const auto normals = corner_normals(skin.x, skin.triangles);
  for (std::size_t t = 0; t < skin.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) EXPECT_GT(normals[t][k].dot(Vec3(vertex(skin.x, skin.triangles[t][k]))), 0.995);
}

TEST(CornerNormalsOf, TheCreaseAngleDecidesWhatIsAnEdge) {
  // Two triangles that meet at 60 degrees.
  Vector x(12);
  x << 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -0.5, -std::sqrt(0.75);
  const std::vector<Triangle> triangles = {{0, 1, 2}, {1, 0, 3}};
  const Vec3 first = Vec3::UnitZ();
  EXPECT_LT((corner_normals(x, triangles, 59)[0][0] - first).norm(), 1e-12);
  EXPECT_GT((corner_normals(x, triangles, 61)[0][0] - first).norm(), 0.1);
  EXPECT_LT((corner_normals(x, triangles, 61)[0][2] - first).norm(), 1e-12) << "away from the edge nothing is smoothed";
}

TEST(CornerNormalsOf, ATriangleWithoutAreaIsZeroAndDisturbsNoOther) {
  Vector x(9);
  x << 0, 0, 0, 1, 0, 0, 0, 1, 0;
  const auto normals = corner_normals(x, {{0, 1, 2}, {0, 1, 1}});
  EXPECT_LT((normals[0][0] - Vec3::UnitZ()).norm(), 1e-12);
  EXPECT_EQ(normals[1][0].norm(), 0);
}

}  // namespace
}  // namespace lilyan::render
