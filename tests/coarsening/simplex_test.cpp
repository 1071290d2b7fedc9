#include <lilyan/coarsening/simplex.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace lilyan::test {
namespace {

Simplex random_simplex(std::mt19937& random, int dimension) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  Simplex simplex;
  simplex.dimension = dimension;
  for (Vec3& corner : simplex.corners) corner = Vec3(uniform(random), uniform(random), dimension == 2 ? 0 : uniform(random));
  return simplex;
}

double factorial(int n) { return std::tgamma(n + 1); }

TEST(Simplex, HasTheMomentsOfMonomialsOverTheUnitTetAndTriangle) {
  Simplex tet;
  tet.corners = {Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  Simplex triangle = tet;
  triangle.dimension = 2;
  Moments of_tet = {}, of_triangle = {};
  add_moments(tet, {}, 1, of_tet);
  add_moments(triangle, {}, 2, of_triangle);
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b)
      for (int c = 0; c < 3; ++c) {
        const double exact = factorial(a) * factorial(b) * factorial(c) / factorial(a + b + c + 3);
        EXPECT_NEAR(of_tet[moment_place(a, b, c)], exact, 1e-15);
        const double flat = c > 0 ? 0 : 2 * factorial(a) * factorial(b) / factorial(a + b + 2);
        EXPECT_NEAR(of_triangle[moment_place(a, b, c)], flat, 1e-14);
      }
}

TEST(Simplex, HasMomentsInTheCoordinatesOfItsFrame) {
  std::mt19937 random(1);
  const Simplex simplex = random_simplex(random, 3);
  const LocalFrame frame{Vec3(0.3, -0.2, 0.1), Vec3(2, 0.5, 1.5)};
  Simplex mapped = simplex;
  for (Vec3& corner : mapped.corners) corner = frame.coordinates(corner);
  Moments here = {}, there = {};
  add_moments(simplex, frame, 1, here);
  add_moments(mapped, {}, frame.half.prod(), there);
  for (std::size_t k = 0; k < 27; ++k) EXPECT_NEAR(here[k], there[k], 1e-13 * std::abs(there[0])) << k;
}

TEST(Simplex, IsDividedByAPlaneIntoPartsThatFillIt) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(-0.5, 0.5);
  for (int dimension : {2, 3})
    for (int trial = 0; trial < 300; ++trial) {
      const Simplex simplex = random_simplex(random, dimension);
      Vec3 normal(uniform(random), uniform(random), dimension == 2 ? 0 : uniform(random));
      normal.normalize();
      const double offset = uniform(random);
      std::vector<Simplex> below, above;
      clip(simplex, {normal, offset}, 1e-14, below);
      clip(simplex, {-normal, -offset}, 1e-14, above);
      EXPECT_LE(below.size(), 3u);
      Moments whole = {}, parts = {};
      add_moments(simplex, {}, 1, whole);
      for (const auto* list : {&below, &above})
        for (const Simplex& part : *list) add_moments(part, {}, 1, parts);
      for (std::size_t k = 0; k < 27; ++k) EXPECT_NEAR(parts[k], whole[k], 1e-14) << k;
      for (const Simplex& part : below)
        for (int v = 0; v <= dimension; ++v) EXPECT_LT(normal.dot(part.corners[static_cast<std::size_t>(v)]), offset + 1e-14);
    }
}

TEST(Simplex, IsNotCutByAPlaneThroughItsFaceWithinTheTolerance) {
  Simplex tet;
  tet.corners = {Vec3(0, 0, 1e-15), Vec3::UnitX(), Vec3(0, 1, -1e-15), Vec3::UnitZ()};
  std::vector<Simplex> above, below;
  clip(tet, {-Vec3::UnitZ(), 0}, 1e-13, above);
  clip(tet, {Vec3::UnitZ(), 0}, 1e-13, below);
  ASSERT_EQ(above.size(), 1u);
  EXPECT_EQ(above[0].measure(), tet.measure());
  EXPECT_TRUE(below.empty());
}

}  // namespace
}  // namespace lilyan::test
