#include <lilyan/adaption/adaptive_stepper.hpp>

#include <lilyan/adaption/adaption_memory.hpp>
#include <lilyan/dynamics/step_memory.hpp>
#include <lilyan/dynamics/velocities.hpp>
#include <lilyan/minimise/bracketed_secant.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace lilyan {

namespace {

constexpr int kMostTries = 100;  // attempts; as many bisections as there are digits, and half as many secants

// A step of length `tried` has led to x: where one of length dt would. What bends the way from free flight grows with the square of
// time, so that a body that falls as a whole is met exactly.
Vector guessed_end(const Frame& now, const Vector& v, const Vector& x, double tried, double dt) {
  const double growth = dt / tried;
  return now.x + dt * v + growth * growth * (x - now.x - tried * v);
}

// dt of the step before tells how sigma changes: sigma grows from one step to the next as it did last.
double first_guess(const Frame& now, double h, double sigma_n, SigmaAt at) {
  if (now.h == 0) return h * sigma_n;
  const double change = h * sigma_n - now.h;
  return h * sigma_n + (at == SigmaAt::end ? 2 : 1) * change;
}

}  // namespace

AdaptiveStepper::AdaptiveStepper(const System& system, std::unique_ptr<const Stepper> method,
                                 std::unique_ptr<const AdaptionRule> rule, SigmaAt at)
    : system_(system), method_(std::move(method)), rule_(std::move(rule)), at_(at) {}

Result<Step, StepFailure> AdaptiveStepper::attempt(const History& history, const StepInput& input, Workspace& workspace) const {
  AdaptionMemory memory = AdaptionMemory::recall(history, system_);
  const Frame& now = history.now();
  const double energy = memory.expected_energy(history), sigma_n = rule_->sigma(system_, now, energy);
  const double dt = input.h * sigma_n;
  Result<Step, StepFailure> step = at_ == SigmaAt::start
                                       ? method_->attempt(history, {input.step, now.t + dt, dt, nullptr, input.pulls}, workspace)
                                       : find_length(history, input, sigma_n, energy, workspace);
  if (!step) return step;
  memory.see(step->frame.h);
  memory.store(step->memory);
  return step;
}

Result<Step, StepFailure> AdaptiveStepper::find_length(const History& history, const StepInput& input, double sigma_n,
                                                       double energy, Workspace& workspace) const {
  const Frame& now = history.now();
  const double h = input.h, shortest = at_ == SigmaAt::both_ends ? 0.5 * h * sigma_n : 0;
  BracketedSecant search(shortest, h * (1 + kLengthNearlyMet));
  double dt = first_guess(now, h, sigma_n, at_);
  if (!(dt > shortest && dt <= h)) dt = h * sigma_n;
  const Vector v = velocities(system_, now);
  History from = history;
  Vector guess;
  StepStatistics statistics;
  std::optional<Step> best;
  std::optional<StepFailure> failure;
  double least = std::numeric_limits<double>::infinity();
  for (int tries = 1; tries <= kMostTries; ++tries) {
    Result<Step, StepFailure> step =
        method_->attempt(from, {input.step, now.t + dt, dt, guess.size() > 0 ? &guess : nullptr, input.pulls}, workspace);
    if (!step) {
      statistics.add(step.failure().statistics);
      failure = step.failure();
      dt = search.below(dt);
      guess.resize(0);
      continue;
    }
    statistics.add(step->statistics);
    take_over_solver(step->memory, from);
    const double F = dt - h * sigma(now, sigma_n, step->frame, energy), tried = dt;
    dt = search.next(dt, F);
    guess = guessed_end(now, v, step->frame.x, tried, dt);
    if (std::abs(F) < least) {
      least = std::abs(F);
      best = std::move(*step);
    }
    if (least <= kLengthMet * tried || (tries >= kTriesForMore && least <= kLengthNearlyMet * tried)) break;
    if (search.width() <= std::numeric_limits<double>::epsilon() * h) break;
  }
  if (!best) {
    failure->statistics = statistics;
    return *failure;
  }
  statistics.short_of_tolerance += least > kLengthNearlyMet * best->frame.h;
  best->statistics = statistics;
  return std::move(*best);
}

double AdaptiveStepper::sigma(const Frame& from, double sigma_n, const Frame& to, double energy) const {
  if (at_ == SigmaAt::midpoint)
    return rule_->sigma(system_, {to.step, 0.5 * (from.t + to.t), to.h, 0.5 * (from.x + to.x), 0.5 * (from.p + to.p)}, energy);
  const double sigma_end = rule_->sigma(system_, to, energy);
  return at_ == SigmaAt::end ? sigma_end : 0.5 * (sigma_n + sigma_end);
}

void AdaptiveStepper::prepare(const History& history, Workspace& workspace) const {
  AdaptionMemory::recall(history, system_);  // throws if a file brought another
  method_->prepare(history, workspace);
}

History AdaptiveStepper::turned(const History& history) const { return AdaptionMemory::recall(history, system_).turned(history); }

}  // namespace lilyan
