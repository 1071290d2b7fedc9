// The bilinear quad: its shape functions on the square -1 <= xi, eta <= 1, and what follows from them.
//
//   N_a = (1 + xi s_a,0)(1 + eta s_a,1)/4,    s_a the corner's signs,    dX/dxi = sum_a X_a (dN_a/dxi)^T
#pragma once

#include <lilyan/mesh/cells.hpp>

namespace lilyan {

inline constexpr std::array<std::array<double, 2>, 4> kQuadSigns = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};

// N_a at a point of the square.
double quad_shape(std::size_t a, const Eigen::Vector2d& xi);

// dX/dxi at a point of the square: how X moves along xi and along eta.
Eigen::Matrix<double, 3, 2> quad_jacobian(const Vector& X, const Quad& quad, const Eigen::Vector2d& xi);

// Area [m^2]: half the length of the cross product of the diagonals, that of the shadow of a quad that is not flat.
double quad_area(const Vector& x, const Quad& quad);

// Adds to the vertices of the quad `weight` times the integrals of their shape functions, which sum to the area [m^2]. By a rule of
// two points each way, exact where the quad is flat.
void add_corner_areas(const Vector& X, const Quad& quad, double weight, Vector& of_vertices);

}  // namespace lilyan
