// Solves with a sparse symmetric positive definite matrix by Cholesky factorisation.
//
// The kind of factorisation is chosen once per pattern by a rule on predicted operations, never by timing.
#pragma once

#include <lilyan/algebra/ordering.hpp>
#include <lilyan/algebra/symmetric_matrix.hpp>

#include <memory>
#include <optional>
#include <string>

namespace lilyan {

struct FactorPrediction {
  std::string method;  // e.g. "multifrontal (metis)"
  double flops = 0;    // of one factorisation
  double bytes = 0;    // of the factor and all else that factorising and solving takes
};

class DirectSolver {
 public:
  virtual ~DirectSolver() = default;
  virtual const FactorPrediction& prediction() const = 0;
  virtual bool factorise(const SymmetricMatrix& A) = 0;  // false where A is not positive definite; any earlier factor is then lost
  virtual void solve(const Vector& b, Vector& x) = 0;    // after a `factorise` that returned true

  // A X = B for all columns of B at once, which costs less per column than `solve`; each column has the same bits whatever the
  // number of threads.
  virtual void solve_columns(const Eigen::MatrixXd& B, Eigen::MatrixXd& X) = 0;
};

// Analyses the pattern. Throws InputError (id "algebra.memory") with the figure where the factor would not fit into `memory_limit`
// bytes, or, without one, into the memory that is available now.
std::unique_ptr<DirectSolver> make_direct_solver(std::shared_ptr<const SymmetricPattern> pattern,
                                                 std::optional<double> memory_limit = {});

// Cholesky factorisation column by column (Eigen): best for chains, whose columns have few entries. Its `solve` only reads the
// factor: several threads may solve at once.
std::unique_ptr<DirectSolver> make_simplicial_solver(std::shared_ptr<const SymmetricPattern> pattern, const Ordering& ordering);

// How many eigenvalues of A are negative: as many as entries of D in A = L D L^T (Sylvester's law of inertia). None where a pivot
// is zero.
std::optional<Index> negative_eigenvalues(const SymmetricMatrix& A, const Ordering& ordering);

// Cholesky factorisation by dense fronts over a tree: for systems of every size.
//
// `factorise`, `solve` and `solve_columns` share their work between the threads in use; results have the same bits for any number
// of them. `solve` only reads the factor: several threads may solve at once.
std::unique_ptr<DirectSolver> make_multifrontal_solver(std::shared_ptr<const SymmetricPattern> pattern, const Ordering& ordering);

}  // namespace lilyan
