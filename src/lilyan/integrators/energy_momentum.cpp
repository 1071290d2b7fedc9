#include <lilyan/integrators/energy_momentum.hpp>

#include <lilyan/dynamics/closed_stepper.hpp>

#include <algorithm>

namespace lilyan {

namespace {

// Of the minimisation that the equations are solved from, and how often they are solved from there before the minimiser's own step is
// taken: a start that is good at all needs five or six iterations.
constexpr double kRoughly = 1e-5;
constexpr int kMostPolishing = 30;

NewtonSettings roughly(NewtonSettings settings) {
  settings.tolerance = std::max(kRoughly, settings.tolerance);
  return settings;
}

NewtonSettings polishing(NewtonSettings settings) {
  settings.max_iterations = std::min(kMostPolishing, settings.max_iterations);
  return settings;
}

class PolishedStepper final : public Stepper {
 public:
  PolishedStepper(std::unique_ptr<const Stepper> rough, std::unique_ptr<const Stepper> fine, std::unique_ptr<const Stepper> safe)
      : rough_(std::move(rough)), fine_(std::move(fine)), safe_(std::move(safe)) {}

  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const override {
    History from = history;
    StepInput near = input;
    StepStatistics statistics;
    // Of a start: its error is none of the step's.
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
    if (!step) {
      count(step.failure().statistics);
      ++statistics.fallbacks;
      step = safe_->attempt(from, near, workspace);
    }
    StepStatistics& own = step ? step->statistics : step.failure().statistics;
    statistics.add(own);
    own = statistics;
    return step;
  }
  void prepare(const History& history, Workspace& workspace) const override { rough_->prepare(history, workspace); }
  LedgerRow ledger(const History& history) const override { return safe_->ledger(history); }

 private:
  std::unique_ptr<const Stepper> rough_, fine_, safe_;
};

}  // namespace

std::unique_ptr<const Stepper> EnergyMomentum::stepper(const System& system, const NewtonSettings& settings) const {
  std::unique_ptr<const Stepper> safe = average_.stepper(system, settings);
  if (system.constraints().empty()) safe = std::make_unique<const ClosedStepper>(system, std::move(safe));
  return std::make_unique<const PolishedStepper>(average_.stepper(system, roughly(settings)),
                                                 strain_.stepper(system, polishing(settings)), std::move(safe));
}

}  // namespace lilyan
