#include <lilyan/coarsening/boxes/box_stiffness.hpp>

#include <lilyan/algebra/dense.hpp>

#include <Eigen/LU>

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

// Of the filled part.
Mat6 arithmetic_mean(const FineBody& body, const CellCut& cut) {
  Mat6 sum = Mat6::Zero();
  double volume = 0;
  for (const Piece& piece : cut.pieces) sum += piece.volume() * body.stiffness_of(piece.cell), volume += piece.volume();
  return sum / volume;
}

Mat6 harmonic_mean(const FineBody& body, const CellCut& cut) {
  Mat6 sum = Mat6::Zero();
  double volume = 0;
  for (const Piece& piece : cut.pieces) sum += piece.volume() * body.stiffness_of(piece.cell).inverse(), volume += piece.volume();
  const Mat6 mean = volume * sum.inverse();
  return 0.5 * (mean + mean.transpose());
}

// Whether all but rigid motions cost energy, by the stiffness on straining_basis.
bool is_regular(const Eigen::MatrixXd& K) {
  constexpr double kRoundOff = 1e-10;  // of the largest eigenvalue
  const Vector values = symmetric_eigenvalues(K);
  return values[0] > kRoundOff * values[values.size() - 1];
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

Eigen::MatrixXd unprobed_stiffness(const FineBody& body, const BoxCell& cell, const CellCut& cut, BoxMethod method) {
  Mat6 mean = Mat6::Zero();
  if (method == BoxMethod::arithmetic) mean = arithmetic_mean(body, cut);
  if (method == BoxMethod::harmonic) mean = harmonic_mean(body, cut);
  const auto C = [&](const Piece& piece) -> const Mat6& {
    return method == BoxMethod::galerkin ? body.stiffness_of(piece.cell) : mean;
  };
  // Rigid motions are projected out, so that they cost nothing to the last digit.
  const Eigen::MatrixXd N = straining_basis(cell);
  Eigen::MatrixXd K;
  if (cut.is_nested()) {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(N.rows(), N.rows());
    for (const Piece& piece : cut.pieces) {
      const CellStrain own = interpolant_strain(body, cell, piece.cell, strain_matrix(body, piece.cell));
      sum.noalias() += own.transpose() * ((piece.volume() * C(piece)) * own).eval();
    }
    K = N.transpose() * sum * N;
  }
  // The interpolants on a few fine cells may have motions without strain; the functions themselves have none.
  if (K.size() == 0 || !is_regular(K)) {
    StiffnessMoments moments;
    moments.fill(Mat6::Zero());
    for (const Piece& piece : cut.pieces)
      for (std::size_t k = 0; k < moments.size(); ++k) moments[k] += piece.moments[k] * C(piece);
    K = N.transpose() * galerkin_of_moments(strain_polynomials(cell), moments) * N;
  }
  const Eigen::MatrixXd whole = N * K * N.transpose();
  return 0.5 * (whole + whole.transpose());
}

}  // namespace lilyan
