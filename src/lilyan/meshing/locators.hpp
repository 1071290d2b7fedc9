// Which tet or hex a point lies in, and where in it; and the point of a triangle that is nearest to one.
#pragma once

#include <lilyan/core/vector.hpp>
#include <lilyan/mesh/box_tree.hpp>
#include <lilyan/mesh/shape_functions.hpp>
#include <lilyan/mesh/tet_mesh.hpp>

#include <array>
#include <vector>

namespace lilyan {

// The point of the triangle a, b, c that is nearest to p; the triangle may be degenerate.
Vec3 closest_point(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

// Weights of the corners of a tet whose weighted mean is the point p. They sum to 1; one is negative where p lies outside.
std::array<double, 4> barycentric(const Vector& X, const Tet& tet, const Vec3& p);

// From a point to the nearest face of a tet [m^2].
double squared_distance_to_faces(const Vector& X, const Tet& tet, const Vec3& p);

class TetLocator {
 public:
  explicit TetLocator(const TetMesh& mesh);  // which must outlive it

  // The tet that holds p, or that is nearest to it; the lowest index on a tie.
  Index find(const Vec3& p) const;

 private:
  double squared_distance(const Vec3& p, Index tet) const;

  const TetMesh& mesh_;
  BoxTree tree_;
};

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
