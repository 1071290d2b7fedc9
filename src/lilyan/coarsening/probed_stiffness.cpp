#include <lilyan/coarsening/probed_stiffness.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include <cmath>
#include <limits>

namespace lilyan {

namespace {

constexpr double kLargestCondition = 1e8;

Eigen::MatrixXd symmetric(const Eigen::MatrixXd& K) { return 0.5 * (K + K.transpose()); }

ProbedStiffness guarded(const CellIntegrals& integrals, const BoxCell& cell, CellGuard guard, double condition) {
  // Rigid motions are projected out, so that they cost nothing to the last digit.
  const Eigen::MatrixXd N = straining_basis(cell);
  return {symmetric(N * (N.transpose() * integrals.exact_galerkin * N) * N.transpose()), {}, guard, condition};
}

}  // namespace

EnergyMatch match_energies(const CellIntegrals& integrals) {
  const Eigen::Index count = integrals.H.rows();
  EnergyMatch match;
  match.scale = Vector::Zero(count);
  for (Eigen::Index b = 0; b < count; ++b)
    if (integrals.H(b, b) > 0) match.scale[b] = 1 / std::sqrt(integrals.H(b, b));
  const auto D = match.scale.asDiagonal();
  const Eigen::MatrixXd A = integrals.A * D;
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const double largest = svd.singularValues()[0], least = svd.singularValues()[count - 1];
  match.condition = least > 0 ? largest / least : std::numeric_limits<double>::infinity();
  if (!(match.condition <= kLargestCondition)) return match;
  match.Z = svd.solve(integrals.G);
  match.K0 = symmetric(match.Z.transpose() * (D * integrals.H * D) * match.Z);
  return match;
}

ProbedStiffness probed_stiffness(const CellIntegrals& integrals, const BoxCell& cell, double fill, StiffnessBound bound) {
  if (!(fill >= kLeastCellFill)) return guarded(integrals, cell, CellGuard::hardly_filled, std::numeric_limits<double>::infinity());
  const EnergyMatch match = match_energies(integrals);
  if (match.Z.size() == 0) return guarded(integrals, cell, CellGuard::ill_conditioned, match.condition);

  // In the space of what is no rigid motion Kgal = T T^T is regular.
  const Eigen::MatrixXd N = straining_basis(cell);
  const Eigen::MatrixXd K0 = symmetric(N.transpose() * match.K0 * N);
  ProbedStiffness result{{}, match.scale.asDiagonal() * match.Z * N, CellGuard::none, match.condition};
  if (bound == StiffnessBound::none) {
    result.K = symmetric(N * K0 * N.transpose());
  } else {
    const Eigen::LLT<Eigen::MatrixXd> T(symmetric(N.transpose() * integrals.galerkin * N));
    if (T.info() != Eigen::Success) return guarded(integrals, cell, CellGuard::ill_conditioned, match.condition);
    const Eigen::MatrixXd half = T.matrixL().solve(K0);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(symmetric(T.matrixL().solve(half.transpose())));
    constexpr double kRounding = 1e-6;
    result.bounded = static_cast<Index>((modes.eigenvalues().array() > 1 + kRounding).count());
    const Vector lambda = modes.eigenvalues().cwiseMin(1).cwiseMax(0);
    const Vector part = modes.eigenvalues().unaryExpr([](double value) { return value > 1 ? 1 / std::sqrt(value) : 1; });
    const Eigen::MatrixXd TR = T.matrixL() * modes.eigenvectors();
    const Eigen::MatrixXd NTR = N * TR;
    result.K = symmetric(NTR * lambda.asDiagonal() * NTR.transpose());
    result.amplitudes *= T.matrixU().solve(modes.eigenvectors() * part.asDiagonal() * TR.transpose());
  }
  result.amplitudes *= N.transpose();
  return result;
}

}  // namespace lilyan
