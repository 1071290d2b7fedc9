#include <lilyan/coarsening/boxes/unprobed_stiffness.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/coarsening/boxes/cell_integrals.hpp>

#include <Eigen/LU>

namespace lilyan {

namespace {

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
