// Steps that are made of other steppers' steps: several in a row, or one from where another ends.
#pragma once

#include <lilyan/dynamics/stepper.hpp>
#include <lilyan/minimise/newton.hpp>

#include <memory>
#include <vector>

namespace lilyan {

// Several steps in a row, each over a fraction of the whole: methods of several stages, and compositions of higher order.
//
// Every part sees the results of the parts before it as its past. Fractions may be negative.
class ComposedStepper final : public Stepper {
 public:
  struct Part {
    double fraction;  // of the step; they sum to 1
    std::shared_ptr<const Stepper> stepper;
  };
  explicit ComposedStepper(std::vector<Part> parts) : parts_(std::move(parts)) {}

  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const override;
  void prepare(const History& history, Workspace& workspace) const override { parts_.front().stepper->prepare(history, workspace); }
  LedgerRow ledger(const History& history) const override { return parts_.front().stepper->ledger(history); }

 private:
  std::vector<Part> parts_;
};

// Steps whose equations have no function behind them, solved from where a rough minimisation of another method's step ends.
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
