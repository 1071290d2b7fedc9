#include <lilyan/dynamics/closed_stepper.hpp>

#include <lilyan/dynamics/momentum_closure.hpp>

namespace lilyan {

Result<Step, StepFailure> ClosedStepper::attempt(const History& history, const StepInput& input, Workspace& workspace) const {
  Result<Step, StepFailure> step = method_->attempt(history, input, workspace);
  if (!step) return step;
  const Frame& now = history.now();
  const ClosureOutcome closure =
      close_momenta(system_, now.x, now.p, step->frame.x, input.h, step->outside / input.h, step->frame.p);
  step->statistics.add({.closure = closure.scaling, .unclosed = closure.given_up});
  return step;
}

}  // namespace lilyan
