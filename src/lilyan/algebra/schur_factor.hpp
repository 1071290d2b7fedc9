// Solves with a bordered matrix whose main part is symmetric positive definite, by its Cholesky factor and the Schur complement of
// the border:
//
//   [A B] [x]   [f]        S = D - C A^-1 B,    y = S^-1 (g - C A^-1 f),    x = A^-1 f - (A^-1 B) y
//   [C D] [y] = [g]
//
// A^-1 B is kept, so a solve costs one solve with A.
#pragma once

#include <lilyan/algebra/border.hpp>
#include <lilyan/algebra/direct_solver.hpp>

#include <memory>

namespace lilyan {

class SchurFactor {
 public:
  explicit SchurFactor(std::shared_ptr<const SymmetricPattern> pattern);
  ~SchurFactor();

  bool factorise(const SymmetricMatrix& A);  // false where A is not positive definite; the border is then to be set again
  bool set_border(const Border& border);     // after `factorise`; false where the Schur complement is singular or close to it
  void solve(const Vector& b, Vector& x);    // after both
  const FactorPrediction& prediction() const { return direct_->prediction(); }

 private:
  struct Complement;
  Index size_;
  std::unique_ptr<DirectSolver> direct_;
  std::unique_ptr<Complement> complement_;
};

}  // namespace lilyan
