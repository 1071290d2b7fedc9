#include <lilyan/materials/rotation_fit.hpp>

#include <Eigen/Geometry>
#include <Eigen/SVD>

#include <cmath>

namespace lilyan {

namespace {

// Below this share of the largest, a sum of singular values is taken to be zero.
constexpr double kNone = 1e-8;

double inverse_or_zero(double value, double largest) { return std::abs(value) > kNone * largest ? 1 / value : 0; }

FittedRotation fit_freely(const Mat3& F, const Mat3& Q) {
  const Eigen::JacobiSVD<Mat3, Eigen::NoQRPreconditioner> svd(F * Q, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Mat3& V = svd.matrixV();
  Mat3 U = svd.matrixU();
  Vec3 s = svd.singularValues();  // descending
  if (U.determinant() * V.determinant() < 0) {
    U.col(2) = -U.col(2);
    s[2] = -s[2];
  }
  // tr(S) I - S has the eigenvalues s_2 + s_3, s_1 + s_3, s_1 + s_2 with the vectors of S.
  const Vec3 inverse(inverse_or_zero(s[1] + s[2], s[0]), inverse_or_zero(s[0] + s[2], s[0]), inverse_or_zero(s[0] + s[1], s[0]));
  FittedRotation fitted;
  fitted.R = U * V.transpose();
  fitted.turn = V * inverse.asDiagonal() * V.transpose();
  fitted.conditions[0] = {Mat3::Identity(), Q};
  return fitted;
}

// c = a(R^T F D D^T) + D D^T a(R^T F Q): R takes D along F D, and is the best of those about D.
FittedRotation fit_about(const Mat3& F, const Mat3& Q, const Vec3& D) {
  const Vec3 d = F * D;
  const double length = d.norm();
  const Mat3 along = D * D.transpose(), across = Mat3::Identity() - along;
  const Mat3 first = length > 0 ? Eigen::Quaterniond::FromTwoVectors(D, d).toRotationMatrix() : Mat3(Mat3::Identity());
  const Mat3 M = first.transpose() * F * Q;
  const double cosine = M.trace() - D.dot(M * D), sine = D.dot(axial(M));

  FittedRotation fitted;
  fitted.R = first * Eigen::AngleAxisd(std::atan2(sine, cosine), D).toRotationMatrix();
  const Mat3 S = fitted.R.transpose() * F * Q;
  // dc = -(|d| (I - D D^T) + D n^T) w
  const Vec3 n = S.trace() * D - S.transpose() * D;
  const Mat3 sideways = (length > 0 ? 1 / length : 0) * across;
  const double about = inverse_or_zero(n.dot(D), S.norm());
  fitted.turn = sideways + about * D * (D.transpose() - n.transpose() * sideways);
  fitted.conditions[0] = {Mat3::Identity(), along};
  fitted.conditions[1] = {along, Q};
  fitted.count = 2;
  return fitted;
}

}  // namespace

FittedRotation fit_rotation(const Mat3& F, const RotationFit& fit) {
  return fit.hinge.isZero(0) ? fit_freely(F, fit.Q) : fit_about(F, fit.Q, fit.hinge);
}

}  // namespace lilyan
