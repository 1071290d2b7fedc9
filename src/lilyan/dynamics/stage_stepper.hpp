// The heart: a time step is the minimisation of an energy-like function, for every integrator that is a row of data.
#pragma once

#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/dynamics/stepper.hpp>
#include <lilyan/minimise/newton.hpp>

#include <functional>
#include <optional>
#include <string>

namespace lilyan {

class StageSolver;

class StageStepper final : public Stepper {
 public:
  // Keeps references: system and integrator must outlive the stepper.
  StageStepper(const System& system, const Integrator& integrator, NewtonSettings settings);

  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const override;
  void prepare(const History& history, Workspace& workspace) const override;
  LedgerRow ledger(const History& history) const override;

 private:
  // Solves the stage's equations from where a rough minimisation of the `safe` stage ends, which becomes `start`; false where that
  // does not lead to a solution.
  bool polish_stage(StageSolver& solver, const Stage& safe, const Stage& stage, Vector& start, StepStatistics& statistics,
                    Vector& x) const;

  // Minimises from `start`, raising the order of a quadrature that adapts until the stage's energy error is below tolerance.
  // Returns what went wrong, or nothing.
  std::string minimise_stage(StageSolver& solver, const Integrator& method, const std::function<Stage()>& make_stage, Vector start,
                             Stage& stage, int& order, StepStatistics& statistics, Vector& x) const;

  const System& system_;
  const Integrator& integrator_;
  NewtonSettings settings_;
  std::optional<int> degree_;  // of W along a straight line
};

}  // namespace lilyan
