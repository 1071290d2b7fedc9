// Conjugate gradients for A x = b, preconditioned by a factor of a matrix near A.
#pragma once

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/symmetric_matrix.hpp>

#include <limits>
#include <span>

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

// On r.B^-1 r, B the preconditioner's matrix: it falls by relative^2, and below `absolute`.
struct CgTolerance {
  CgTolerance(double relative_only) : relative(relative_only) {}
  CgTolerance(double relative_part, Vector absolute_of_parts, std::span<const Index> part = {})
      : relative(relative_part), absolute(std::move(absolute_of_parts)), part_of_unknown(part) {}

  double relative;
  Vector absolute;                         // of each part of the unknowns; empty: anything will do
  std::span<const Index> part_of_unknown;  // empty if there is one part

  double absolute_of_all() const { return absolute.size() > 0 ? absolute.sum() : std::numeric_limits<double>::infinity(); }
};

// Gives up early once the rate seen so far cannot reach the tolerance in `max_iterations`. x starts from zero.
CgOutcome conjugate_gradients(const SymmetricMatrix& A, DirectSolver& preconditioner, const Vector& b, const CgTolerance& tolerance,
                              int max_iterations, Vector& x);

}  // namespace lilyan
