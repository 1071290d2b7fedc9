// Initial deformations of a body: maps of positions about its rest centre of mass c.
//
//   stretch   c + diag(f) (x - c)
//   twist     c + R(a, theta (s - s_c)/(s_max - s_min)) (x - c),  s = a.x of the positions so far, s_c = a.c
//   rotate    c + R(a, theta) (x - c)
//   affine    c + A (x - c)
//   bend      the line c + s l, s in [s_min, s_max], becomes an arc of the same length that turns by theta in all about a:
//             with n = a x l, x - c = s l + r n + q a and phi = theta s/(s_max - s_min), rho = (s_max - s_min)/theta,
//             x -> c + (rho - r) sin(phi) l + (rho - (rho - r) cos(phi)) n + q a
#pragma once

#include <lilyan/core/vector.hpp>

namespace lilyan::deform {

void stretch(Vector& x, const Vec3& c, const Vec3& factors);
void twist(Vector& x, const Vec3& c, const Vec3& axis, double degrees);   // axis: unit vector
void rotate(Vector& x, const Vec3& c, const Vec3& axis, double degrees);  // axis: unit vector
void affine(Vector& x, const Vec3& c, const Mat3& A);
void bend(Vector& x, const Vec3& c, const Vec3& along, const Vec3& axis, double degrees);  // unit vectors at right angles
void translate(Vector& x, const Vec3& by);

}  // namespace lilyan::deform
