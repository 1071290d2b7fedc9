// Several steps in a row, each over a fraction of the whole: methods of several stages, and compositions of higher order.
//
// Every part sees the results of the parts before it as its past. Fractions may be negative.
#pragma once

#include <lilyan/dynamics/stepper.hpp>

#include <memory>
#include <vector>

namespace lilyan {

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

}  // namespace lilyan
