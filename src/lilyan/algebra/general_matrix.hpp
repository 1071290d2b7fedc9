// Square sparse matrices whose structure is symmetric and whose values need not be.
#pragma once

#include <lilyan/algebra/block_matrix.hpp>
#include <lilyan/algebra/symmetric_matrix.hpp>

#include <memory>
#include <vector>

namespace lilyan {

// A sparse matrix of 3x3 blocks with symmetric structure whose values need not be symmetric.
//
// It shares the pattern of a BlockMatrix. For every place of the pattern, of vertices i >= j, it stores
//
//   lower(place)              the block (i, j), row by row
//   transposed_upper(place)   the block (j, i), transposed and then row by row
//
// so a symmetric matrix has the same numbers in both. A kernel adds an element's blocks K_ab to lower and K_ba^T to
// transposed_upper at the place of (a, b), a >= b; also where a = b, since a diagonal block is stored in both.
class GeneralBlockMatrix {
 public:
  explicit GeneralBlockMatrix(std::shared_ptr<const BlockPattern> pattern);
  const BlockPattern& pattern() const { return *pattern_; }
  void set_zero();
  double* lower(Index place) { return lower_.data() + 9 * static_cast<std::size_t>(place); }
  double* transposed_upper(Index place) { return upper_.data() + 9 * static_cast<std::size_t>(place); }
  const std::vector<double>& lower_values() const { return lower_; }
  const std::vector<double>& upper_values() const { return upper_; }

  void add_to_block(Index row, Index column, const Mat3& block);  // of two vertices that meet in the pattern
  void add(double w, const BlockMatrix& other);                   // this += w other, whose pattern is this one's or within it
  void add(double w, const GeneralBlockMatrix& other);            // likewise
  void add_to_diagonal(double w, const Vector& per_component);    // 3 per vertex
  Vector times(const Vector& x) const;

 private:
  void add(double w, const BlockPattern& pattern, const std::vector<double>& from, std::vector<double>& to);

  std::shared_ptr<const BlockPattern> pattern_;
  std::vector<double> lower_, upper_;
};

// A square sparse matrix whose structure is symmetric and whose values need not be: the Jacobian of a step's equations.
//
// It shares the pattern of a SymmetricMatrix, the lower triangle by columns: lower()[k] is the value at (row[k], j) and upper()[k]
// the value at the transposed place (j, row[k]). On the diagonal both are the same number.
class GeneralMatrix {
 public:
  explicit GeneralMatrix(std::shared_ptr<const SymmetricPattern> pattern);
  const std::shared_ptr<const SymmetricPattern>& pattern() const { return pattern_; }
  Index size() const { return pattern_->size; }
  std::vector<double>& lower() { return lower_; }
  const std::vector<double>& lower() const { return lower_; }
  std::vector<double>& upper() { return upper_; }
  const std::vector<double>& upper() const { return upper_; }

  void set(const SymmetricMatrix& A);                          // this = A, on the same pattern
  void add(double w, const SymmetricMatrix& A);                // this += w A, on the same pattern
  bool add_at(Index row, Index column, double value);          // false if the place is not in the pattern
  void add_to_diagonal(double factor, const Vector& d);        // A += factor diag(d)
  void scale(const Vector& rows, const Vector& columns);       // A_ij *= rows_i columns_j
  void multiply(const Vector& x, Vector& y) const;             // y = A x
  void multiply_transposed(const Vector& x, Vector& y) const;  // y = A^T x
  void symmetric_part(SymmetricMatrix& S) const;               // S = (A + A^T)/2
  double diagonal(Index i) const { return lower_[pattern_->column_begin[i]]; }
  bool all_finite() const;

 private:
  std::shared_ptr<const SymmetricPattern> pattern_;
  std::vector<double> lower_, upper_;
};

}  // namespace lilyan
