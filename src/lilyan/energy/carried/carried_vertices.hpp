// Vertices that a state carries along linearly, like those of a reduced body or of a fine surface on a coarse body.
//
//   x = X + U y,   f_y = U^T f,   H_y = U^T H U        x, X: positions of the vertices [m], y: the components of a state
//
// Whatever acts on vertices can so act on the state. The vertices are numbered from 0. What X and U are is for the kinds to say.
#pragma once

#include <lilyan/algebra/block_matrix.hpp>
#include <lilyan/mesh/weighted_vertex.hpp>
#include <lilyan/space/space.hpp>

#include <memory>
#include <vector>

namespace lilyan {

class CarriedVertices {
 public:
  virtual ~CarriedVertices() = default;
  CarriedVertices(const CarriedVertices&) = delete;
  CarriedVertices& operator=(const CarriedVertices&) = delete;

  Index count() const { return pattern_->vertices(); }

  virtual Vector positions(const Vector& y) const = 0;
  virtual Vector displacements(const Vector& dy) const = 0;                // or velocities
  virtual void pull(const Vector& f, Vector& g) const = 0;                 // g += U^T f
  virtual void pull_sizes(const Vector& f, Vector& g) const = 0;           // g += |U|^T f
  virtual void pull(const BlockMatrix& H, BlockMatrix& pulled) const = 0;  // pulled += U^T H U; H has the pattern below

  // Adds the energies of the vertices to points of the state that carry them.
  virtual void add_energies(const Vector& of_vertices, Vector& of_points) const = 0;

  // Tells the pattern of a state which points meet in U^T H U: those that carry the same vertex.
  virtual void connect(BlockPatternBuilder& pattern) const = 0;

  // Of blocks between these vertices, each of which meets itself only.
  const std::shared_ptr<const BlockPattern>& pattern() const { return pattern_; }

 protected:
  explicit CarriedVertices(Index count) : pattern_(BlockPatternBuilder(count).build()) {}

  using Block = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>;
  Block block_of(const BlockMatrix& H, Index i) const {
    return Block(H.values().data() + 9 * static_cast<std::size_t>(pattern_->first_block(i)));
  }

 private:
  std::shared_ptr<const BlockPattern> pattern_;
};

// Some vertices of a reduced body, which its coordinates carry along.
//
//   x = X + U y        X, U: the rows of these vertices (space/space.hpp)
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

// Vertices that are weighted means of few points of a state each, like those of a fine surface on the cells of a coarse body.
//
//   x_v = sum_i w_vi y_i        y_i: positions of points [m], w_vi: their weights, the same at all times
//
// The forces that are pulled back have the moment of those on the vertices, in every state, and where the weights of each vertex
// sum to 1 their resultant as well. A weight may be negative: that of a vertex outside its cell.
//
// The vertices of one cell have the same points. Such vertices are kept together: their blocks are summed before they are added to
// the Hessian of the state, which so has to be searched once per cell that something acts on, not once per vertex.
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
