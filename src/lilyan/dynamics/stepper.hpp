// What runs, viewers and adaptive stepping see of a time step.
#pragma once

#include <lilyan/core/result.hpp>
#include <lilyan/dynamics/history.hpp>
#include <lilyan/dynamics/ledger.hpp>
#include <lilyan/dynamics/workspace/workspace.hpp>
#include <lilyan/energy/pull.hpp>

#include <string>

namespace lilyan {

struct StepInput {
  std::int64_t step = 0;  // index of the scene's step that this attempt belongs to
  double t = 0, h = 0;  // time at its end, its length [s]; where the stepper chooses the length h bounds it and t is not looked at
  const Vector* guess = nullptr;  // of the positions at its end, where the caller knows better than free flight
  std::vector<Pull> pulls = {};   // by hand, during this step
};

// Why a step could not be made: a value, the history is untouched.
struct StepFailure {
  std::string reason;         // one line
  StepStatistics statistics;  // of the attempt
  Vector x;                   // where the solver stopped, for naming the worst tet
};

class StateVertices;  // state_vertices.hpp
class TreeStepper;    // multidomain/body/tree_stepper.hpp

class Stepper {
 public:
  virtual ~Stepper() = default;
  virtual Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const = 0;

  // Makes room for the first step. Throws InputError where the machine has not the memory for it, and (id "checkpoint.content")
  // where the history, which a file may have brought, holds what no step can begin with.
  virtual void prepare(const History&, Workspace&) const {}

  // Whether steps are as long as the stepper finds right; the frame that a step leads to says how long it was.
  virtual bool chooses_length() const { return false; }

  virtual LedgerRow ledger(const History& history) const = 0;

  // What solves the linear systems of its steps; for reports only.
  virtual Workspace::LinearSolving linear_solving(const Workspace& workspace) const { return workspace.linear_solving(); }

  // Who says where vertices are in a state, if it is not the space of the system.
  virtual const StateVertices* vertices() const { return nullptr; }

  // Itself, if what it moves is a tree of domains.
  virtual const TreeStepper* tree() const { return nullptr; }

  // The past of a run that goes back from here: all momenta turned round, and what must not be forgotten over it.
  virtual History turned(const History& history) const { return History({0, 0, 0, history.now().x, -history.now().p}); }
};

}  // namespace lilyan
