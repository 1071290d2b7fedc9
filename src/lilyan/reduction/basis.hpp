// The directions in which a reduced body can move, x = X + U q: columns that are orthonormal with its masses.
//
//   U^T M U = 1,   u = 0 where held        U [1/sqrt(kg)], 3n x r, over all components
//
// A family Z of displacements is made a basis by principal components in the metric of the masses: of all U with r columns it is
// the one that leaves least of Z out, sum_k |z_k - U U^T M z_k|_M^2. [Barbic 2005, sec. 5]
#pragma once

#include <lilyan/core/vector.hpp>

#include <functional>

namespace lilyan {

class Metric;
class System;

struct Basis {
  Eigen::MatrixXd U;
  Vector frequencies;   // [Hz] of each column, ascending: the natural frequencies of the body at rest within the span of U
  double left_out = 0;  // of the family that it was made from, the share of sum_k |z_k|_M^2 that it does not hold

  Index size() const { return static_cast<Index>(U.cols()); }
};

// M v of a field v over all components, 0 where held.
using MassProduct = std::function<Vector(const Vector& v)>;

// Makes the columns orthonormal, each by what is left of it beside those before it. A column of which less than `threshold` of its
// size is left depends on the others and is dropped, as one of size zero is. Returns how many are left.
inline constexpr double kDependent = 1e-10;
Index orthonormalise(Eigen::MatrixXd& U, const MassProduct& mass, double threshold = kDependent);
Index orthonormalise(Eigen::MatrixXd& U, const Metric& metric, double threshold = kDependent);

// The r principal components of the columns of Z, the most important first; fewer if Z has no more directions.
struct PrincipalComponents {
  Eigen::MatrixXd U;
  Vector sizes;  // singular values of Z in the metric of the masses, of all components, descending
};
PrincipalComponents principal_components(Eigen::MatrixXd Z, const MassProduct& mass, Index r);

// The same span with columns that vibrate by themselves, U^T K U = diag(omega^2), ascending; the largest number of each is
// positive. U is orthonormal with the system's masses, K its elastic stiffness at X.
Basis vibrating_basis(const System& system, const Vector& X, const Eigen::MatrixXd& U);

// A basis of displacements that were seen, a column each [m], 0 where held. Throws InputError (id "reduction.basis") if they are
// all zero or not finite, or if r < 1.
Basis mass_pca(const System& system, const Vector& X, const Eigen::MatrixXd& displacements, Index r);

}  // namespace lilyan
