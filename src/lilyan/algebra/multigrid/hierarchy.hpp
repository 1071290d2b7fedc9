// A matrix as rows of 3 x 3 blocks, and a multigrid hierarchy for it.
#pragma once

#include <lilyan/algebra/multigrid/block_rows.hpp>
#include <lilyan/algebra/symmetric_matrix.hpp>

#include <memory>

namespace lilyan {

// The matrix over the unknowns as rows of 3 x 3 blocks, one row per vertex that has an unknown.
//
// A held component of such a vertex has a row of its own that is coupled to nothing and as stiff as the free ones.
class VertexRows {
 public:
  explicit VertexRows(const SymmetricPattern& pattern);

  Index rows() const { return static_cast<Index>(vertex_.size()); }
  Index vertex(Index row) const { return vertex_[row]; }
  Index first_unknown(Index row) const { return first_unknown_[row]; }
  bool is_free(Index row, int axis) const { return unknown_[3 * static_cast<std::size_t>(row) + axis] >= 0; }

  // Which rows are connected by the matrix, however far: part of each row, and how many there are.
  const std::vector<Index>& part() const { return part_; }
  Index parts() const { return parts_; }

  template <class Scalar>
  void shape(BlockRows<3, 3, Scalar>& A) const;  // before the first `fill`
  template <class Scalar>
  void fill(const SymmetricMatrix& from, BlockRows<3, 3, Scalar>& A) const;

  void spread(const Vector& unknowns, Vector& components) const;   // three per row; 0 where held
  void collect(const Vector& components, Vector& unknowns) const;  // the way back

 private:
  template <class Scalar>
  void fill_row(const SymmetricMatrix& from, Index row, BlockRows<3, 3, Scalar>& A) const;
  template <class Scalar>
  void fill_whole_row(const SymmetricMatrix& from, Index row, BlockRows<3, 3, Scalar>& A) const;

  std::vector<Index> vertex_;         // of each row
  std::vector<Index> first_unknown_;  // of each row, and the end
  std::vector<Index> unknown_;        // of each component of a row; -1 where held
  std::vector<Index> row_of_;         // of each unknown
  std::vector<std::uint8_t> axis_;    // of each unknown
  std::vector<std::int64_t> row_begin_;
  std::vector<Index> column_;
  std::vector<std::int64_t> diagonal_;  // place of each row's block on the diagonal
  std::vector<std::int64_t> mirror_;    // of each block: place of its transpose
  std::vector<bool> is_whole_;          // of each row: nothing of it and of those below that it meets is held
  std::vector<Index> part_;
  Index parts_ = 0;
};

// A multigrid hierarchy of smoothed aggregation for an elastic stiffness matrix: one V-cycle of it is a preconditioner.
//
// It owns its matrix: what it was set up from may change. The cycle is linear, symmetric and, where the matrix is positive
// definite, positive definite. Single precision halves the memory traffic that a cycle consists of; conjugate gradients around it
// stay double.
enum class Precision { single_, double_ };

class Hierarchy {
 public:
  virtual ~Hierarchy() = default;
  virtual void apply(const Vector& r, Vector& z) = 0;  // three components per row of the finest level, not far from 1 in size
};

// For the matrix A, arranged by `rows`; `positions` of all vertices are those that rigid motions are seen from. nullptr where A is
// found not to be positive definite.
std::unique_ptr<Hierarchy> make_hierarchy(const VertexRows& rows, const SymmetricMatrix& A, const Vector& positions,
                                          Precision precision);

}  // namespace lilyan
