// Where a surface of triangles is met by a segment, and what is inside it.
#pragma once

#include <lilyan/mesh/box_tree.hpp>
#include <lilyan/mesh/triangle_mesh.hpp>

#include <optional>
#include <vector>

namespace lilyan {

// Where a segment goes through a surface.
class Crossings {
 public:
  explicit Crossings(const TriangleMesh& surface);  // at least one triangle; must outlive this

  // The fraction of the way from a to b at which the segment crosses the surface, where it does so once. None where it misses the
  // surface, crosses it more than once, or meets an edge so that rounding leaves the number open.
  std::optional<double> only(const Vec3& a, const Vec3& b) const;

 private:
  const TriangleMesh& surface_;
  BoxTree tree_;
};

// A box for every triangle.
std::vector<Box> triangle_boxes(const TriangleMesh& surface);

// How often a surface goes round a point: 1 inside a closed surface, 0 outside, in between where it has holes.
//
// The generalized winding number [Jacobson 2013] is the sum of the solid angles of the triangles,
//   w(q) = 1/(4 pi) sum_t Omega_t(q),   tan(Omega/2) = a.(b x c) / (|a||b||c| + (a.b)|c| + (b.c)|a| + (c.a)|b|),
// a, b, c being the corners seen from q. Many triangles that are far away count as one [Barill 2018]: with N_t the area vectors,
// c their middle and r = c - q,
//   w ~ 1/(4 pi) ( N.r/|r|^3 + sum_ij C_ij (delta_ij/|r|^3 - 3 r_i r_j/|r|^5) ),   N = sum_t N_t,  C = sum_t N_t (x_t - c)^T.

// The sum itself, over all triangles.
double direct_winding_number(const TriangleMesh& surface, const Vec3& q);

class WindingNumber {
 public:
  explicit WindingNumber(const TriangleMesh& surface);  // at least one triangle; must outlive this

  // In time that grows with the logarithm of the number of triangles; off by a few hundredths at most, which matters only
  // where w is near 1/2, that is, at the surface and its holes.
  double at(const Vec3& q) const;

 private:
  // What stands for a node of the tree, seen from afar.
  struct Far {
    Vec3 middle = Vec3::Zero();
    double radius = 0;      // of a ball around the middle that holds the triangles [m]
    double area = 0;        // [m^2]
    Vec3 N = Vec3::Zero();  // [m^2]
    Mat3 C = Mat3::Zero();  // [m^3]
  };

  struct FarTriangle {
    Vec3 middle;
    double square_radius;
    Vec3 N;
  };
  double seen_from(const Vec3& q, Index triangle) const;  // solid angle

  const TriangleMesh& surface_;
  BoxTree tree_;
  std::vector<Far> far_;
  std::vector<FarTriangle> triangles_;
};

}  // namespace lilyan
