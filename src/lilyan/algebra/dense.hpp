// Decompositions of dense matrices.
//
// They are plain functions, compiled once: a use of one of Eigen's own decompositions adds 3 to 23 s to the compilation of a file.
// Matrices of up to 3x3 are cheap to compile and stay with Eigen (a JacobiSVD of them with NoQRPreconditioner), as do Cholesky factors
// and inverses of 6x6.
#pragma once

#include <lilyan/core/vector.hpp>

namespace lilyan {

// Eigenvalues in ascending order, with one eigenvector per column.
struct Spectrum {
  Vector values;
  Eigen::MatrixXd vectors;
};

// A u = lambda u, |u| = 1. Only the lower triangle of A is read.
Spectrum symmetric_spectrum(const Eigen::MatrixXd& A);
Vector symmetric_eigenvalues(const Eigen::MatrixXd& A);

// The same for matrices of fixed size, N = 6 and 9; for an expression of one, name N: symmetric_spectrum<6>(A + B).
template <int N>
struct FixedSpectrum {
  Eigen::Matrix<double, N, 1> values;
  Eigen::Matrix<double, N, N> vectors;
};
template <int N>
  requires(N == 6 || N == 9)
FixedSpectrum<N> symmetric_spectrum(const Eigen::Matrix<double, N, N>& A);

// The lambda of A u = lambda B u with B positive definite. Only the lower triangles are read.
Vector generalised_eigenvalues(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

// The nearest matrix without negative eigenvalues.
Eigen::MatrixXd without_negative_eigenvalues(const Spectrum& A);

// A = U diag(values) V^T with the largest value first, U and V square, by Jacobi's rotations: small values are accurate, too. All
// numbers are NaN if A has one that is not finite.
struct SingularValues {
  Eigen::MatrixXd U;
  Vector values;
  Eigen::MatrixXd V;

  Eigen::MatrixXd solve(const Eigen::MatrixXd& B) const;  // the shortest X with the least |A X - B|
};
SingularValues singular_values(const Eigen::MatrixXd& A);

// V alone, for tall matrices.
SingularValues right_singular_vectors(const Eigen::MatrixXd& A);

// U alone by divide and conquer, for large matrices. It has one column per value.
SingularValues left_singular_vectors(const Eigen::MatrixXd& A);

// Q of A = Q R: with as many columns as A, or square.
Eigen::MatrixXd orthonormal_columns(const Eigen::MatrixXd& A);
Eigen::MatrixXd orthogonal_factor(const Eigen::MatrixXd& A);

// A = L L^T of a symmetric matrix (Cholesky). Only the lower triangle of A is read.
class DenseCholesky {
 public:
  DenseCholesky() = default;  // of no matrix: to be assigned to
  explicit DenseCholesky(const Eigen::MatrixXd& A);

  bool succeeded() const { return succeeded_; }  // A is positive definite
  Eigen::MatrixXd L() const;
  void solve_in_place(Vector& b) const;                         // A^-1 b
  Eigen::MatrixXd solve(const Eigen::MatrixXd& B) const;        // A^-1 B
  Eigen::MatrixXd solve_lower(const Eigen::MatrixXd& B) const;  // L^-1 B
  Eigen::MatrixXd solve_upper(const Eigen::MatrixXd& B) const;  // L^-T B
  Eigen::MatrixXd orthonormal(const Eigen::MatrixXd& B) const;  // B L^-T: with A = B^T M B its columns are orthonormal by M

 private:
  Eigen::MatrixXd factor_;  // L in the lower triangle
  bool succeeded_ = false;
};

// A^-1 B: for symmetric A that may be indefinite, and for any regular A.
Eigen::MatrixXd solve_symmetric(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
Eigen::MatrixXd solve_regular(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
Eigen::MatrixXd inverse(const Eigen::MatrixXd& A);

}  // namespace lilyan
