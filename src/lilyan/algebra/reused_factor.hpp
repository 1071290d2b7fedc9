// Solves a sequence of slowly changing systems: conjugate gradients with the last factor, a new factor when that is slow.
//
// A fresh factorisation costs as much as some twenty solves, so while the matrix changes little the old factor is the
// better bargain. Whether to factorise again is decided by counting iterations, never by a clock. The values of the factored matrix
// are all that the solver remembers: `recall` with them rebuilds the very same factor.
#pragma once

#include <lilyan/algebra/conjugate_gradients.hpp>
#include <lilyan/algebra/direct_solver.hpp>

#include <memory>
#include <vector>

namespace lilyan {

struct SolverSeconds {
  double factorisation = 0, solve = 0;
};

enum class SolveStatus { solved, not_positive_definite };

class ReusedFactor {
 public:
  using Values = std::shared_ptr<const std::vector<double>>;

  explicit ReusedFactor(std::shared_ptr<const SymmetricPattern> pattern);

  // Conjugate gradients with the factor at hand; false where there is none, it is too slow, or A is indefinite.
  bool try_iterating(const SymmetricMatrix& A, const Vector& b, const CgTolerance& tolerance, Vector& x);

  // Factorises A + shift diag(metric) and solves with it.
  SolveStatus factorise_and_solve(const SymmetricMatrix& A, double shift, const Vector& metric, const Vector& b, Vector& x);

  // The matrix values behind the factor at hand; nullptr where there is none.
  const Values& factored() const { return factored_; }
  void recall(const Values& values);  // makes the factor that belongs to `values` the one at hand

  int factorizations() const { return factorizations_; }                   // tried; those of `recall` are not counted
  bool met_negative_curvature() const { return met_negative_curvature_; }  // in the last `try_iterating`
  const SolverSeconds& seconds() const { return seconds_; }
  const FactorPrediction& prediction() const { return direct_->prediction(); }

 private:
  std::unique_ptr<DirectSolver> direct_;
  SymmetricMatrix shifted_;
  Values factored_;
  int factorizations_ = 0;
  bool met_negative_curvature_ = false;
  SolverSeconds seconds_;
};

}  // namespace lilyan
