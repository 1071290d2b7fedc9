// Steps of another stepper with their momenta closed: they get the momenta that the step should have ended with.
//
// A closure scales the internal motion. Where there is too little of it, as in a stiff body that spins, the energy could not be
// kept with them; there another method makes the step that keeps energy and momenta by itself, or else the energy is kept alone.
#pragma once

#include <lilyan/dynamics/stepper.hpp>
#include <lilyan/dynamics/system.hpp>

#include <memory>

namespace lilyan {

class ClosedStepper final : public Stepper {
 public:
  // `method` keeps the energy; the system has no constraints. `keeping` keeps energy and momenta; without it, or where it
  // fails, a part whose energy a closure would change keeps its energy and the momenta of `method`, and is counted. Keeps a
  // reference to the system.
  ClosedStepper(const System& system, std::unique_ptr<const Stepper> method, std::unique_ptr<const Stepper> keeping)
      : system_(system), method_(std::move(method)), keeping_(std::move(keeping)) {}

  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const override;
  void prepare(const History& history, Workspace& workspace) const override { method_->prepare(history, workspace); }
  LedgerRow ledger(const History& history) const override { return method_->ledger(history); }

 private:
  const System& system_;
  std::unique_ptr<const Stepper> method_, keeping_;
};

}  // namespace lilyan
