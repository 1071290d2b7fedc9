#include <lilyan/materials/anisotropic.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/core/error.hpp>

#include <fmt/format.h>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace lilyan {

Anisotropic anisotropic(const UpperTriangle& coefficients) {
  // Below this share of the largest eigenvalue the sign of the lowest is rounding.
  constexpr double kNothing = 1e-14;
  // Scaled first, so that the squares of an eigensolver neither overflow nor vanish.
  double largest = 0;
  for (double c : coefficients) largest = std::max(largest, std::abs(c));
  const Mat6 scaled = symmetric_matrix(coefficients) / (largest > 0 ? largest : 1);
  const Vec6 eigenvalues = symmetric_spectrum(scaled).values;
  if (!(eigenvalues[0] > kNothing * eigenvalues[5]))
    throw InputError(
        {"material.unstable", "coefficients",
         fmt::format("the stiffness is not positive definite: its lowest eigenvalue is {:.6g} Pa, its highest {:.6g} Pa",
                     largest * eigenvalues[0], largest * eigenvalues[5]),
         "some strain would cost no energy; the order is the upper triangle, row by row, of xx, yy, zz, yz, xz, xy"});
  return {coefficients};
}

namespace {

[[noreturn]] void refuse(const char* place, const std::string& message, const std::string& hint) {
  throw InputError({"material.unstable", place, message, hint});
}

// Positive energy needs |nu_ij| < sqrt(E_i/E_j) for each pair and 1 - a^2 - b^2 - c^2 - 2abc > 0 for all, with
// a = nu12 sqrt(E2/E1) and so on: what the ratios would be if the moduli were equal.
void check_ratios(const Orthotropic& m) {
  constexpr const char* kPairs[3] = {"12", "23", "31"};
  Vec3 scaled;
  for (int k = 0; k < 3; ++k) {
    const int j = (k + 1) % 3;
    const double bound = std::sqrt(m.youngs_moduli[k] / m.youngs_moduli[j]);
    scaled[k] = m.poissons_ratios[k] / bound;
    if (!(std::abs(scaled[k]) < 1))
      refuse("poissons_ratios",
             fmt::format("nu{} = {:.6g} is not between -{:.6g} and {:.6g}, the square root of E{}/E{}", kPairs[k],
                         m.poissons_ratios[k], bound, bound, k + 1, j + 1),
             "nu12 is the contraction along 2 when 1 is pulled; tables may have nu21, which is nu12 E2/E1");
  }
  const double left = 1 - scaled.squaredNorm() - 2 * scaled.prod();
  if (!(left > 1e-12))
    refuse("poissons_ratios",
           fmt::format("nu12, nu23, nu31 together make the stiffness indefinite: 1 - nu12 nu21 - nu23 nu32 - nu31 nu13 - "
                       "2 nu12 nu23 nu31 = {:.6g} must be above 0",
                       left),
           "give smaller ratios; of equal ones with equal moduli each is below 0.5");
}

// The axes as a rotation. Right angles are met to the digits that users write.
Mat3 unit_axes(const Mat3& axes) {
  constexpr double kRightAngle = 1e-3;  // [rad]
  Mat3 unit;
  for (int i = 0; i < 3; ++i) unit.row(i) = axes.row(i).stableNormalized();
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const double cosine = unit.row(i).dot(unit.row(j));
    if (!(unit.row(i).squaredNorm() > 0.5) || !(std::abs(cosine) < kRightAngle))
      throw InputError({"material.axes", "axes", fmt::format("axes {} and {} are not at right angles", i + 1, j + 1),
                        "give three directions at right angles, for example [[1, 0, 0], [0, 1, 0], [0, 0, 1]]"});
  }
  unit.row(1) = (unit.row(1) - unit.row(1).dot(unit.row(0)) * unit.row(0)).normalized();
  unit.row(2) -= unit.row(2).dot(unit.row(0)) * unit.row(0) + unit.row(2).dot(unit.row(1)) * unit.row(1);
  unit.row(2).normalize();
  return unit;
}

}  // namespace

Anisotropic Orthotropic::law() const {
  for (int k = 0; k < 3; ++k) {
    if (!(youngs_moduli[k] > 0)) refuse("youngs_moduli", fmt::format("E{} must be above 0 [Pa]", k + 1), "");
    if (!(shear_moduli[k] > 0)) refuse("shear_moduli", "shear moduli must be above 0 [Pa]", "");
  }
  check_ratios(*this);

  Mat3 compliance = youngs_moduli.cwiseInverse().asDiagonal();
  for (int k = 0; k < 3; ++k) {
    const int j = (k + 1) % 3;
    compliance(k, j) = compliance(j, k) = -poissons_ratios[k] / youngs_moduli[k];
  }
  Mat6 C = Mat6::Zero();
  C.topLeftCorner<3, 3>() = compliance.inverse();
  const auto& [G12, G23, G31] = std::array{shear_moduli[0], shear_moduli[1], shear_moduli[2]};
  C.diagonal().tail<3>() = 2 * Vec3(G23, G31, G12);  // yz, xz, xy

  const Mat6 Q = mandel_rotation(unit_axes(axes).transpose());
  const Mat6 turned = axes.isIdentity(0) ? C : Mat6(Q * C * Q.transpose());
  return {upper_triangle(0.5 * (turned + turned.transpose()))};
}

Orthotropic orthotropic(const Vec3& E, double nu) {
  Orthotropic result{E, {}, {}};
  for (int k = 0; k < 3; ++k) {
    const int j = (k + 1) % 3;
    result.poissons_ratios[k] = nu * std::sqrt(E[k] / E[j]);
    result.shear_moduli[k] = std::sqrt(E[k] * E[j]) / (2 * (1 + nu));
  }
  return result;
}

}  // namespace lilyan
