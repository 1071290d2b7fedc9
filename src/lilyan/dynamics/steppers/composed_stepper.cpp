#include <lilyan/dynamics/steppers/composed_stepper.hpp>

#include <lilyan/dynamics/step_memory.hpp>

#include <algorithm>

namespace lilyan {

namespace {

void add(const Vector& part, Vector& sum) {
  if (sum.size() == 0)
    sum = part;
  else if (part.size() == sum.size())
    sum += part;
}

// The impulses of pins and constraints over all parts.
void add_reactions(const Memory& memory, std::vector<double>& sums) {
  const Memory::Section part = memory.find("reactions");
  if (!part) return;
  sums.resize(part->size(), 0);
  for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += (*part)[k];
}

}  // namespace

Result<Step, StepFailure> ComposedStepper::attempt(const History& history, const StepInput& input, Workspace& workspace) const {
  History parts = history;
  Step whole;
  std::vector<double> reactions;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    StepInput part = input;
    part.h = parts_[k].fraction * input.h;
    part.t = k + 1 == parts_.size() ? input.t : parts.now().t + part.h;
    part.guess = nullptr;
    Result<Step, StepFailure> step = parts_[k].stepper->attempt(parts, part, workspace);
    if (!step) {
      whole.statistics.add(step.failure().statistics);
      return StepFailure{step.failure().reason, whole.statistics, step.failure().x};
    }
    whole.statistics.add(step->statistics);
    add(step->outside, whole.outside);
    whole.joined.insert(whole.joined.end(), step->joined.begin(), step->joined.end());
    add_reactions(step->memory, reactions);
    parts.accept(std::move(*step));
  }
  const Frame& end = parts.now();
  whole.frame = {input.step, input.t, input.h, end.x, end.p, end.held_velocity};
  whole.memory = parts.memory();
  if (!reactions.empty()) whole.memory.set("reactions", std::move(reactions));
  return whole;
}

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
