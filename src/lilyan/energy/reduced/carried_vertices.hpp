// Some vertices of a reduced body, which its coordinates carry along.
//
//   x = X + U y,   f_y = U^T f,   H_y = U^T H U        X, U: the rows of these vertices (space/reduced_shape.hpp)
//
// Whatever acts on vertices can so act on the coordinates. The vertices are numbered from 0, in the order given.
#pragma once

#include <lilyan/algebra/block_matrix.hpp>
#include <lilyan/space/space.hpp>

#include <memory>
#include <vector>

namespace lilyan {

class CarriedVertices {
 public:
  // `vertices` in the body's own numbers.
  CarriedVertices(const Space::Reduced& body, const std::vector<Index>& vertices);

  Index first_point() const { return first_point_; }  // of the body, in a state
  Index count() const { return static_cast<Index>(X_.size() / 3); }
  Vector positions(const Vector& y) const;               // y: components of a state
  Vector displacements(const Vector& dy) const;          // or velocities
  void pull(const Vector& f, Vector& g) const;           // g += U^T f
  void pull_sizes(const Vector& f, Vector& g) const;     // g += |U|^T f
  void pull(BlockMatrix& H, BlockMatrix& pulled) const;  // pulled += U^T H U

  // Of blocks between these vertices, each of which meets itself only.
  const std::shared_ptr<const BlockPattern>& pattern() const { return pattern_; }

 private:
  auto part_of(const Vector& y) const { return y.segment(3 * Eigen::Index{first_point_}, U_.cols()); }
  auto part_of(Vector& y) const { return y.segment(3 * Eigen::Index{first_point_}, U_.cols()); }

  Index first_point_;
  Vector X_;
  Eigen::MatrixXd U_;
  std::shared_ptr<const BlockPattern> pattern_;
};

}  // namespace lilyan
