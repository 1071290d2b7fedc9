#include <lilyan/integrators/static_equilibrium.hpp>

#include <lilyan/dynamics/stage_stepper.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

class CreepingStepper final : public Stepper {
 public:
  CreepingStepper(const System& system, const StageMethod& equilibrium, const StageMethod& creeping, const NewtonSettings& settings)
      : system_(system), equilibrium_(system, equilibrium, settings), creeping_(system, creeping, settings) {}

  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const override {
    Result<Step, StepFailure> step = equilibrium_.attempt(history, input, workspace);
    // Without constraints the search is a minimisation, which creeping does not help.
    if (step || system_.constraints().empty()) return step;
    constexpr int kMostSteps = 60, kStepsBetweenTries = 6;
    constexpr double kGrowth = 1.6;
    StepStatistics statistics = step.failure().statistics;
    Vector x = history.now().x;
    double h = first_length(x);
    for (int k = 1; k <= kMostSteps; ++k) {
      const History at_rest({history.now().step, input.t, 0, x, Vector::Zero(x.size())});
      Result<Step, StepFailure> crept = creeping_.attempt(at_rest, {input.step, input.t, h}, workspace);
      statistics.add(crept ? crept->statistics : crept.failure().statistics);
      if (!crept) {
        h /= kGrowth * kGrowth * kGrowth;
        continue;
      }
      x = std::move(crept->frame.x);
      h *= kGrowth;
      if (k % kStepsBetweenTries != 0) continue;
      StepInput near = input;
      near.guess = &x;
      step = equilibrium_.attempt(history, near, workspace);
      statistics.add(step ? step->statistics : step.failure().statistics);
      if (step) break;
    }
    (step ? step->statistics : step.failure().statistics) = statistics;
    return step;
  }
  void prepare(const History& history, Workspace& workspace) const override { equilibrium_.prepare(history, workspace); }
  LedgerRow ledger(const History& history) const override { return equilibrium_.ledger(history); }

 private:
  // In which the body falls by a hundredth of its size, or any length if nothing makes it fall.
  double first_length(const Vector& x) const {
    const auto points = x.reshaped(3, x.size() / 3);
    const double size = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).norm(), g = system_.gravity().norm();
    return g > 0 && size > 0 ? std::sqrt(0.02 * size / g) : 1e-2;
  }

  const System& system_;
  StageStepper equilibrium_, creeping_;
};

}  // namespace

Stage StaticEquilibrium::stage(const History&, double h, int) const {
  Stage stage;
  stage.h = h;
  stage.mean = std::make_shared<Quadrature>(std::vector<Node>{{1, 1, 0}});
  stage.constraint = {ConstraintAt::end, 1, 0};
  stage.inertia = Inertia::none;
  return stage;
}

std::unique_ptr<const Stepper> StaticEquilibrium::stepper(const System& system, const NewtonSettings& settings) const {
  return std::make_unique<const CreepingStepper>(system, *this, creeping_, settings);
}

}  // namespace lilyan
