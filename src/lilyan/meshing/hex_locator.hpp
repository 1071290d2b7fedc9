// Which hex a point lies in, and where in it.
#pragma once

#include <lilyan/mesh/box_tree.hpp>
#include <lilyan/mesh/hex.hpp>

#include <array>
#include <vector>

namespace lilyan {

// Weights of the corners of a hex whose weighted mean is the point p: the shape functions N_a(xi) where they take xi to p. They sum
// to 1; one is negative if p lies outside. If they fold space over before they reach p, those of the affine map at the hex's
// middle:
//
//   w_a = (1 + s_a.d)/8,    d = (dX/dxi)^-1 (p - X(0)),    s_a the corner's signs
std::array<double, 8> trilinear(const Vector& X, const Hex& hex, const Vec3& p);

// From a point to the nearest face of a hex [m^2]. A face that is not flat is taken for four triangles about its middle.
double squared_distance_to_faces(const Vector& X, const Hex& hex, const Vec3& p);

class HexLocator {
 public:
  HexLocator(const Vector& X, const std::vector<Hex>& hexes);  // both must outlive it

  // The hex that holds p, or that is nearest to it; the lowest index on a tie.
  Index find(const Vec3& p) const;

 private:
  double squared_distance(const Vec3& p, Index hex) const;

  const Vector& X_;
  const std::vector<Hex>& hexes_;
  std::vector<Box> boxes_;
  BoxTree tree_;
};

}  // namespace lilyan
