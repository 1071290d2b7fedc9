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
struct StepMemory;

class StageStepper final : public Stepper {
 public:
  // Keeps references: system and integrator must outlive the stepper.
  StageStepper(const System& system, const Integrator& integrator, NewtonSettings settings);

  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const override;
  void prepare(const History& history, Workspace& workspace) const override;
  LedgerRow ledger(const History& history) const override;

 private:
  using StageOf = std::function<Stage(const Integrator&)>;  // the stage in hand, as a method makes it

  void prepare_for(const StageSolver& solver, const Stage& stage, const StepMemory& memory, const StepStatistics& statistics,
                   Workspace::Content& work) const;

  // Both return what went wrong, or nothing.

  // Minimises from `start`, raising the order of a quadrature that adapts until the stage's energy error is below tolerance.
  std::string minimise_stage(StageSolver& solver, const Integrator& method, const StageOf& stage_of, Vector start, Stage& stage,
                             int& order, StepStatistics& statistics, Vector& x) const;

  // Solves the stage's equations from where a rough minimisation of the `safe` method's stage ends. Where that does not lead to a
  // solution the safe method makes the stage instead: `method` and `stage` become its.
  std::string polish_stage(StageSolver& solver, const Integrator& safe, const StageOf& stage_of, Vector start,
                           const Integrator*& method, Stage& stage, int& order, StepStatistics& statistics, Vector& x) const;

  const System& system_;
  const Integrator& integrator_;
  NewtonSettings settings_;
  std::optional<int> degree_;  // of W along a straight line
};

}  // namespace lilyan
