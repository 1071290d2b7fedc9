#include <lilyan/dynamics/steppers/composed_stepper.hpp>

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

}  // namespace lilyan
