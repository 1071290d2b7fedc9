#include <lilyan/multidomain/interface_frame.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/materials/tensor.hpp>
#include <lilyan/multidomain/spatial.hpp>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <cmath>
#include <cstring>

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
  for (int c = 0; c < 3; ++c) {
    a_[c] = Axes::Zero(r, 3);
    if (c == 2 && is_planar_) continue;
    for (Eigen::Index k = 0; k < count; ++k) {
      const double lever = w[k] * axes_.col(c).dot(vertex(X, vertices[k]) - center_) / eigenvalues[c];
      a_[c] += lever * (U.middleRows(3 * vertices[k], 3).transpose() - along_);
    }
  }
  columns_.resize(kFours * static_cast<std::size_t>(r));
  for (Eigen::Index l = 0; l < r; ++l) {
    Columns column;
    column << along_.row(l).transpose(), a_[0].row(l).transpose(), a_[1].row(l).transpose(), a_[2].row(l).transpose();
    std::memcpy(&columns_[kFours * static_cast<std::size_t>(l)], column.data(), sizeof(Four) * kFours);
  }
}

InterfaceFrame::Columns InterfaceFrame::moved(const Eigen::Ref<const Vector>& q) const {
  Four sums[kFours] = {};
  const Four* column = columns_.data();
  const double* const coordinates = q.data();
  for (Index l = 0; l < size(); ++l, column += kFours)
    for (std::size_t k = 0; k < kFours; ++k) sums[k] += column[k] * coordinates[l];
  Columns result;
  std::memcpy(result.data(), sums, sizeof sums);
  return result;
}

void InterfaceFrame::fit(const Eigen::Ref<const Vector>& q, Pose& pose) const {
  const Columns columns = moved(q);
  pose.x = center_ + columns.head<3>();
  pose.a = axes_ + Eigen::Map<const Mat3>(columns.data() + 3);
  if (is_planar_) pose.a.col(2) = pose.a.col(0).cross(pose.a.col(1));
}

bool InterfaceFrame::pose(const Eigen::Ref<const Vector>& q, Pose& pose) const {
  fit(q, pose);
  return polar_rotation(pose.a * axes_.transpose(), pose.R, pose.N);
}

void InterfaceFrame::turning(const Pose& pose, Eigen::Ref<Axes> Jw, const Mat3& Q) const {
  const Mat3 r = pose.R * axes_;
  Mat3 Z[3];  // Jw = sum_c Z_c a_cl
  for (int c = 0; c < 3; ++c) Z[c] = cross_matrix(r.col(c));
  if (is_planar_) {  // ad_3 = ad_1 x a_2 + a_1 x ad_2
    Z[0] -= Z[2] * cross_matrix(pose.a.col(1));
    Z[1] += Z[2] * cross_matrix(pose.a.col(0));
  }
  const Mat3 NQ = pose.N * Q;  // N is symmetric
  multiply_tall<Store::set, 3>(a_[0], Z[0].transpose() * NQ, Jw);
  multiply_tall<Store::add, 3>(a_[1], Z[1].transpose() * NQ, Jw);
  if (!is_planar_) multiply_tall<Store::add, 3>(a_[2], Z[2].transpose() * NQ, Jw);
}

InterfaceFrame::Rates InterfaceFrame::rates(const Pose& pose, const Eigen::Ref<const Vector>& qd) const {
  const Mat3 r = pose.R * axes_;
  const Columns columns = moved(qd);
  Mat3 ad = Eigen::Map<const Mat3>(columns.data() + 3), aq = Mat3::Zero();
  if (is_planar_) {
    ad.col(2) = ad.col(0).cross(pose.a.col(1)) + pose.a.col(0).cross(ad.col(1));
    aq.col(2) = 2 * ad.col(0).cross(ad.col(1));
  }
  Vec3 turn = Vec3::Zero(), bend = Vec3::Zero();
  for (int c = 0; c < 3; ++c) turn += r.col(c).cross(ad.col(c));
  Rates rates;
  rates.v = columns.head<3>();
  rates.omega = pose.N * turn;
  for (int c = 0; c < 3; ++c) bend += r.col(c).cross(aq.col(c) - rates.omega.cross(ad.col(c)));
  const Mat3 Q = (ad - cross_matrix(rates.omega) * pose.a) * r.transpose();
  rates.gamma = pose.N * (bend - Q.trace() * rates.omega + Q * rates.omega);
  return rates;
}

}  // namespace lilyan
