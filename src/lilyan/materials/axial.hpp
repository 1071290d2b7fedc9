// Skew matrices and their axes.
#pragma once

#include <lilyan/core/vector.hpp>

namespace lilyan {

// [w]x, with [w]x v = w x v.
inline Mat3 cross_matrix(const Vec3& w) { return Mat3{{0, -w[2], w[1]}, {w[2], 0, -w[0]}, {-w[1], w[0], 0}}; }

// The axis of M - M^T: 2 w for M = [w]x, and q x s for M = s q^T.
inline Vec3 axial(const Mat3& M) { return {M(2, 1) - M(1, 2), M(0, 2) - M(2, 0), M(1, 0) - M(0, 1)}; }

}  // namespace lilyan
