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

#include <lilyan/algebra/linear_solver.hpp>
#include <lilyan/minimise/objective.hpp>

namespace lilyan {

enum class HessianTreatment { exact, projected, regularised };

// What solves the linear systems.
enum class LinearKind { factor, multigrid };

// What the next minimisation takes over from the last one.
struct SolverMemory {
  LinearSolver::Remembered linear;
  LinearKind kind = LinearKind::factor;  // of the solver that `linear` belongs to
  bool gave_up = false;                  // multigrid did not converge: the factor has taken over
  double shift = 0;                      // last multiple of the metric that made a matrix definite
};

class NewtonDirection {
 public:
  NewtonDirection(std::shared_ptr<const SymmetricPattern> pattern, HessianTreatment treatment,
                  LinearKind kind = LinearKind::factor);

  bool recall(const SolverMemory& memory);  // false as that of LinearSolver
  SolverMemory memory() const { return {solver_->remembered(), kind_, gave_up_, shift_}; }

  // d with H d = -g to `tolerance`, which leads downhill in every part of the objective, or in those
  // together that are joined; false where no solver found it.
  bool solve(Objective& objective, const Vector& z, const Vector& g, const CgTolerance& tolerance, Vector& d);
  bool was_treated() const { return treated_in_a_row_ > 0; }  // the last Hessian was not positive definite

  const LinearSolver& solver() const { return *solver_; }
  SolverCounts counts() const;    // of all solvers so far
  SolverSeconds seconds() const;  // likewise
  double assembly_seconds() const { return assembly_seconds_; }

 private:
  void use(LinearKind kind);
  void adopt(const std::shared_ptr<const SymmetricPattern>& pattern);  // of which nothing is known yet
  void replace_solver();
  bool solve_by_one(Objective& objective, const Vector& z, const Vector& minus_g, const CgTolerance& tolerance, Vector& d);
  bool solve_treated(Objective& objective, const Vector& z, const Vector& minus_g, const CgTolerance& tolerance, Vector& d);
  bool solve_definite(Objective& objective, const Vector& z, const SymmetricMatrix& A, const Vector& minus_g,
                      const CgTolerance& tolerance, Vector& d);
  bool solve_regularised(Objective& objective, const Vector& z, const Vector& minus_g, const CgTolerance& tolerance, Vector& d);
  void assemble(Objective& objective, const Vector& z, Definiteness definiteness);
  void give_up_multigrid();

  std::shared_ptr<const SymmetricPattern> pattern_;
  HessianTreatment treatment_;
  LinearKind wanted_, kind_;
  bool gave_up_ = false;
  std::unique_ptr<LinearSolver> solver_;
  SymmetricMatrix H_;
  double shift_ = 0;
  int treated_in_a_row_ = 0;  // indefinite Hessians since the last definite one or the last recall
  double assembly_seconds_ = 0;
  SolverCounts former_counts_;    // of solvers that were replaced
  SolverSeconds former_seconds_;  // likewise
};

}  // namespace lilyan
