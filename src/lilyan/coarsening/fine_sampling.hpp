// Displacements of a fine body at points of a coarse mesh.
//
//   u(x) = sum_v l_v(x) u_v        l_v: barycentric coordinates of the fine cell that holds x, or that is nearest to it
//
// Outside the body one l_v is negative and the displacements are extrapolated. [Kharevych 2010, sec. 4.3.3, 4.4.2]
#pragma once

#include <lilyan/coarsening/fine_body.hpp>
#include <lilyan/mesh/box_tree.hpp>

#include <array>
#include <span>

namespace lilyan {

// l_v(x) of a tet, or of a triangle in a plane z = constant, which has three; X: positions, 3 per vertex.
std::array<double, 4> barycentric_coordinates(const Vector& X, std::span<const Index> corners, const Vec3& x);

class FineSampling {
 public:
  explicit FineSampling(const FineBody& body);  // which must outlive it

  // The cell that holds x or is nearest to it, the one with the lowest index on a tie.
  Index cell_at(const Vec3& x) const;

  // Displacements at x, 3 rows; those of the vertices have 3 rows each and as many columns.
  Eigen::MatrixXd at(const Vec3& x, const Eigen::MatrixXd& displacements) const;

 private:
  double squared_distance(Index cell, const Vec3& x) const;

  const FineBody& body_;
  BoxTree tree_;
};

}  // namespace lilyan
