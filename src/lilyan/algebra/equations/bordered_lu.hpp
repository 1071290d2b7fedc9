// Solves with any regular bordered matrix by sparse LU factorisation with pivoting.
//
// Rows and columns are scaled to entries of at most 1. The ordering is kept while the structure of the border is the same.
#pragma once

#include <lilyan/algebra/equations/border.hpp>

#include <memory>

namespace lilyan {

class BorderedLu {
 public:
  explicit BorderedLu(std::shared_ptr<const SymmetricPattern> pattern);
  ~BorderedLu();

  bool factorise(const GeneralMatrix& A, const Border& border);  // false where the matrix is singular, to rounding
  void solve(const Vector& b, Vector& x);                        // after a `factorise` that returned true

 private:
  struct Content;
  std::unique_ptr<Content> content_;
};

}  // namespace lilyan
