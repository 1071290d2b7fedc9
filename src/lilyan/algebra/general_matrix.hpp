// A square sparse matrix whose structure is symmetric and whose values need not be: the Jacobian of a step's equations.
//
// It shares the pattern of a SymmetricMatrix, the lower triangle by columns: lower()[k] is the value at (row[k], j) and upper()[k]
// the value at the transposed place (j, row[k]). On the diagonal both are the same number.
#pragma once

#include <lilyan/algebra/symmetric_matrix.hpp>

#include <memory>
#include <vector>

namespace lilyan {

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
