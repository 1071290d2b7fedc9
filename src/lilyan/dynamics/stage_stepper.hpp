// The heart: a time step is the minimisation of an energy-like function, for every method that is a row of data.
#pragma once

#include <lilyan/dynamics/stage.hpp>
#include <lilyan/dynamics/step/solve_step.hpp>
#include <lilyan/dynamics/step_memory.hpp>

namespace lilyan {

class StageStepper final : public Stepper {
 public:
  // Keeps references: system and method must outlive the stepper.
  StageStepper(const System& system, const StageMethod& method, NewtonSettings settings);

  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const override;
  void prepare(const History& history, Workspace& workspace) const override;
  LedgerRow ledger(const History& history) const override;

 private:
  // Solves the stage's problem, refining its mean force until the energy that it misses is below tolerance.
  StepSolution solve(Stage& stage, const History& history, const Vector& v, const StepInput& input, StepMemory& memory,
                     Workspace::Content& work, std::unique_ptr<StepProblem>& problem) const;

  const System& system_;
  const StageMethod& method_;
  NewtonSettings settings_;
};

}  // namespace lilyan
