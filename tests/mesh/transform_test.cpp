#include <lilyan/core/error.hpp>
#include <lilyan/mesh/transform.hpp>

#include <gtest/gtest.h>
#include <Eigen/LU>

namespace {

using namespace lilyan;

TEST(Transform, ScalesThenRotatesThenTranslates) {
  Vector x(3);
  x << 1, 2, 3;
  apply({Vec3(2, 3, 4), rotation(Vec3(0, 0, 1), 90), Vec3(10, 20, 30)}, x);
  EXPECT_EQ(x, (Vector(3) << 10 - 6, 20 + 2, 30 + 12).finished());
}

TEST(Rotation, IsRightHandedAndExactForQuarterTurns) {
  const Vec3 x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  EXPECT_EQ(rotation(z, 90) * x, y);
  EXPECT_EQ(rotation(5 * x, 90) * y, z);
  EXPECT_EQ(rotation(z, -90) * y, x);
  EXPECT_EQ(rotation(z, 180) * x, -x);
  EXPECT_EQ(rotation(z, 270) * x, -y);
  EXPECT_EQ(rotation(z, -630) * x, y);
  EXPECT_EQ(rotation(z, 720) * x, x);
}

TEST(Rotation, IsOrthogonalAndKeepsItsAxis) {
  const Vec3 axis(1, -2, 0.5);
  for (double degrees : {1e-9, 30.0, 45.0, 133.7, -200.0, 1e6 + 0.25}) {
    const Mat3 R = rotation(axis, degrees);
    EXPECT_LT((R.transpose() * R - Mat3::Identity()).norm(), 1e-14);
    EXPECT_NEAR(R.determinant(), 1, 1e-14);
    EXPECT_LT((R * axis - axis).norm(), 1e-14);
    EXPECT_NEAR(R.trace(), 1 + 2 * std::cos(degrees * std::acos(-1.0) / 180), 1e-9);
  }
}

TEST(Rotation, AboutNoAxisIsAnError) {
  EXPECT_THROW(rotation(Vec3::Zero(), 10), InputError);
  EXPECT_THROW(rotation(Vec3(0, 0, std::nan("")), 10), InputError);
}

}  // namespace
