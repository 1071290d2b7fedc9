#include <lilyan/run/advance.hpp>

#include <cmath>

namespace lilyan {

namespace {

// Part k of 2^m of the step that follows `done` steps.
struct Part {
  std::int64_t done;
  std::int64_t k;
  int m;

  double length(double h) const { return std::ldexp(h, -m); }
  StepInput input(double h) const {
    const bool last = k + 1 == std::int64_t{1} << m;
    const double end =
        last ? static_cast<double>(done + 1) * h : static_cast<double>(done) * h + static_cast<double>(k + 1) * length(h);
    return {done + 1, end, length(h)};
  }
  Part first_half() const { return {done, 2 * k, m + 1}; }
  Part second_half() const { return {done, 2 * k + 1, m + 1}; }
};

class Attempts {
 public:
  Attempts(const Stepper& stepper, double h, OnFailure on_failure, const std::vector<Pull>& pulls, History& history,
           Workspace& workspace)
      : stepper_(stepper),
        h_(h),
        pulls_(pulls),
        history_(history),
        workspace_(workspace),
        most_halvings_(on_failure == OnFailure::halve && !stepper.chooses_length() ? kMostHalvings : 0) {}

  bool make(const Part& part) {
    StepInput input = part.input(h_);
    input.pulls = pulls_;
    Result<Step, StepFailure> step = stepper_.attempt(history_, input, workspace_);
    if (step) {
      made.statistics.add(step->statistics);
      if (const Memory::Section impulses = step->memory.find("reactions")) {
        made.reactions.resize(impulses->size(), 0);
        for (std::size_t k = 0; k < impulses->size(); ++k) made.reactions[k] += (*impulses)[k];
      }
      history_.accept(std::move(*step));
      return true;
    }
    made.statistics.add(step.failure().statistics);
    ++made.failed;
    if (part.m < most_halvings_) return make(part.first_half()) && make(part.second_half());
    failure = {step.failure(), history_.now().t, part.length(h_), made.failed};
    failure.failure.statistics = made.statistics;
    return false;
  }

  Advance made;
  AdvanceFailure failure;

 private:
  const Stepper& stepper_;
  double h_;
  const std::vector<Pull>& pulls_;
  History& history_;
  Workspace& workspace_;
  int most_halvings_;
};

}  // namespace

Result<Advance, AdvanceFailure> advance(const Stepper& stepper, double h, OnFailure on_failure, const std::vector<Pull>& pulls,
                                        History& history, Workspace& workspace) {
  const Part whole = {history.now().step, 0, 0};
  if (on_failure == OnFailure::stop) {
    Attempts attempts(stepper, h, on_failure, pulls, history, workspace);
    if (!attempts.make(whole)) return attempts.failure;
    return attempts.made;
  }
  // Parts are accepted one by one, into a copy: where one fails for good the history stays at the last whole step.
  History parts = history;
  Attempts attempts(stepper, h, on_failure, pulls, parts, workspace);
  if (!attempts.make(whole)) return attempts.failure;
  history = std::move(parts);
  return attempts.made;
}

}  // namespace lilyan
