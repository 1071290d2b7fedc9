// The shape functions of quads and hexes, and what follows from them.
#pragma once

#include <lilyan/mesh/cells.hpp>

#include <optional>

namespace lilyan {

// The bilinear quad, on the square -1 <= xi, eta <= 1:
//
//   N_a = (1 + xi s_a,0)(1 + eta s_a,1)/4,    s_a the corner's signs,    dX/dxi = sum_a X_a (dN_a/dxi)^T

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

// The trilinear hex, on the cube -1 <= xi, eta, zeta <= 1:
//
//   N_a = (1 + xi s_a,0)(1 + eta s_a,1)(1 + zeta s_a,2)/8,    s_a the corner's signs,    dX/dxi = sum_a X_a (dN_a/dxi)^T

inline constexpr std::array<std::array<double, 3>, 8> kHexSigns = {
    {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}}};

// N_a at a point of the cube.
double hex_shape(std::size_t a, const Vec3& xi);

// Where the shape functions take a point of the cube [m].
Vec3 hex_place(const Vector& X, const Hex& hex, const Vec3& xi);

// The point of the cube, or beyond it, that they take to p, by Newton's method from the middle. None if that does not arrive: far
// outside a hex that is no parallelepiped they fold space over. Every point of a hex that can be simulated is found.
std::optional<Vec3> hex_coordinates(const Vector& X, const Hex& hex, const Vec3& p);

// dX/dxi at a point of the cube.
Mat3 hex_jacobian(const Vector& X, const Hex& hex, const Vec3& xi);

// Signed volume [m^3]: the integral of det dX/dxi, by a rule that is exact.
double hex_volume(const Vector& x, const Hex& hex);

// The integrals of the shape functions, which sum to the volume [m^3]: how a hex shares its mass.
std::array<double, 8> corner_volumes(const Vector& X, const Hex& hex);

// The least det dX/dxi over corners and middle: above 0 where the hex can be simulated [m^3].
double least_jacobian(const Vector& X, const Hex& hex);

}  // namespace lilyan
