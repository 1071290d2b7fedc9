#include <lilyan/core/error.hpp>
#include <lilyan/multidomain/interface_frame.hpp>
#include <lilyan/multidomain/spatial.hpp>

#include <gtest/gtest.h>

#include <numbers>

#include <tests/multidomain/differences.hpp>
#include <tests/multidomain/voxel_trees.hpp>

namespace lilyan::test {
namespace {

// A patch of points that lie in a plane, or bulge out of it.
struct Patch {
  Vector X, weights;
  Eigen::MatrixXd U;
  std::vector<Index> vertices;
  Patch(double bulge, Index r, unsigned seed = 1) {
    Dice dice(seed);
    const Index n = 12;
    const Mat3 R = dice.rotation();
    X.resize(3 * n);
    for (Index p = 0; p < n; ++p) vertex(X, p) = R * Vec3(dice.number(), 1.5 * dice.number(), bulge * dice.number());
    weights = dice.vector(n).array() + 1.5;
    U.resize(3 * n, r);
    for (Index l = 0; l < r; ++l) U.col(l) = 0.4 * dice.vector(3 * n);
    for (Index p = 0; p < n; ++p) vertices.push_back(p);
  }
  InterfaceFrame frame() const { return InterfaceFrame(X, U, vertices, weights); }
};

Mat3 rotation_at(const InterfaceFrame& frame, const Vector& q) {
  InterfaceFrame::Pose pose;
  EXPECT_TRUE(frame.pose(q, pose));
  return pose.R;
}

Vec3 axis_of(const Mat3& skew) { return Vec3(skew(2, 1) - skew(1, 2), skew(0, 2) - skew(2, 0), skew(1, 0) - skew(0, 1)) / 2; }

// The motion q(t) of a test, with its derivatives at t = 0.
struct Path {
  Vector q, qd, qdd;
  Vector at(double t) const { return q + t * qd + t * t / 2 * qdd; }
};

Path random_path(Index r) {
  Dice dice(3);
  return {0.5 * dice.vector(r), 3 * dice.vector(r), dice.vector(r)};
}

class InterfaceFrames : public testing::TestWithParam<double> {};  // how far the interface bulges out of a plane

TEST_P(InterfaceFrames, TurnAsTheirDerivativesSay) {
  const Index r = 7;
  const Patch patch(GetParam(), r);
  const InterfaceFrame frame = patch.frame();
  EXPECT_EQ(frame.is_planar(), GetParam() < 0.01);
  const Path path = random_path(r);
  InterfaceFrame::Pose pose;
  ASSERT_TRUE(frame.pose(path.q, pose));
  InterfaceFrame::Axes Jw(r, 3);
  frame.turning(pose, Jw);
  const InterfaceFrame::Rates rates = frame.rates(pose, path.qd);
  EXPECT_LT((Jw.transpose() * path.qd - rates.omega).norm(), 1e-13);

  auto omega_at = [&](double t) {
    InterfaceFrame::Pose there;
    EXPECT_TRUE(frame.pose(path.at(t), there));
    return frame.rates(there, path.qd + t * path.qdd).omega;
  };
  const double eps = 1e-5;
  const Mat3 Rd = (rotation_at(frame, path.at(eps)) - rotation_at(frame, path.at(-eps))) / (2 * eps);
  EXPECT_LT((axis_of(Rd * pose.R.transpose()) - rates.omega).norm(), 1e-8);
  const Vec3 alpha = Jw.transpose() * path.qdd + rates.gamma;
  EXPECT_LT(((omega_at(eps) - omega_at(-eps)) / (2 * eps) - alpha).norm(), 1e-6);
  EXPECT_GT(rates.gamma.norm(), 0.05) << "the test would not see a wrong gamma";
  InterfaceFrame::Pose after, before;
  ASSERT_TRUE(frame.pose(path.at(eps), after) && frame.pose(path.at(-eps), before));
  EXPECT_LT(((after.x - before.x) / (2 * eps) - rates.v).norm(), 1e-8);
}

TEST_P(InterfaceFrames, FollowRigidMotionsOfAnyAngle) {
  Dice dice(5);
  for (const double degrees : {5., 45., 90., 170.}) {
    // One coordinate that moves the patch rigidly at q = 1.
    Patch patch(GetParam(), 1);
    const Vec3 axis = dice.three().normalized(), shift = dice.three();
    const Mat3 R = Eigen::AngleAxisd(degrees * std::numbers::pi / 180, axis).toRotationMatrix();
    for (Index p = 0; p < patch.X.size() / 3; ++p)
      patch.U.col(0).segment<3>(3 * p) = R * vertex(patch.X, p) + shift - vertex(patch.X, p);
    InterfaceFrame::Pose pose;
    const InterfaceFrame frame = patch.frame();
    ASSERT_TRUE(frame.pose(Vector::Ones(1), pose));
    EXPECT_LT((pose.R - R).norm(), 1e-12) << degrees;
    EXPECT_LT((pose.x - (R * frame.center() + shift)).norm(), 1e-12) << degrees;
  }
}

TEST_P(InterfaceFrames, StandAsAtRestWhereNothingMoves) {
  const InterfaceFrame frame = Patch(GetParam(), 4).frame();
  EXPECT_LT((rotation_at(frame, Vector::Zero(4)) - Mat3::Identity()).norm(), 1e-14);
}

INSTANTIATE_TEST_SUITE_P(Bulges, InterfaceFrames, testing::Values(0., 1e-3, 0.3, 1.));

TEST(PlanarInterface, RecoversATiltWholeAndNotByHalf) {
  // The plane tilts about an axis in it; its points turn by 45 degrees.
  Patch patch(0, 1);
  const InterfaceFrame flat = patch.frame();
  const Mat3 R = Eigen::AngleAxisd(std::numbers::pi / 4, Vec3(flat.axes().col(0))).toRotationMatrix();
  for (Index p = 0; p < patch.X.size() / 3; ++p) patch.U.col(0).segment<3>(3 * p) = R * vertex(patch.X, p) - vertex(patch.X, p);
  const Mat3 found = rotation_at(patch.frame(), Vector::Ones(1));
  EXPECT_NEAR(Eigen::AngleAxisd(found).angle() * 180 / std::numbers::pi, 45, 1e-10);
}

TEST(PlanarInterface, HasTheDerivativesOfItsCrossProduct) {
  const Index r = 6;
  const InterfaceFrame frame = Patch(0, r).frame();
  const Path path = random_path(r);
  auto A_at = [&](const Vector& q) {
    InterfaceFrame::Pose pose;
    EXPECT_TRUE(frame.pose(q, pose));
    return Mat3(pose.a * frame.axes().transpose());
  };
  // omega of a single coordinate from differences of A, by the formula of the paper.
  const Mat3 A = A_at(path.q), R = rotation_at(frame, path.q), S = R.transpose() * A;
  InterfaceFrame::Pose pose;
  ASSERT_TRUE(frame.pose(path.q, pose));
  InterfaceFrame::Axes Jw(r, 3);
  frame.turning(pose, Jw);
  for (Index l = 0; l < r; ++l) {
    const double eps = 1e-4;
    Vector step = Vector::Zero(r);
    step[l] = eps;
    const Mat3 A_l = (A_at(path.q + step) - A_at(path.q - step)) / (2 * eps);  // exact: A is quadratic
    const Vec3 expected = R * (S.trace() * Mat3::Identity() - S).inverse() * 2 * axis_of(R.transpose() * A_l);
    EXPECT_LT((Jw.row(l).transpose() - expected).norm(), 1e-8) << l;
  }
}

// A'' = sum A_l qdd_l + Aq along a path; Aq = 2 (d1 x d2) N^T is what the derivatives of the columns in the plane leave out.
TEST(PlanarInterface, HasTheSecondDerivativeOfItsCrossProduct) {
  const Index r = 6;
  const InterfaceFrame frame = Patch(0, r).frame();
  const Path path = random_path(r);
  auto a_at = [&](double t) {
    InterfaceFrame::Pose pose;
    EXPECT_TRUE(frame.pose(path.at(t), pose));
    return pose.a;
  };
  const Mat3 B = frame.axes(), a = a_at(0), d = slope(a_at, 1e-2), dd = curvature(a_at, 1e-2);
  Mat3 expected = dd;
  const Vec3 Aq = 2 * d.col(0).cross(d.col(1));
  expected.col(2) = Vec3(dd.col(0)).cross(Vec3(a.col(1))) + Vec3(a.col(0)).cross(Vec3(dd.col(1))) + Aq;
  EXPECT_LT(((dd - expected) * B.transpose()).norm(), 1e-6);
  EXPECT_GT(Aq.norm(), 0.2 * dd.norm()) << "the test would not see that Aq lacks";
  // The angular acceleration of the frame is that of a rotation with these derivatives, by the formula of the paper.
  InterfaceFrame::Pose pose;
  ASSERT_TRUE(frame.pose(path.q, pose));
  const InterfaceFrame::Rates rates = frame.rates(pose, path.qd);
  InterfaceFrame::Axes Jw(r, 3);
  frame.turning(pose, Jw);
  const Mat3 R = pose.R, S = R.transpose() * a * B.transpose(), W = cross_matrix(rates.omega), Ad = d * B.transpose();
  const Mat3 Sd = R.transpose() * (Ad - W * R * S);
  const Vec3 right = 2 * axis_of(R.transpose() * (expected * B.transpose() - W * Ad)) -
                     (Sd.trace() * Mat3::Identity() - Sd) * (R.transpose() * rates.omega);
  const Vec3 alpha = R * (S.trace() * Mat3::Identity() - S).inverse() * right;
  EXPECT_LT((Jw.transpose() * path.qdd + rates.gamma - alpha).norm(), 1e-6);
}

TEST(PlanarInterface, DoesNotDependOnTheAxesChosenInItsPlane) {
  // A square has no preferred axes: moving one of its points by 1e-9 turns them, and the frame must not notice.
  const Index n = 4, r = 3;
  Dice dice(9);
  Vector X(3 * n);
  for (Index p = 0; p < n; ++p) vertex(X, p) = Vec3(p % 2, p / 2, 0);
  Eigen::MatrixXd U(3 * n, r);
  for (Index l = 0; l < r; ++l) U.col(l) = 0.2 * dice.vector(3 * n);
  const Vector q = dice.vector(r);
  const InterfaceFrame square(X, U, {0, 1, 2, 3}, Vector::Ones(n));
  Vector moved = X;
  moved[0] += 1e-14;
  moved[1] += 1e-14;
  const InterfaceFrame other(moved, U, {0, 1, 2, 3}, Vector::Ones(n));
  EXPECT_GT((square.axes() - other.axes()).norm(), 0.1) << "the test needs other axes";
  EXPECT_LT((rotation_at(square, q) - rotation_at(other, q)).norm(), 1e-13);
  InterfaceFrame::Pose here, there;
  ASSERT_TRUE(square.pose(q, here) && other.pose(q, there));
  EXPECT_LT((here.a * square.axes().transpose() - there.a * other.axes().transpose()).norm(), 1e-13);
}

TEST(InterfaceFrames, FollowTheHeavierPoints) {
  // One point of four moves; its weight decides how far the centre follows.
  const Index n = 4;
  Vector X(3 * n);
  for (Index p = 0; p < n; ++p) vertex(X, p) = Vec3(p % 2, p / 2, 0);
  Eigen::MatrixXd U = Eigen::MatrixXd::Zero(3 * n, 1);
  U(0, 0) = 1;
  Vector weights = Vector::Ones(n);
  weights[0] = 3;
  EXPECT_NEAR(InterfaceFrame(X, U, {0, 1, 2, 3}, weights).along()(0, 0), 0.5, 1e-15);
}

TEST(InterfaceFrames, RefuseWhatHasNoRotation) {
  const Patch patch(0, 2);
  auto fault_of = [](const std::function<void()>& make) {
    try {
      make();
    } catch (const InputError& error) {
      return error.faults().front().id;
    }
    return std::string();
  };
  EXPECT_EQ(fault_of([&] { InterfaceFrame(patch.X, patch.U, {0, 1}, Vector::Ones(2)); }), "multidomain.interface");
  EXPECT_EQ(fault_of([&] { InterfaceFrame(patch.X, patch.U, {0, 1, 2}, Vector::Zero(3)); }), "multidomain.interface");
  Vector line(9);
  line << 0, 0, 0, 1, 1, 1, 2, 2, 2;
  EXPECT_EQ(fault_of([&] { InterfaceFrame(line, Eigen::MatrixXd(9, 0), {0, 1, 2}, Vector::Ones(3)); }), "multidomain.interface");

  // A mirrored interface has none either, and says so.
  Patch bulging(1, 1);
  bulging.U.col(0) = -2 * bulging.X;
  InterfaceFrame::Pose pose;
  EXPECT_FALSE(bulging.frame().pose(Vector::Ones(1), pose));
}

}  // namespace
}  // namespace lilyan::test
