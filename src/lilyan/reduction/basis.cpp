#include <lilyan/reduction/basis.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/core/error.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/reduction/vibration.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lilyan {

namespace {

using Dense = Eigen::MatrixXd;

Dense times(const MassProduct& mass, const Dense& Z) {
  Dense MZ(Z.rows(), Z.cols());
  for (Eigen::Index k = 0; k < Z.cols(); ++k) MZ.col(k) = mass(Z.col(k));
  return MZ;
}

MassProduct product_with(const Metric& metric) {
  return [&metric](const Vector& v) { return metric.times(v); };
}

// K U over all components, 0 where held.
Dense stiffness_times(const System& system, const Vector& X, const Dense& U) {
  const Coordinates& coordinates = system.coordinates();
  const SymmetricMatrix K = elastic_hessian(system, X);
  Dense KU = Dense::Zero(U.rows(), U.cols());
  Vector u, Ku;
  for (Eigen::Index k = 0; k < U.cols(); ++k) {
    coordinates.restrict(U.col(k), u);
    K.multiply(u, Ku);
    for (Index i = 0; i < coordinates.size(); ++i) KU(coordinates.free()[static_cast<std::size_t>(i)], k) = Ku[i];
  }
  return KU;
}

}  // namespace

Index orthonormalise(Dense& U, const MassProduct& mass, double threshold) {
  Eigen::Index left = 0;
  for (Eigen::Index k = 0; k < U.cols(); ++k) {
    Vector u = U.col(k), Mu = mass(u);
    const double size = std::sqrt(u.dot(Mu));
    double remaining = size;
    const auto before = U.leftCols(left);
    for (int pass = 0; pass < 2; ++pass) {  // twice is enough: what rounding left of the others goes with the second
      u -= before * (before.transpose() * Mu);
      Mu = mass(u);
      remaining = std::sqrt(u.dot(Mu));
      if (!(remaining > threshold * size)) break;
    }
    if (!(remaining > threshold * size)) continue;
    U.col(left++) = u / remaining;
  }
  U.conservativeResize(Eigen::NoChange, left);
  return static_cast<Index>(left);
}

Index orthonormalise(Dense& U, const Metric& metric, double threshold) {
  return orthonormalise(U, product_with(metric), threshold);
}

PrincipalComponents principal_components(Dense Z, const MassProduct& mass, Index r) {
  constexpr double kNothing = 1e-12;  // of the largest: rounding
  const Dense MZ = times(mass, Z);
  const Eigen::Index directions = orthonormalise(Z, mass);
  if (directions == 0) return {Z, Vector(0)};
  const SingularValues svd = left_singular_vectors(Z.transpose() * MZ);
  PrincipalComponents found{{}, svd.values};
  const Eigen::Index counting = (found.sizes.array() > kNothing * found.sizes[0]).count();
  found.U = Z * svd.U.leftCols(std::min<Eigen::Index>(r, counting));
  return found;
}

Basis vibrating_basis(const System& system, const Vector& X, const Dense& U) {
  if (U.cols() == 0) return {U, Vector(0)};
  constexpr double kAlike = 1e-6;  // numbers of mirrored vertices that only rounding tells apart
  const Spectrum spectrum = symmetric_spectrum(U.transpose() * stiffness_times(system, X, U));
  Basis basis{U * spectrum.vectors, spectrum.values.cwiseAbs().cwiseSqrt() / (2 * std::numbers::pi)};
  for (auto u : basis.U.colwise()) {
    const double large = (1 - kAlike) * u.cwiseAbs().maxCoeff();
    for (double number : u)
      if (std::abs(number) >= large) {
        if (number < 0) u *= -1;
        break;
      }
  }
  return basis;
}

Basis mass_pca(const System& system, const Vector& X, const Dense& displacements, Index r) {
  if (r < 1) throw InputError({"reduction.basis", "", fmt::format("a basis of {} columns is asked for", r), "ask for at least 1"});
  PrincipalComponents components;
  if (displacements.allFinite()) components = principal_components(displacements, product_with(system.metric()), r);
  if (components.U.cols() == 0)
    throw InputError({"reduction.basis", "", "the displacements are zero where the body can move, or not finite numbers",
                      "give some that deform the body"});
  Basis basis = vibrating_basis(system, X, components.U);
  basis.left_out = components.sizes.tail(components.sizes.size() - basis.size()).squaredNorm() / components.sizes.squaredNorm();
  return basis;
}

}  // namespace lilyan
