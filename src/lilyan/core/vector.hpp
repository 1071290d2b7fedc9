// The dense vectors and small matrices that every folder shares, in double precision.
//
// A field over the vertices (positions, momenta, gradients) is one long Vector,
// x = (x_0, y_0, z_0, x_1, ...); `vertex(x, i)` is the 3-vector of vertex i.
#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace lilyan {

using Index = std::int32_t;  // of vertices, tets and unknowns; entries of a matrix are counted in std::int64_t
using Vector = Eigen::VectorXd;
using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;

inline auto vertex(Vector& x, Index i) { return x.segment<3>(3 * Eigen::Index{i}); }
inline auto vertex(const Vector& x, Index i) { return x.segment<3>(3 * Eigen::Index{i}); }

// [w]x, with [w]x v = w x v.
inline Mat3 cross_matrix(const Vec3& w) { return Mat3{{0, -w[2], w[1]}, {w[2], 0, -w[0]}, {-w[1], w[0], 0}}; }

}  // namespace lilyan
