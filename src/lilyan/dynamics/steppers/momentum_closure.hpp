// Momenta that a step of a conserving method should have ended with, without a change of its energy.
//
// For each connected part let U be the rigid velocity fields u(x) = a + b x (x - c) that move no held component: six for a free
// part. The momenta U^T p change in a step by h f.u(x_mid) alone, f being the forces from outside; pins and elastic forces do not
// count. An average vector field step keeps the energy but not these. Its velocity is split, orthogonally in the kinetic energy K,
// into a rigid and an internal part, v = U c + w, and replaced by
//
//   v' = U c' + s w,    c' from the momenta wanted,    s such that K is that of v
//
// s - 1 is of the order of the step's error in the momenta. Where K is too small for the rigid part wanted, or where nothing moves
// inside, s stays 1: the momenta are right and the energy is not. A body that is stiff and spins meets this in every step; who
// calls this has a better step for it, see closed_stepper.hpp.
#pragma once

#include <lilyan/dynamics/system.hpp>

namespace lilyan {

struct ClosureOutcome {
  double scaling = 0;  // largest |s - 1| over the parts
  int given_up = 0;    // parts whose energy could not be kept
};

// From (x_n, p_n) over h to (x, p), p being replaced; `force` is the mean of the forces from outside over the step [N].
// Parts that pushed at each other, by the vertices in `joined`, are closed as one: only their sums are known.
ClosureOutcome close_momenta(const System& system, const Vector& x_n, const Vector& p_n, const Vector& x, double h,
                             const Vector& force, const std::vector<std::array<Index, 2>>& joined, Vector& p);

}  // namespace lilyan
