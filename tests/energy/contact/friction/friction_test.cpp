// The law of friction: its derivatives against differences, and what it takes in any case.
#include <lilyan/energy/contact/friction/friction.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace lilyan::friction_law {
namespace {

constexpr double kH = 0.01;

PressedPair some_pair() {
  PressedPair pair;
  pair.points = {0, 1, 2, 3};
  pair.weights = {1, -0.2, -0.5, -0.3};
  pair.normal = Vec3(1, 2, -2) / 3;
  pair.force = 7;
  pair.friction = 0.4;
  pair.slip_speed = 0.1;
  pair.damping = 30;
  return pair;
}

Vec3 random_slip(std::mt19937& chance, double size) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  return size * Vec3(uniform(chance), uniform(chance), uniform(chance));
}

TEST(Friction, HasTheDerivativesOfItsValue) {
  std::mt19937 chance(1);
  const PressedPair pair = some_pair();
  for (const double size : {1e-4, 1e-3, 1e-2})  // below and above the smoothing length of 1e-3 m
    for (int k = 0; k < 20; ++k) {
      const Vec3 s = random_slip(chance, size);
      const PairSlip slip(pair, s, kH, 1);
      const double e = 1e-5 * size;
      Vec3 force;
      Mat3 slope;
      for (int axis = 0; axis < 3; ++axis) {
        const PairSlip after(pair, s + e * Vec3::Unit(axis), kH, 1), before(pair, s - e * Vec3::Unit(axis), kH, 1);
        force[axis] = (after.value - before.value) / (2 * e);
        slope.col(axis) = (after.force - before.force) / (2 * e);
      }
      EXPECT_LT((slip.force - force).norm(), 1e-6 * (1 + slip.force.norm())) << size;
      EXPECT_LT((slip.slope(pair) - slope).norm(), 1e-6 * slip.slope(pair).norm()) << size;
    }
}

TEST(Friction, TakesEnergyAndStaysWithinTheCone) {
  std::mt19937 chance(2);
  const PressedPair pair = some_pair();
  for (const double size : {0.0, 1e-9, 1e-4, 1e-3, 1e-2, 1.0})
    for (int k = 0; k < 20; ++k) {
      const Vec3 s = random_slip(chance, size);
      const PairSlip slip(pair, s, kH, 1);
      const Vec3 tangential = slip.force - pair.normal.dot(slip.force) * pair.normal;
      EXPECT_GE(slip.force.dot(s), 0);
      const double rounding = 1e-14 * (pair.force + slip.force.norm());  // damping pushes along the normal as well
      EXPECT_LE(tangential.norm(), pair.friction * pair.force + rounding);
      EXPECT_NEAR(tangential.norm() + slip.left, pair.friction * pair.force, rounding);
    }
}

TEST(Friction, WeighsThePointsOfAPairByWhatTheyCarry) {
  PressedPair pair;
  pair.points = {4, 7, 9, 12};
  Eigen::Matrix<double, 12, 1> g;
  const Vec3 n = Vec3(2, -1, 2) / 3;
  g << 5 * n, -1 * n, -4 * n, 0 * n;
  pair.press_by(g, 1);
  EXPECT_NEAR(pair.force, 5, 1e-14);
  EXPECT_LT((pair.normal - n).norm(), 1e-15);
  EXPECT_NEAR(pair.weights[0], 1, 1e-15);
  EXPECT_NEAR(pair.weights[1], -0.2, 1e-15);
  EXPECT_NEAR(pair.weights[2], -0.8, 1e-15);
  EXPECT_EQ(pair.weights[3], 0);
}

TEST(Friction, CutsWeightsThatWouldLeaveAnEdge) {
  PressedPair pair;
  pair.points = {0, 1, 2, 3};
  Eigen::Matrix<double, 12, 1> g;
  const Vec3 n = Vec3::UnitY();
  g << 3 * n, -1 * n, 2 * n, -4 * n;  // as the mollifier of nearly parallel edges pushes
  pair.press_by(g, 2);
  EXPECT_EQ(pair.force, 2);
  EXPECT_EQ(pair.weights, (std::array<double, 4>{1, 0, 0, -1}));
}

TEST(Friction, RemembersPairsToTheBit) {
  std::vector<PressedPair> pairs = {some_pair(), some_pair()};
  pairs[1].points = {5, -1, -1, -1};
  pairs[1].has_obstacle = true;
  pairs[1].contact = 3;
  const std::vector<double> numbers = numbers_of(pairs);
  const std::vector<PressedPair> back = pairs_of(numbers).value();
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(numbers_of(back), numbers);
  EXPECT_EQ(back[1].points, pairs[1].points);
  EXPECT_EQ(back[1].contact, 3);
  EXPECT_TRUE(back[1].has_obstacle);
}

TEST(Friction, RemembersNoPairsThatThereCannotBe) {
  const std::vector<double> good = numbers_of({some_pair()});
  ASSERT_TRUE(pairs_of(good));
  for (std::size_t k = 0; k < good.size(); ++k) {
    std::vector<double> numbers = good;
    numbers[k] = std::nan("");
    constexpr std::size_t kHasObstacle = 17;
    EXPECT_EQ(pairs_of(numbers).has_value(), k == kHasObstacle) << "number " << k;
  }
  for (const std::size_t point : {0u, 1u, 2u, 3u, 15u})
    for (const double bad : {-2.0, 0.5, 3e9, -1e300}) {
      std::vector<double> numbers = good;
      numbers[point] = bad;
      EXPECT_FALSE(pairs_of(numbers)) << point << " is " << bad;
    }
  std::vector<double> numbers = good;
  numbers[1] = numbers[0];
  EXPECT_FALSE(pairs_of(numbers)) << "a vertex twice";
  EXPECT_FALSE(pairs_of({good.begin(), good.end() - 1}));
}

}  // namespace
}  // namespace lilyan::friction_law
