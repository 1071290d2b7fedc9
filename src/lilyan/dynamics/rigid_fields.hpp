// Velocity fields that deform nothing: three translations and three rotations of a set of vertices.
//
//   u_k(x) = e_k,   u_{3+k}(x) = a_k x (x - c) / l_k        k = 1, 2, 3
//
// c [m] is the centre of mass, a_k are axes at right angles and l_k [m] lengths that make all six alike in size.
#pragma once

#include <lilyan/dynamics/system.hpp>

#include <vector>

namespace lilyan {

struct RigidFields {
  Vec3 centre;
  Mat3 axes;     // columns a_k
  Vec3 lengths;  // l_k, above 0

  using Velocities = Eigen::Matrix<double, 3, 6>;  // of one point in the six motions
  Velocities at(const Vec3& x) const;
};

// About the axes of coordinates, with the vertices' mean distance from their centre as the length.
RigidFields rigid_fields(const System& system, const std::vector<Index>& vertices, const Vector& x);

// About the principal axes of inertia, with the radii of gyration: all six have the same kinetic energy, and no two of them one in
// common. A rotation that moves nothing has the length 1.
RigidFields principal_rigid_fields(const System& system, const std::vector<Index>& vertices, const Vector& x);

}  // namespace lilyan
