// Some vertices of a reduced body, which its coordinates carry along.
//
//   x = X + U y        X, U: the rows of these vertices (space/space.hpp)
#pragma once

#include <lilyan/energy/carried/carried_vertices.hpp>
#include <lilyan/space/space.hpp>

#include <vector>

namespace lilyan {

class BasisVertices final : public CarriedVertices {
 public:
  // `vertices` in the body's own numbers.
  BasisVertices(const Space::Reduced& body, const std::vector<Index>& vertices);

  Vector positions(const Vector& y) const override;
  Vector displacements(const Vector& dy) const override;
  void pull(const Vector& f, Vector& g) const override;
  void pull_sizes(const Vector& f, Vector& g) const override;
  void pull(const BlockMatrix& H, BlockMatrix& pulled) const override;
  void add_energies(const Vector& of_vertices, Vector& of_points) const override;  // all to the first point of the body
  void connect(BlockPatternBuilder& pattern) const override;

 private:
  auto part_of(const Vector& y) const { return y.segment(3 * Eigen::Index{first_point_}, U_.cols()); }
  auto part_of(Vector& y) const { return y.segment(3 * Eigen::Index{first_point_}, U_.cols()); }
  Index points() const { return static_cast<Index>((U_.cols() + 2) / 3); }  // that hold the coordinates

  Index first_point_;  // of the body, in a state
  Vector X_;
  Eigen::MatrixXd U_;
};

}  // namespace lilyan
