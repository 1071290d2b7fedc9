// A sparse symmetric matrix over the unknowns, the form in which minimisers and linear solvers speak.
//
// Stored is the lower triangle, column by column, the diagonal first in each. `group` joins the unknowns of one vertex, so that a
// fill-reducing ordering can work on the (three times smaller) vertex graph.
#pragma once

#include <lilyan/algebra/block_matrix.hpp>
#include <lilyan/core/vector.hpp>

#include <memory>
#include <vector>

namespace lilyan {

// Whether a Hessian is wanted as it is or with every element's part projected on the positive semi-definite matrices.
enum class Definiteness { exact, projected };

struct SymmetricPattern {
  Index size = 0;
  std::vector<std::int64_t> column_begin;  // size + 1
  std::vector<Index> row;
  std::vector<Index> group;        // of each unknown; non-decreasing
  std::vector<std::uint8_t> axis;  // of each unknown in its vertex, 0 to 2; empty where the unknowns are no positions

  std::int64_t entries() const { return static_cast<std::int64_t>(row.size()); }
};

class SymmetricMatrix {
 public:
  explicit SymmetricMatrix(std::shared_ptr<const SymmetricPattern> pattern);
  const std::shared_ptr<const SymmetricPattern>& pattern() const { return pattern_; }
  Index size() const { return pattern_->size; }
  std::vector<double>& values() { return values_; }
  const std::vector<double>& values() const { return values_; }

  double diagonal(Index i) const { return values_[pattern_->column_begin[i]]; }
  void add_to_diagonal(double factor, const Vector& d);  // A += factor diag(d)
  void multiply(const Vector& x, Vector& y) const;       // y = A x
  Vector row_sums() const;                               // sum_j |A_ij|
  bool all_finite() const;

 private:
  std::shared_ptr<const SymmetricPattern> pattern_;
  std::vector<double> values_;
};

class GeneralBlockMatrix;
class GeneralMatrix;

// Takes the rows and columns of the free components out of a block matrix over all of them.
class Restriction {
 public:
  // free[i] is the component (3 vertex + axis) that unknown i stands for, ascending.
  Restriction(const BlockPattern& blocks, const std::vector<Index>& free);
  const std::shared_ptr<const SymmetricPattern>& pattern() const { return pattern_; }
  void apply(const BlockMatrix& H, SymmetricMatrix& A) const;
  void apply(const GeneralBlockMatrix& J, GeneralMatrix& A) const;  // defined in general_matrix.cpp

 private:
  std::shared_ptr<const SymmetricPattern> pattern_;
  std::vector<std::uint32_t> source_;  // in the block matrix's values, for every entry
};

}  // namespace lilyan
