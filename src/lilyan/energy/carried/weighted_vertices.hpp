// Vertices that are weighted means of few points of a state each, like those of a fine surface on the cells of a coarse body.
//
//   x_v = sum_i w_vi y_i        y_i: positions of points [m], w_vi: their weights, the same at all times
//
// The forces that are pulled back have the moment of those on the vertices, in every state, and where the weights of each vertex
// sum to 1 their resultant as well. A weight may be negative: that of a vertex outside its cell.
//
// The vertices of one cell have the same points. Such vertices are kept together: their blocks are summed before they are added to
// the Hessian of the state, which so has to be searched once per cell that something acts on, not once per vertex.
#pragma once

#include <lilyan/energy/carried/carried_vertices.hpp>
#include <lilyan/mesh/weighted_vertex.hpp>

#include <vector>

namespace lilyan {

class WeightedVertices final : public CarriedVertices {
 public:
  // The shares of each vertex in points of the state, at least one, of different points.
  explicit WeightedVertices(const std::vector<std::vector<WeightedVertex>>& vertices);

  Vector positions(const Vector& y) const override;
  Vector displacements(const Vector& dy) const override { return positions(dy); }
  void pull(const Vector& f, Vector& g) const override;
  void pull_sizes(const Vector& f, Vector& g) const override;
  void pull(const BlockMatrix& H, BlockMatrix& pulled) const override;
  void add_energies(const Vector& of_vertices, Vector& of_points) const override;  // to the first point of each, by number
  void connect(BlockPatternBuilder& pattern) const override;

 private:
  // Vertices with the same points.
  struct Bundle {
    std::vector<Index> points;    // ascending
    std::vector<Index> vertices;  // ascending
    Eigen::MatrixXd weights;      // a row per point, a column per vertex
  };
  // Calls use(v, i, w) for each share of the vertices whose force is not 0.
  template <class Use>
  void for_each_share(const Vector& f, const Use& use) const;

  Eigen::MatrixXd sum_of(const Bundle& bundle, const BlockMatrix& H) const;  // of w_va w_vb H_v, empty if all H_v are 0

  std::vector<Bundle> bundles_;     // by their points, ascending
  std::vector<Index> first_point_;  // of each vertex
};

}  // namespace lilyan
