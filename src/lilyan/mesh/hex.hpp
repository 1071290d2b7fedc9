// The trilinear hex: its shape functions on the cube -1 <= xi, eta, zeta <= 1, and what follows from them.
//
//   N_a = (1 + xi s_a,0)(1 + eta s_a,1)(1 + zeta s_a,2)/8,    s_a the corner's signs,    dX/dxi = sum_a X_a (dN_a/dxi)^T
#pragma once

#include <lilyan/mesh/cells.hpp>

#include <optional>

namespace lilyan {

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
