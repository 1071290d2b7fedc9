// Solves the linear systems of Newton's iterations, a sequence of slowly changing ones: with what was set up for an earlier matrix
// while that is a bargain, else with a new set-up.
//
// Whether to set up anew is decided by counting iterations, never by a clock. All that a solver carries from one system to the next
// is what it remembers: after `recall` of it, another solver goes on to the same bits.
#pragma once

#include <lilyan/algebra/conjugate_gradients.hpp>

#include <memory>
#include <string>
#include <vector>

namespace lilyan {

enum class SolveStatus {
  solved,
  not_positive_definite,
  too_slow,  // nothing is set up, or it does not lead to the tolerance in the iterations allowed
};

struct SolverSeconds {
  double factorisation = 0, solve = 0;  // of set-ups, and of all else
};

struct SolverCounts {
  int set_ups = 0;     // tried; those of `recall` are not counted
  int iterations = 0;  // of conjugate gradients
};

class LinearSolver {
 public:
  using Values = std::shared_ptr<const std::vector<double>>;

  // What a solver was set up from, and what its decisions depend on.
  struct Remembered {
    Values matrix = nullptr;  // nullptr: nothing is set up
    Values positions = nullptr;
    Definiteness definiteness = Definiteness::exact;
    int iterations = 0;  // of the last solve that converged

    friend bool operator==(const Remembered&, const Remembered&) = default;
  };

  virtual ~LinearSolver() = default;

  // Solves A x = b with what is set up. `definiteness` says whether A is a Hessian as it is or was made positive definite.
  virtual SolveStatus try_iterating(const SymmetricMatrix& A, Definiteness definiteness, const Vector& b,
                                    const CgTolerance& tolerance, Vector& x) = 0;

  // Sets up from A, whatever was there, and solves. `positions` are those of the vertices that the unknowns belong to.
  virtual SolveStatus set_up_and_solve(const SymmetricMatrix& A, Definiteness definiteness, const Vector& positions,
                                       const Vector& b, const CgTolerance& tolerance, Vector& x) = 0;

  virtual Remembered remembered() const = 0;
  // False if nothing can have been set up from it: it comes from a file that was changed. Nothing is set up then.
  virtual bool recall(const Remembered& remembered) = 0;

  virtual const std::string& name() const = 0;  // "factor" or "multigrid"
  virtual double bytes() const = 0;             // of memory that it takes, predicted
  const SolverCounts& counts() const { return counts_; }
  const SolverSeconds& seconds() const { return seconds_; }

 protected:
  SolverCounts counts_;
  SolverSeconds seconds_;
};

}  // namespace lilyan
