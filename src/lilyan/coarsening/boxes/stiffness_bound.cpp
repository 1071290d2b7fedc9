#include <lilyan/coarsening/boxes/stiffness_bound.hpp>

#include <lilyan/coarsening/boxes/box_functions.hpp>
#include <lilyan/coarsening/boxes/symmetric.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <cmath>

namespace lilyan {

std::optional<BoundedStiffness> bounded_stiffness(const Eigen::MatrixXd& K0, const Eigen::MatrixXd& galerkin, const BoxCell& cell) {
  constexpr double kRounding = 1e-6;
  // In the space of what is no rigid motion Kgal = T T^T is regular.
  const Eigen::MatrixXd N = straining_basis(cell);
  const Eigen::LLT<Eigen::MatrixXd> T(symmetric(N.transpose() * galerkin * N));
  if (T.info() != Eigen::Success) return {};
  const Eigen::MatrixXd half = T.matrixL().solve(symmetric(N.transpose() * K0 * N));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(symmetric(T.matrixL().solve(half.transpose())));
  const Vector lambda = modes.eigenvalues().cwiseMin(1).cwiseMax(0);
  const Vector part = modes.eigenvalues().unaryExpr([](double value) { return value > 1 ? 1 / std::sqrt(value) : 1; });
  const Eigen::MatrixXd TR = T.matrixL() * modes.eigenvectors();
  const Eigen::MatrixXd NTR = N * TR;
  return BoundedStiffness{symmetric(NTR * lambda.asDiagonal() * NTR.transpose()),
                          T.matrixU().solve(modes.eigenvectors() * part.asDiagonal() * TR.transpose()),
                          static_cast<Index>((modes.eigenvalues().array() > 1 + kRounding).count())};
}

}  // namespace lilyan
