// A tet, or a triangle in a plane z = constant: cut by half-spaces into tets (triangles), and the integrals over it.
//
//   integral over the simplex of xi_1^a xi_2^b xi_3^c dV,   a, b, c = 0, 1, 2,   xi = (x - centre)/half        [m^3]
//
// These 27 moments are all that products of two trilinear functions, their slopes and stresses of up to two factors need. The rule
// of [Grundmann 1978] is exact for all polynomials up to degree 7; theirs is at most 6.
#pragma once

#include <lilyan/core/vector.hpp>

#include <array>
#include <vector>

namespace lilyan {

struct Simplex {
  std::array<Vec3, 4> corners;  // of a triangle the first three
  int dimension = 3;            // 2: a triangle

  double measure() const;  // volume [m^3], or area of a triangle [m^2]; never negative
};

// The points x with normal.x <= offset.
struct HalfSpace {
  Vec3 normal;  // of length 1
  double offset;
};

// Appends the part of the simplex in the half-space to `kept`, as 0 to 3 simplices of the same dimension. Corners within
// `tolerance` [m] of the boundary count as lying on it: the simplices on both sides of a plane fill the whole.
void clip(const Simplex& simplex, const HalfSpace& half_space, double tolerance, std::vector<Simplex>& kept);

// A box's own coordinates, -1 to 1 in it.
struct LocalFrame {
  Vec3 centre = Vec3::Zero(), half = Vec3::Ones();  // [m]
  Vec3 coordinates(const Vec3& x) const { return (x - centre).cwiseQuotient(half); }
};

using Moments = std::array<double, 27>;  // of the powers (a, b, c) at a + 3 b + 9 c
constexpr std::size_t moment_place(int a, int b, int c) { return static_cast<std::size_t>(a + 3 * b + 9 * c); }

// Adds `weight` times the moments of the simplex; the first one is its measure.
void add_moments(const Simplex& simplex, const LocalFrame& frame, double weight, Moments& moments);

}  // namespace lilyan
