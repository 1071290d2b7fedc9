// The direction of Newton's method, with one of three treatments of a Hessian that is not positive definite.
//
//   exact        none: an indefinite Hessian is a failure
//   projected    every element's part is projected on the positive semi-definite matrices
//   regularised  Cholesky's factorisation is retried with a growing multiple of the metric (a mass matrix) added
//
// All try the Hessian as it is first: a definite one is never changed, so convergence stays quadratic. Where a projected Hessian
// does not lead out of an indefinite region in a great many steps, a shift takes over that falls until it is hardly enough. The
// metric in place of the identity keeps translations an invariant subspace of the shifted matrix, so that linear momentum does not
// leak through a shifted step.
#pragma once

#include <lilyan/algebra/reused_factor.hpp>
#include <lilyan/minimise/objective.hpp>

namespace lilyan {

enum class HessianTreatment { exact, projected, regularised };

// What the next minimisation takes over from the last one.
struct SolverMemory {
  ReusedFactor::Values factored;  // values of the matrix behind the factor
  double shift = 0;               // last multiple of the metric that made a matrix definite
};

class NewtonDirection {
 public:
  NewtonDirection(std::shared_ptr<const SymmetricPattern> pattern, HessianTreatment treatment);

  void recall(const SolverMemory& memory);
  SolverMemory memory() const { return {solver_.factored(), shift_}; }

  // d with H d = -g to `tolerance`; false where no factorisation succeeded.
  bool solve(Objective& objective, const Vector& z, const Vector& g, const CgTolerance& tolerance, Vector& d);

  const ReusedFactor& solver() const { return solver_; }
  double assembly_seconds() const { return assembly_seconds_; }

 private:
  bool solve_treated(Objective& objective, const Vector& z, const Vector& minus_g, Vector& d);
  void assemble(Objective& objective, const Vector& z, Definiteness definiteness);
  bool factorise(const Objective& objective, double shift, const Vector& minus_g, Vector& d);
  bool factorise_regularised(const Objective& objective, const Vector& minus_g, Vector& d);

  HessianTreatment treatment_;
  ReusedFactor solver_;
  SymmetricMatrix H_;
  double shift_ = 0;
  int treated_in_a_row_ = 0;  // indefinite Hessians since the last definite one or the last recall
  double assembly_seconds_ = 0;
};

}  // namespace lilyan
