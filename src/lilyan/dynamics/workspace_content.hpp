// What the steppers keep in a Workspace.
#pragma once

#include <lilyan/dynamics/step_objective.hpp>
#include <lilyan/dynamics/workspace.hpp>
#include <lilyan/minimise/newton.hpp>

namespace lilyan {

// grad W at the last two places asked for. A step that ends where the next one begins, and a ledger that wants the force there,
// need one evaluation; the result is the same as without the cache, to the last bit.
class ForceCache {
 public:
  struct Entry {
    Vector x, force;  // force: grad W
    double t = 0, W = 0;
  };
  const Entry& entry(const System& system, const Vector& x, double t);  // valid until the call after the next
  const Vector& at(const System& system, const Vector& x, double t) { return entry(system, x, t).force; }

 private:
  Entry entries_[2];
  int next_ = 0;
};

struct Workspace::Content {
  ForceCache forces;
  std::unique_ptr<HessianStorage> hessian;  // made by the first implicit step
  std::unique_ptr<NewtonDirection> direction;
  std::unique_ptr<ReusedFactor> linear;  // of steps that are one linear system
  double minimisation_seconds = 0;       // of whole minimisations, the solver's share included
  std::uint64_t owner = 0;               // the system that all this belongs to

  void belong_to(const System& system);  // starts anew where it belonged to another
  void prepare_hessian(const System& system);
  void prepare_solver(const System& system, HessianTreatment treatment, const SolverMemory& memory);
};

}  // namespace lilyan
