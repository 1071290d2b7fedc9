#include <lilyan/coarsening/boxes/probed_stiffness.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/coarsening/boxes/stiffness_bound.hpp>
#include <lilyan/coarsening/boxes/symmetric.hpp>

#include <cmath>
#include <limits>

namespace lilyan {

namespace {

constexpr double kLargestCondition = 1e8;

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
  const SingularValues svd = singular_values(A);
  const double largest = svd.values[0], least = svd.values[count - 1];
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

  const Eigen::MatrixXd N = straining_basis(cell);
  ProbedStiffness result{{}, match.scale.asDiagonal() * match.Z * N, CellGuard::none, match.condition};
  if (bound == StiffnessBound::none) {
    result.K = symmetric(N * symmetric(N.transpose() * match.K0 * N) * N.transpose());
  } else {
    const std::optional<BoundedStiffness> bounded = bounded_stiffness(match.K0, integrals.galerkin, cell);
    if (!bounded) return guarded(integrals, cell, CellGuard::ill_conditioned, match.condition);
    result.K = bounded->K;
    result.amplitudes *= bounded->part;
    result.bounded = bounded->bounded;
  }
  result.amplitudes *= N.transpose();
  return result;
}

}  // namespace lilyan
