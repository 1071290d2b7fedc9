// Displacements of a fine body at points of a coarse mesh.
//
//   u(x) = sum_v l_v(x) u_v        l_v: barycentric coordinates of the fine cell that holds x, or that is nearest to it
//
// Outside the body one l_v is negative and the displacements are extrapolated. [Kharevych 2010, sec. 4.3.3, 4.4.2]
#pragma once

#include <lilyan/coarsening/fine_body.hpp>
#include <lilyan/mesh/box_tree.hpp>

#include <array>

namespace lilyan {

class FineSampling {
 public:
  explicit FineSampling(const FineBody& body);  // which must outlive it

  // Displacements at x, 3 rows; those of the vertices have 3 rows each and as many columns. The cell with the lowest index on a
  // tie.
  Eigen::MatrixXd at(const Vec3& x, const Eigen::MatrixXd& displacements) const;

 private:
  std::array<double, 4> weights(Index cell, const Vec3& x) const;
  double squared_distance(Index cell, const Vec3& x) const;

  const FineBody& body_;
  BoxTree tree_;
};

}  // namespace lilyan
