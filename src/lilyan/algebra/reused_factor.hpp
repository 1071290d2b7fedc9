// A Cholesky factor of an earlier matrix as the preconditioner of conjugate gradients.
//
// A fresh factorisation costs as much as some twenty solves, so while the matrix changes little the old factor is the better
// bargain.
#pragma once

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/linear_solver.hpp>

namespace lilyan {

class ReusedFactor final : public LinearSolver {
 public:
  explicit ReusedFactor(std::shared_ptr<const SymmetricPattern> pattern);

  // Of a Hessian as it is only: one that was made definite by other means each time is not near the last.
  SolveStatus try_iterating(const SymmetricMatrix& A, Definiteness definiteness, const Vector& b, const CgTolerance& tolerance,
                            Vector& x) override;
  SolveStatus set_up_and_solve(const SymmetricMatrix& A, Definiteness definiteness, const Vector& positions, const Vector& b,
                               const CgTolerance& tolerance, Vector& x) override;
  SolveStatus factorise_and_solve(const SymmetricMatrix& A, const Vector& b, Vector& x);  // all that a factor needs of it

  Remembered remembered() const override { return {.matrix = factored_}; }
  bool recall(const Remembered& remembered) override;

  const std::string& name() const override;
  double bytes() const override { return prediction().bytes; }
  const FactorPrediction& prediction() const { return direct_->prediction(); }

 private:
  std::shared_ptr<const SymmetricPattern> pattern_;
  std::unique_ptr<DirectSolver> direct_;
  Values factored_;  // the matrix behind the factor at hand; nullptr where there is none
};

}  // namespace lilyan
