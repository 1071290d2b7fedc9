#include <lilyan/algebra/dense.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

namespace lilyan {

namespace {

using Dense = Eigen::MatrixXd;

}  // namespace

Spectrum symmetric_spectrum(const Dense& A) {
  const Eigen::SelfAdjointEigenSolver<Dense> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

template <int N>
  requires(N == 6 || N == 9)
FixedSpectrum<N> symmetric_spectrum(const Eigen::Matrix<double, N, N>& A) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, N, N>> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}
template FixedSpectrum<6> symmetric_spectrum(const Eigen::Matrix<double, 6, 6>&);
template FixedSpectrum<9> symmetric_spectrum(const Eigen::Matrix<double, 9, 9>&);

Vector symmetric_eigenvalues(const Dense& A) {
  return Eigen::SelfAdjointEigenSolver<Dense>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

Vector generalised_eigenvalues(const Dense& A, const Dense& B) {
  return Eigen::GeneralizedSelfAdjointEigenSolver<Dense>(A, B, Eigen::EigenvaluesOnly).eigenvalues();
}

Dense without_negative_eigenvalues(const Spectrum& A) {
  return A.vectors * A.values.cwiseMax(0).asDiagonal() * A.vectors.transpose();
}

Dense orthonormal_columns(const Dense& A) {
  return Eigen::HouseholderQR<Dense>(A).householderQ() * Dense::Identity(A.rows(), A.cols());
}

Dense orthogonal_factor(const Dense& A) { return Eigen::HouseholderQR<Dense>(A).householderQ(); }

DenseCholesky::DenseCholesky(const Dense& A) : factor_(A) {
  const Eigen::LLT<Eigen::Ref<Dense>> in_place(factor_);
  succeeded_ = in_place.info() == Eigen::Success && factor_.diagonal().allFinite();  // Eigen takes NaN for a positive pivot
}

Dense DenseCholesky::L() const { return factor_.triangularView<Eigen::Lower>(); }

void DenseCholesky::solve_in_place(Vector& b) const {
  factor_.triangularView<Eigen::Lower>().solveInPlace(b);
  factor_.triangularView<Eigen::Lower>().adjoint().solveInPlace(b);
}

Dense DenseCholesky::solve(const Dense& B) const { return solve_upper(solve_lower(B)); }

Dense DenseCholesky::solve_lower(const Dense& B) const { return factor_.triangularView<Eigen::Lower>().solve(B); }

Dense DenseCholesky::solve_upper(const Dense& B) const { return factor_.triangularView<Eigen::Lower>().adjoint().solve(B); }

Dense DenseCholesky::orthonormal(const Dense& B) const {
  return factor_.triangularView<Eigen::Lower>().adjoint().solve<Eigen::OnTheRight>(B);
}

Dense solve_symmetric(const Dense& A, const Dense& B) { return A.ldlt().solve(B); }

Dense solve_regular(const Dense& A, const Dense& B) { return A.partialPivLu().solve(B); }

Dense inverse(const Dense& A) { return A.inverse(); }

}  // namespace lilyan
