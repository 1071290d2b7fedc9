#include <lilyan/dynamics/steppers/closed_stepper.hpp>

#include <lilyan/dynamics/steppers/momentum_closure.hpp>

namespace lilyan {

Result<Step, StepFailure> ClosedStepper::attempt(const History& history, const StepInput& input, Workspace& workspace) const {
  Result<Step, StepFailure> step = method_->attempt(history, input, workspace);
  if (!step) return step;
  const Frame& now = history.now();
  const ClosureOutcome closure =
      close_momenta(system_, now.x, now.p, step->frame.x, input.h, step->outside / input.h, step->joined, step->frame.p);
  if (closure.given_up > 0 && keeping_) {
    History from = history;
    take_over_solver(step->memory, from);
    StepInput near = input;
    near.guess = &step->frame.x;
    Result<Step, StepFailure> kept = keeping_->attempt(from, near, workspace);
    if (kept) {
      kept->statistics.add(step->statistics);
      return kept;
    }
    step->statistics.add(kept.failure().statistics);
  }
  step->statistics.add({.closure = closure.scaling, .unclosed = closure.given_up});
  return step;
}

}  // namespace lilyan
