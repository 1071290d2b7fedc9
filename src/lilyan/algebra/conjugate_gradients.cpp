#include <lilyan/algebra/conjugate_gradients.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

CgOutcome conjugate_gradients(const SymmetricMatrix& A, DirectSolver& preconditioner, const Vector& b, const CgTolerance& tolerance,
                              int max_iterations, Vector& x) {
  x.setZero(A.size());
  Vector r = b, z, Ad;
  preconditioner.solve(r, z);
  Vector d = z;
  double rz = r.dot(z);
  const double first = rz, goal = std::min(tolerance.relative * tolerance.relative * rz, tolerance.absolute_of_all());

  for (int k = 1; k <= max_iterations; ++k) {
    if (rz <= goal) return {CgStatus::converged, k - 1};
    A.multiply(d, Ad);
    const double curvature = d.dot(Ad);
    if (!(curvature > 0)) return {CgStatus::negative_curvature, k};
    const double step = rz / curvature;
    x += step * d;
    r -= step * Ad;
    preconditioner.solve(r, z);
    const double rz_next = r.dot(z);
    if (rz_next <= goal) return {CgStatus::converged, k};

    // Each iteration has gained the factor (rz_next/first)^(1/k) on average; at that rate, where do the rest lead?
    const double projected = std::log(rz_next / first) * max_iterations / k;
    if (k >= 2 && projected > std::log(goal / first)) return {CgStatus::too_slow, k};
    d = z + (rz_next / rz) * d;
    rz = rz_next;
  }
  return {CgStatus::too_slow, max_iterations};
}

}  // namespace lilyan
