// Solves J x = b with a preconditioner P near J by flexible GMRES: in the space that P^-1 and J span from the residual, the x with
// the least |b - J x| (Y. Saad, A flexible inner-outer preconditioned GMRES algorithm, 1993).
//
// The preconditioner acts from the right, so the residual that is minimised is that of the system as it is given. All iterations
// are kept until the end: their number is small, or the preconditioner is bad.
#pragma once

#include <lilyan/core/vector.hpp>

#include <functional>

namespace lilyan {

enum class GmresStatus {
  converged,
  too_slow,    // would not reach the tolerance within the iterations allowed
  broke_down,  // J P^-1 is singular on the space, or a number is not finite
};

struct GmresOutcome {
  GmresStatus status;
  int iterations;   // applications of the preconditioner
  double residual;  // |b - J x|/|b|, computed from x
};

using LinearMap = std::function<void(const Vector& from, Vector& to)>;

// Until |b - J x| <= tolerance |b|, computed from x. Gives up early once the rate seen so far cannot reach the tolerance in
// `max_iterations`. x starts from zero; where the status is not `converged`, it is the best x found.
GmresOutcome gmres(const LinearMap& J, const LinearMap& preconditioner, const Vector& b, double tolerance, int max_iterations,
                   Vector& x);

}  // namespace lilyan
