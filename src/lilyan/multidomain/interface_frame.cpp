#include <lilyan/multidomain/interface_frame.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/multidomain/spatial.hpp>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <cmath>

namespace lilyan {

namespace {

// Shares of the largest eigenvalue of C below which the smallest is that of a plane, and the middle one that of a line.
constexpr double kPlanar = 1e-3, kStraight = 1e-10;

[[noreturn]] void refuse_interface(const std::string& message, const std::string& hint) {
  throw InputError({"multidomain.interface", "", message, hint});
}

void check_interface(const std::vector<Index>& vertices, const Vector& weights) {
  if (vertices.size() < 3)
    refuse_interface(fmt::format("an interface has {} vertices; it needs three or more", vertices.size()),
                     "let the domains share a face");
  for (double w : weights)
    if (!(w > 0 && std::isfinite(w))) refuse_interface(fmt::format("an interface has the weight {}", w), "weights are positive");
}

}  // namespace

bool polar_rotation(const Mat3& A, Mat3& R, Mat3& N) {
  constexpr int kMost = 100;
  R = A;
  for (int k = 0;; ++k) {  // Newton's iteration for the orthogonal factor, scaled while it is far
    const double determinant = R.determinant(), size = R.norm();
    if (!(determinant > 1e-12 * size * size * size) || k == kMost) return false;
    Mat3 inverse_transposed;
    for (int c = 0; c < 3; ++c) inverse_transposed.col(c) = R.col((c + 1) % 3).cross(R.col((c + 2) % 3)) / determinant;
    const double ratio = inverse_transposed.norm() / size;
    const double scale = std::abs(ratio - 1) < 1e-2 ? 1 : std::sqrt(ratio);
    const Mat3 next = 0.5 * (scale * R + inverse_transposed / scale);
    const double change = (next - R).norm();
    R = next;
    if (change < 1e-9) break;  // it doubles the digits: the last step was to rounding
  }
  const Mat3 P = A * R.transpose();
  N = (P.trace() * Mat3::Identity() - 0.5 * (P + P.transpose())).inverse();
  return N.allFinite();
}

InterfaceFrame::InterfaceFrame(const Vector& X, const Eigen::MatrixXd& U, const std::vector<Index>& vertices,
                               const Vector& weights) {
  check_interface(vertices, weights);
  const Eigen::Index r = U.cols(), count = static_cast<Eigen::Index>(vertices.size());
  const Vector w = weights / weights.sum();
  center_.setZero();
  along_ = Axes::Zero(r, 3);
  for (Eigen::Index k = 0; k < count; ++k) {
    center_ += w[k] * vertex(X, vertices[k]);
    along_ += w[k] * U.middleRows(3 * vertices[k], 3).transpose();
  }
  Mat3 C = Mat3::Zero();
  for (Eigen::Index k = 0; k < count; ++k) {
    const Vec3 Y = vertex(X, vertices[k]) - center_;
    C += w[k] * Y * Y.transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Mat3> spectrum(C);
  const Vec3 sizes = spectrum.eigenvalues();
  if (!(sizes[1] > kStraight * sizes[2]))
    refuse_interface("the vertices of an interface lie on a line", "let the domains share faces, not edges");
  is_planar_ = sizes[0] < kPlanar * sizes[2];
  axes_.col(0) = spectrum.eigenvectors().col(1);
  axes_.col(1) = spectrum.eigenvectors().col(2);
  axes_.col(2) = axes_.col(0).cross(axes_.col(1));

  // C^-1 b_c = b_c / (its eigenvalue), so that a_cl = sum w (U_l - ah_l) (Y.b_c) / eigenvalue.
  const double eigenvalues[3] = {sizes[1], sizes[2], sizes[0]};
  for (int c = 0; c < (is_planar_ ? 2 : 3); ++c) {
    a_[c] = Axes::Zero(r, 3);
    for (Eigen::Index k = 0; k < count; ++k) {
      const double lever = w[k] * axes_.col(c).dot(vertex(X, vertices[k]) - center_) / eigenvalues[c];
      a_[c] += lever * (U.middleRows(3 * vertices[k], 3).transpose() - along_);
    }
  }
}

bool InterfaceFrame::pose(const Eigen::Ref<const Vector>& q, Pose& pose) const {
  pose.x = center_ + product(along_, q);
  pose.a.col(0) = axes_.col(0) + product(a_[0], q);
  pose.a.col(1) = axes_.col(1) + product(a_[1], q);
  if (is_planar_)
    pose.a.col(2) = pose.a.col(0).cross(pose.a.col(1));
  else
    pose.a.col(2) = axes_.col(2) + product(a_[2], q);
  return polar_rotation(pose.a * axes_.transpose(), pose.R, pose.N);
}

void InterfaceFrame::turning(const Pose& pose, Eigen::Ref<Axes> Jw) const {
  const Mat3 r = pose.R * axes_;
  Mat3 Z[3];  // Jw = sum_c Z_c a_cl
  for (int c = 0; c < 3; ++c) Z[c] = cross_matrix(r.col(c));
  if (is_planar_) {  // ad_3 = ad_1 x a_2 + a_1 x ad_2
    Z[0] -= Z[2] * cross_matrix(pose.a.col(1));
    Z[1] += Z[2] * cross_matrix(pose.a.col(0));
  }
  multiply_tall<Store::set, 3>(a_[0], (pose.N * Z[0]).transpose(), Jw);
  multiply_tall<Store::add, 3>(a_[1], (pose.N * Z[1]).transpose(), Jw);
  if (!is_planar_) multiply_tall<Store::add, 3>(a_[2], (pose.N * Z[2]).transpose(), Jw);
}

InterfaceFrame::Rates InterfaceFrame::rates(const Pose& pose, const Eigen::Ref<const Vector>& qd) const {
  const Mat3 r = pose.R * axes_;
  Mat3 ad, aq = Mat3::Zero();
  ad.col(0) = product(a_[0], qd);
  ad.col(1) = product(a_[1], qd);
  if (is_planar_) {
    ad.col(2) = ad.col(0).cross(pose.a.col(1)) + pose.a.col(0).cross(ad.col(1));
    aq.col(2) = 2 * ad.col(0).cross(ad.col(1));
  } else {
    ad.col(2) = product(a_[2], qd);
  }
  Vec3 turn = Vec3::Zero(), bend = Vec3::Zero();
  for (int c = 0; c < 3; ++c) turn += r.col(c).cross(ad.col(c));
  Rates rates;
  rates.v = product(along_, qd);
  rates.omega = pose.N * turn;
  for (int c = 0; c < 3; ++c) bend += r.col(c).cross(aq.col(c) - rates.omega.cross(ad.col(c)));
  const Mat3 Q = (ad - cross_matrix(rates.omega) * pose.a) * r.transpose();
  rates.gamma = pose.N * (bend - Q.trace() * rates.omega + Q * rates.omega);
  return rates;
}

}  // namespace lilyan
