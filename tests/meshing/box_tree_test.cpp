#include <lilyan/mesh/box.hpp>
#include <lilyan/meshing/locators.hpp>

#include <tests/meshing/surfaces.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace lilyan {
namespace {

TEST(BoxTree, FindsTheNearestTriangleThatASearchOverAllFinds) {
  const TriangleMesh surface = test::bumpy_sphere(3);
  std::vector<Box> boxes;
  for (const Triangle& t : surface.triangles) {
    boxes.push_back(Box::nothing());
    for (Index i : t) boxes.back().add(Vec3(vertex(surface.X, i)));
  }
  const BoxTree tree(boxes);
  std::mt19937 random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3 p = test::random_point(random, 2);
    const auto distance = [&](Index i) {
      const Triangle& t = surface.triangles[static_cast<std::size_t>(i)];
      return (p - closest_point(p, vertex(surface.X, t[0]), vertex(surface.X, t[1]), vertex(surface.X, t[2]))).squaredNorm();
    };
    Index best = 0;
    for (Index i = 0; i < static_cast<Index>(surface.triangles.size()); ++i)
      if (distance(i) < distance(best)) best = i;
    EXPECT_EQ(tree.nearest(p, distance), best);
  }
}

TEST(ClosestPoint, IsNearerThanAnyOtherPointOfTheTriangle) {
  std::mt19937 random(2);
  for (int trial = 0; trial < 300; ++trial) {
    const Vec3 a = test::random_point(random, 1), b = test::random_point(random, 1), p = test::random_point(random, 2);
    const Vec3 c = trial % 10 == 0 ? Vec3(0.3 * a + 0.7 * b) : test::random_point(random, 1);  // now and then a degenerate one
    const Vec3 q = closest_point(p, a, b, c);
    for (int i = 0; i <= 20; ++i)
      for (int j = 0; i + j <= 20; ++j) {
        const Vec3 other = a + (b - a) * (i / 20.0) + (c - a) * (j / 20.0);
        EXPECT_LE((p - q).norm(), (p - other).norm() + 1e-12);
      }
  }
}

TEST(TetLocator, FindsTheTetThatHoldsAPoint) {
  const TetMesh mesh = box(Vec3(2, 1, 1), {6, 3, 3}, Vec3::Zero(), Split::six);
  const TetLocator locator(mesh);
  std::mt19937 random(3);
  for (int trial = 0; trial < 500; ++trial) {
    const Vec3 p = test::random_point(random, 0.5);
    const std::array<double, 4> weights = barycentric(mesh.X, mesh.tets[static_cast<std::size_t>(locator.find(p))], p);
    EXPECT_GE(*std::min_element(weights.begin(), weights.end()), -1e-12);
  }
}

TEST(TetLocator, TakesTheNearestTetOutside) {
  const TetMesh mesh = box(Vec3(2, 1, 1), {6, 3, 3}, Vec3::Zero(), Split::six);
  const Vec3 p(5, 0.2, 0.1);
  const Tet& tet = mesh.tets[static_cast<std::size_t>(TetLocator(mesh).find(p))];
  const auto touches_the_end = [&](Index i) { return vertex(mesh.X, i)[0] == 1; };
  EXPECT_EQ(std::count_if(tet.begin(), tet.end(), touches_the_end), 3);
}

}  // namespace
}  // namespace lilyan
