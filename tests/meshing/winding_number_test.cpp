#include <lilyan/meshing/surface_queries.hpp>

#include <tests/meshing/surfaces.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace lilyan {
namespace {

TEST(WindingNumber, OfAClosedSurfaceIsOneInsideAndZeroOutside) {
  const TriangleMesh surface = test::box_surface(Vec3(1, 2, 3), 4);
  std::mt19937 random(1);
  for (int trial = 0; trial < 300; ++trial) {
    const Vec3 q = test::random_point(random, 2);
    const bool is_inside = std::abs(q[0]) < 0.5 && std::abs(q[1]) < 1 && std::abs(q[2]) < 1.5;
    EXPECT_NEAR(direct_winding_number(surface, q), is_inside, 1e-10);
    EXPECT_NEAR(WindingNumber(surface).at(q), is_inside, 0.1);
  }
}

TEST(WindingNumber, ByTheTreeIsNearTheDirectSumForOpenAndOverlappingSurfaces) {
  TriangleMesh surface = test::joined(test::bumpy_sphere(4), test::torus_surface(1, 0.4, 40, 20));
  surface.triangles.erase(surface.triangles.begin(), surface.triangles.begin() + 300);
  const WindingNumber winding(surface);
  std::mt19937 random(2);
  double worst = 0, sum = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const Vec3 q = test::random_point(random, 1.6);
    const double error = std::abs(winding.at(q) - direct_winding_number(surface, q));
    worst = std::max(worst, error);
    sum += error;
  }
  EXPECT_LT(worst, 0.08);
  EXPECT_LT(sum / 1000, 0.01);
}

TEST(Crossings, FindTheOnlyPlaceWhereASegmentGoesThrough) {
  const TriangleMesh surface = test::sphere_surface(5);
  const Crossings crossings(surface);
  std::mt19937 random(3);
  int found = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Vec3 inside = test::random_point(random, 0.5), outside = 2 * test::random_point(random, 1).normalized();
    const std::optional<double> at = crossings.only(inside, outside);
    if (!at) continue;
    ++found;
    EXPECT_NEAR((inside + *at * (outside - inside)).norm(), 1, 2e-3);
  }
  EXPECT_GT(found, 290);
  EXPECT_FALSE(crossings.only(Vec3(-2, 0.1, 0.1), Vec3(2, 0.1, 0.1)));  // twice
  EXPECT_FALSE(crossings.only(Vec3(-2, 2, 2), Vec3(2, 2, 2)));          // never
  EXPECT_FALSE(crossings.only(Vec3(0, 0, 0), Vec3(0.5, 0, 0)));         // ends before
}

}  // namespace
}  // namespace lilyan
