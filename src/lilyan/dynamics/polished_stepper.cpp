#include <lilyan/dynamics/polished_stepper.hpp>

#include <algorithm>

namespace lilyan {

NewtonSettings roughly(NewtonSettings settings) {
  constexpr double kRoughly = 1e-5;
  settings.tolerance = std::max(kRoughly, settings.tolerance);
  return settings;
}

NewtonSettings polishing(NewtonSettings settings) {
  constexpr int kMost = 30;  // a start that is good at all needs five or six iterations
  settings.max_iterations = std::min(kMost, settings.max_iterations);
  return settings;
}

Result<Step, StepFailure> PolishedStepper::attempt(const History& history, const StepInput& input, Workspace& workspace) const {
  History from = history;
  StepInput near = input;
  StepStatistics statistics;
  // Of an attempt that is not the step: its error is none of the step's.
  auto count = [&](StepStatistics part) {
    part.residual = 0, part.short_of_tolerance = 0;
    statistics.add(part);
  };
  Result<Step, StepFailure> rough = rough_->attempt(history, input, workspace);
  count(rough ? rough->statistics : rough.failure().statistics);
  if (rough) {
    near.guess = &rough->frame.x;
    take_over_solver(rough->memory, from);
  }
  Result<Step, StepFailure> step = fine_->attempt(from, near, workspace);
  if (!step && safe_) {
    count(step.failure().statistics);
    ++statistics.fallbacks;
    step = safe_->attempt(from, near, workspace);
  }
  StepStatistics& own = step ? step->statistics : step.failure().statistics;
  statistics.add(own);
  own = statistics;
  return step;
}

}  // namespace lilyan
