#include <lilyan/materials/corotated.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/materials/rotation_fit.hpp>

#include <Eigen/Geometry>

namespace lilyan {
namespace {

using Mat39 = Eigen::Matrix<double, 3, 9>;
using Mat69 = Eigen::Matrix<double, 6, 9>;

Mat3 symmetric_part(const Mat3& A) { return 0.5 * (A + A.transpose()); }

Vec6 strain_of(const Mat3& G) { return mandel(symmetric_part(G) - Mat3::Identity()); }

// Column 3 j + i of the following belongs to the change e_i e_j^T of F in the turned frame.

// a(e_i e_j^T Q): row j of Q, crossed with e_i.
Mat39 axial_of_columns(const Mat3& rows) {
  Mat39 A;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) A.col(3 * j + i) = Vec3(rows.row(j)).cross(Vec3::Unit(i));
  return A;
}

Mat69 strain_of_columns() {
  Mat69 B;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) B.col(3 * j + i) = mandel(symmetric_part(Vec3::Unit(i) * Vec3::Unit(j).transpose()));
  return B;
}

const Mat69& unit_strains() {
  static const Mat69 B = strain_of_columns();
  return B;
}

// K in the turned frame to K by the components of F.
Mat9 turned_back(const Mat9& K, const Mat3& R) {
  Mat9 result;
  for (int j = 0; j < 3; ++j)
    for (int l = 0; l < 3; ++l) result.block<3, 3>(3 * j, 3 * l) = R * K.block<3, 3>(3 * j, 3 * l) * R.transpose();
  return result;
}

void clamp_negative_eigenvalues(Mat9& K) {
  const FixedSpectrum<9> spectrum = symmetric_spectrum(K);
  K = spectrum.vectors * spectrum.values.cwiseMax(0).asDiagonal() * spectrum.vectors.transpose();
}

}  // namespace

CorotatedPoint::CorotatedPoint(const Mat3& F, const Mat6& C, const RotationFit& fit) : fitted_(fit_rotation(F, fit)), C_(C) {
  G_ = fitted_.R.transpose() * F;
  strain_ = strain_of(G_);
  stress_ = C_ * strain_;
  const Mat3 sigma = symmetric_tensor(stress_);
  lambda_ = fitted_.turn.transpose() * axial(G_ * sigma);
  turned_stress_ = sigma;
  for (int m = 0; m < fitted_.count; ++m)
    turned_stress_ += cross_matrix(fitted_.conditions[m].P * lambda_) * fitted_.conditions[m].Q.transpose();
}

Mat9 CorotatedPoint::stiffness(Definiteness definiteness) const {
  const Mat3 Gsigma = G_ * symmetric_tensor(stress_);

  // w of each change of F, and L's second derivative along w.
  Mat39 change = Mat39::Zero();
  Mat3 curvature = symmetric_part(Gsigma) - Gsigma.trace() * Mat3::Identity();
  for (int m = 0; m < fitted_.count; ++m) {
    const auto& [P, Q] = fitted_.conditions[m];
    change += P * axial_of_columns(Q);
    const Mat3 bent = G_ * Q * cross_matrix(P * lambda_);
    curvature += bent.trace() * Mat3::Identity() - symmetric_part(bent);
  }
  const Mat39 w = fitted_.turn * change;

  // The strain of each change of F, with the turn that goes with it.
  Eigen::Matrix<double, 6, 3> strain_of_turn;
  for (int k = 0; k < 3; ++k) strain_of_turn.col(k) = -mandel(symmetric_part(cross_matrix(Vec3::Unit(k)) * G_));
  const Mat69 E = unit_strains() + strain_of_turn * w;

  const Mat9 mixed = w.transpose() * axial_of_columns(turned_stress_.transpose());
  Mat9 K = E.transpose() * C_ * E + w.transpose() * curvature * w + mixed + mixed.transpose();
  if (definiteness == Definiteness::projected) clamp_negative_eigenvalues(K);
  return turned_back(K, fitted_.R);
}

FrozenPoint::FrozenPoint(const Mat3& F, const Mat6& C, const Mat3& R)
    : C_(C), R_(R), strain_(strain_of(R.transpose() * F)), stress_(C * strain_) {}

Mat9 FrozenPoint::stiffness(Definiteness) const { return turned_back(unit_strains().transpose() * C_ * unit_strains(), R_); }

}  // namespace lilyan
