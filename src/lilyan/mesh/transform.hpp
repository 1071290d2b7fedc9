// Scaling, rotating and moving a rest shape, in that order, about the origin.
#pragma once

#include <lilyan/core/vector.hpp>

namespace lilyan {

struct Transform {
  Vec3 scale = Vec3::Ones();  // along x, y, z; positive, which the caller checks
  Mat3 rotate = Mat3::Identity();
  Vec3 translate = Vec3::Zero();  // [m]
};

// x <- R (S x) + b for every vertex.
void apply(const Transform& transform, Vector& x);

// The right-handed rotation about `axis` (of any length but zero, else InputError), after Rodrigues:
//   R = cos I + (1 - cos) a a^T + sin [a]_x,    a = axis / |axis|
// Multiples of 90 degrees are exact, so that what lay on a plane of coordinates still does.
Mat3 rotation(const Vec3& axis, double degrees);

}  // namespace lilyan
