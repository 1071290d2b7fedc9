// Places in a hex and the coordinates that they belong to.
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/shape_functions.hpp>

#include <gtest/gtest.h>

#include <random>

namespace lilyan {
namespace {

const Hex kHex = hex_box(Vec3(2, 2, 2), {1, 1, 1}, Vec3::Zero()).cells.hexes[0];

Vec3 random_vector(std::mt19937& random, double reach) {
  std::uniform_real_distribution<double> uniform(-reach, reach);
  return {uniform(random), uniform(random), uniform(random)};
}

// The cube between -1 and 1 with its corners moved by up to `reach`, which can be simulated.
Vector distorted_cube(std::mt19937& random, double reach) {
  const Vector cube = hex_box(Vec3(2, 2, 2), {1, 1, 1}, Vec3::Zero()).X;
  for (;;) {
    Vector X = cube;
    for (Index a = 0; a < 8; ++a) vertex(X, a) += random_vector(random, reach);
    if (least_jacobian(X, kHex) > 0.05) return X;
  }
}

TEST(HexCoordinates, AreFoundForEveryPointOfAHex) {
  std::mt19937 random(4);
  for (int trial = 0; trial < 2000; ++trial) {
    const Vector X = distorted_cube(random, 0.9);
    const Vec3 xi = trial < 8 ? Vec3(kHexSigns[static_cast<std::size_t>(trial)].data()) : random_vector(random, 1);
    const std::optional<Vec3> found = hex_coordinates(X, kHex, hex_place(X, kHex, xi));
    ASSERT_TRUE(found) << trial;
    EXPECT_LT((hex_place(X, kHex, *found) - hex_place(X, kHex, xi)).norm(), 1e-13) << trial;
  }
}

TEST(HexCoordinates, AreThoseThatThePointWasMadeFrom) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 500; ++trial) {
    const Vector X = distorted_cube(random, 0.4);
    const Vec3 xi = random_vector(random, 1.2);
    const std::optional<Vec3> found = hex_coordinates(X, kHex, hex_place(X, kHex, xi));
    ASSERT_TRUE(found) << trial;
    EXPECT_LT((*found - xi).norm(), 1e-12) << trial;
  }
}

TEST(HexCoordinates, LoseNoDigitsFarFromTheOrigin) {
  std::mt19937 random(6);
  const Vec3 far(1e6, -3e5, 2e6);
  Vector X = distorted_cube(random, 0.4);
  for (Index a = 0; a < 8; ++a) vertex(X, a) += far;
  const Vec3 xi(0.3, -0.7, 0.9);
  const std::optional<Vec3> found = hex_coordinates(X, kHex, hex_place(X, kHex, xi));
  ASSERT_TRUE(found);
  EXPECT_LT((*found - xi).norm(), 1e-8);  // of places that are rounded to 1e-10
}

// A cube that narrows to half its width towards the top is the start of a wedge: nothing is mapped beyond its edge.
TEST(HexCoordinates, AreNoneBeyondWhereTheHexFoldsSpaceOver) {
  Vector X = hex_box(Vec3(2, 2, 2), {1, 1, 1}, Vec3::Zero()).X;
  for (Index a = 0; a < 8; ++a)
    if (vertex(X, a)[2] > 0) vertex(X, a)[0] *= 0.5;
  EXPECT_TRUE(hex_coordinates(X, kHex, Vec3(0.1, 0.1, 2)));
  EXPECT_FALSE(hex_coordinates(X, kHex, Vec3(0.1, 0.1, 4)));
}

}  // namespace
}  // namespace lilyan
