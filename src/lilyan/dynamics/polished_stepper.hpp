// Steps whose equations have no function behind them, solved from where a rough minimisation of another method's step ends.
#pragma once

#include <lilyan/dynamics/stepper.hpp>
#include <lilyan/minimise/newton.hpp>

#include <memory>

namespace lilyan {

class PolishedStepper final : public Stepper {
 public:
  // `rough` leads near the step of `fine`. `safe` makes the step if `fine` cannot, which is counted; nullptr: it then fails.
  PolishedStepper(std::unique_ptr<const Stepper> rough, std::unique_ptr<const Stepper> fine, std::unique_ptr<const Stepper> safe)
      : rough_(std::move(rough)), fine_(std::move(fine)), safe_(std::move(safe)) {}

  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const override;
  void prepare(const History& history, Workspace& workspace) const override { rough_->prepare(history, workspace); }
  LedgerRow ledger(const History& history) const override { return fine_->ledger(history); }

 private:
  std::unique_ptr<const Stepper> rough_, fine_, safe_;
};

// Settings for the rough minimisation, and for solving the equations from there.
NewtonSettings roughly(NewtonSettings settings);
NewtonSettings polishing(NewtonSettings settings);

}  // namespace lilyan
