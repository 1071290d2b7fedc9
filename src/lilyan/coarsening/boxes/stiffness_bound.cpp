#include <lilyan/coarsening/boxes/stiffness_bound.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/coarsening/boxes/box_functions.hpp>
#include <lilyan/coarsening/boxes/symmetric.hpp>

#include <cmath>

namespace lilyan {

std::optional<BoundedStiffness> bounded_stiffness(const Eigen::MatrixXd& K0, const Eigen::MatrixXd& galerkin, const BoxCell& cell) {
  constexpr double kRounding = 1e-6;
  // In the space of what is no rigid motion Kgal = T T^T is regular.
  const Eigen::MatrixXd N = straining_basis(cell);
  const DenseCholesky T(symmetric(N.transpose() * galerkin * N));
  if (!T.succeeded()) return {};
  const Eigen::MatrixXd half = T.solve_lower(symmetric(N.transpose() * K0 * N));
  const Spectrum modes = symmetric_spectrum(symmetric(T.solve_lower(half.transpose())));
  const Vector lambda = modes.values.cwiseMin(1).cwiseMax(0);
  const Vector part = modes.values.unaryExpr([](double value) { return value > 1 ? 1 / std::sqrt(value) : 1; });
  const Eigen::MatrixXd TR = T.L().triangularView<Eigen::Lower>() * modes.vectors;
  const Eigen::MatrixXd NTR = N * TR;
  return BoundedStiffness{symmetric(NTR * lambda.asDiagonal() * NTR.transpose()),
                          T.solve_upper(modes.vectors * part.asDiagonal() * TR.transpose()),
                          static_cast<Index>((modes.values.array() > 1 + kRounding).count())};
}

}  // namespace lilyan
