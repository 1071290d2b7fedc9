#include <lilyan/scene/build/bodies/deform.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace lilyan {
namespace {

constexpr double kPi = std::numbers::pi;

// Two ends of a rod of length 4 about kCentre, and a point beside its middle.
Vector rod() {
  Vector x(9);
  x << -1, 0, 0.5, 3, 0, 0.5, 1, 0.25, 0;
  return x;
}
const Vec3 kCentre(1, 0, 0);

TEST(Deform, TwistTurnsTheEndsByHalfTheAngleEachWay) {
  Vector x = rod();
  deform::twist(x, kCentre, Vec3::UnitX(), 180);
  EXPECT_LT((vertex(x, 1) - Vec3(3, -0.5, 0)).norm(), 1e-15);  // +90 degrees about x takes z to -y
  EXPECT_LT((vertex(x, 0) - Vec3(-1, 0.5, 0)).norm(), 1e-15);
  EXPECT_LT((vertex(x, 2) - Vec3(1, 0.25, 0)).norm(), 1e-15);
}

TEST(Deform, BendKeepsTheLengthOfTheMiddleLineAndTurnsItsEnds) {
  Vector x(9);
  x << -1, 0, 0, 3, 0, 0, 3, 0.1, 0;
  deform::bend(x, kCentre, Vec3::UnitX(), Vec3::UnitZ(), 180);  // a half circle of length 4
  const double rho = 4 / kPi;
  EXPECT_LT((vertex(x, 1) - Vec3(1 + rho, rho, 0)).norm(), 1e-14);
  EXPECT_LT((vertex(x, 0) - Vec3(1 - rho, rho, 0)).norm(), 1e-14);
  EXPECT_LT((vertex(x, 2) - Vec3(1 + rho - 0.1, rho, 0)).norm(), 1e-14);  // the cross-section has turned by 90 degrees
}

TEST(Deform, BendByNothingIsTheIdentity) {
  Vector x = rod();
  deform::bend(x, kCentre, Vec3::UnitX(), Vec3::UnitZ(), 0);
  EXPECT_EQ(x, rod());
  deform::bend(x, kCentre, Vec3::UnitX(), Vec3::UnitZ(), 1e-12);
  EXPECT_LT((x - rod()).norm(), 1e-11);
}

TEST(Deform, LinearMapsActAboutTheCentre) {
  Vector x = rod();
  deform::stretch(x, kCentre, Vec3(2, 1, 3));
  EXPECT_LT((vertex(x, 0) - Vec3(-3, 0, 1.5)).norm(), 1e-15);
  deform::rotate(x, kCentre, Vec3::UnitY(), 90);  // x to -z
  EXPECT_LT((vertex(x, 0) - Vec3(2.5, 0, 4)).norm(), 1e-14);
  deform::translate(x, Vec3(0, 1, 0));
  EXPECT_LT((vertex(x, 0) - Vec3(2.5, 1, 4)).norm(), 1e-14);
  deform::affine(x, kCentre, 2 * Mat3::Identity());
  EXPECT_LT((vertex(x, 0) - Vec3(4, 2, 8)).norm(), 1e-14);
}

}  // namespace
}  // namespace lilyan
