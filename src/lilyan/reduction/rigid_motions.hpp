// The motions that deform nothing: translations and (linearised) rotations of every free part, as far as pins and constraints
// allow.
//
//   u(X) = a + b x (X - c)        a, b: any vectors; u = 0 at the held components, and G u = 0, G = dg/dx at X and time 0
//
// A part is what hangs together (ConnectedParts), be it at a single vertex: what one half of such a part can do against the other
// without cost is not among these motions. Bodies that constraints join, by glue or a fixed distance, are one part. A free part has
// six such motions, one that slides on a plane three, one on a hinge one, and a clamped one none.
#pragma once

#include <lilyan/core/vector.hpp>

namespace lilyan {

class System;

// A column for each motion, over the unknowns; together orthonormal with the masses: U^T M U = 1. Where nothing of a part is held
// its columns are translations along x, y, z and rotations about its principal axes of inertia.
Eigen::MatrixXd rigid_motions(const System& system, const Vector& X);

}  // namespace lilyan
