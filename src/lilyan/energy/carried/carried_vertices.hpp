// Vertices that a state carries along linearly, like those of a reduced body or of a fine surface on a coarse body.
//
//   x = X + U y,   f_y = U^T f,   H_y = U^T H U        x, X: positions of the vertices [m], y: the components of a state
//
// Whatever acts on vertices can so act on the state. The vertices are numbered from 0. What X and U are is for the kinds to say:
// basis_vertices.hpp, weighted_vertices.hpp.
#pragma once

#include <lilyan/algebra/block_matrix.hpp>

#include <memory>

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

}  // namespace lilyan
