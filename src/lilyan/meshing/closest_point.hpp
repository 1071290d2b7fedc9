// The nearest point of a triangle.
#pragma once

#include <lilyan/core/vector.hpp>

namespace lilyan {

// The point of the triangle a, b, c that is nearest to p; the triangle may be degenerate.
Vec3 closest_point(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace lilyan
