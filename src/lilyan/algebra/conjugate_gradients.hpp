// Conjugate gradients for A x = b, preconditioned by a factor of a matrix near A.
#pragma once

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/symmetric_matrix.hpp>

namespace lilyan {

enum class CgStatus {
  converged,
  too_slow,            // would not reach the tolerance within the iterations allowed
  negative_curvature,  // met a direction d with d.A d <= 0: A is not positive definite
};

struct CgOutcome {
  CgStatus status;
  int iterations;
};

// Stops when sqrt(r.B^-1 r), B the preconditioner's matrix, has fallen by `tolerance`; gives up early once the rate seen so
// far cannot reach it in `max_iterations`. x starts from zero.
CgOutcome conjugate_gradients(const SymmetricMatrix& A, DirectSolver& preconditioner, const Vector& b, double tolerance,
                              int max_iterations, Vector& x);

}  // namespace lilyan
