// Steps of another stepper with their momenta closed, see momentum_closure.hpp.
#pragma once

#include <lilyan/dynamics/stepper.hpp>
#include <lilyan/dynamics/system.hpp>

#include <memory>

namespace lilyan {

class ClosedStepper final : public Stepper {
 public:
  // Of a method that keeps the energy, and a system without constraints. Keeps a reference to the system.
  ClosedStepper(const System& system, std::unique_ptr<const Stepper> method) : system_(system), method_(std::move(method)) {}

  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const override;
  void prepare(const History& history, Workspace& workspace) const override { method_->prepare(history, workspace); }
  LedgerRow ledger(const History& history) const override { return method_->ledger(history); }

 private:
  const System& system_;
  std::unique_ptr<const Stepper> method_;
};

}  // namespace lilyan
