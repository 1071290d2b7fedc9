#include <lilyan/integrators/static_equilibrium.hpp>

#include <lilyan/integrators/creep.hpp>

namespace lilyan {

namespace {

class CreepingStepper final : public Stepper {
 public:
  CreepingStepper(const System& system, const StageMethod& equilibrium, const NewtonSettings& settings)
      : system_(system), settings_(settings), equilibrium_(system, equilibrium, settings) {}

  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const override {
    Result<Step, StepFailure> step = equilibrium_.attempt(history, input, workspace);
    // Without constraints the search is a minimisation, which creeping does not help.
    if (step || system_.constraints().empty()) return step;
    constexpr int kMostSteps = 60, kStepsBetweenTries = 6;
    StepStatistics statistics = step.failure().statistics;
    Creep creep(system_, settings_, history.now().x, input.t, input.step);
    for (int k = 1; k <= kMostSteps && !step; ++k) {
      creep.advance(workspace);
      if (k % kStepsBetweenTries != 0) continue;
      StepInput near = input;
      near.guess = &creep.x();
      step = equilibrium_.attempt(history, near, workspace);
      statistics.add(step ? step->statistics : step.failure().statistics);
    }
    statistics.add(creep.statistics());
    (step ? step->statistics : step.failure().statistics) = statistics;
    return step;
  }
  void prepare(const History& history, Workspace& workspace) const override { equilibrium_.prepare(history, workspace); }
  LedgerRow ledger(const History& history) const override { return equilibrium_.ledger(history); }

 private:
  const System& system_;
  NewtonSettings settings_;
  StageStepper equilibrium_;
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

std::vector<Fault> StaticEquilibrium::objections(const System& system) const {
  if (!system.dissipates_in_contact()) return {};
  return {
      {"scene.contact", "type",
       "\"static\" has no friction and no damping of contact: with friction a body may be at rest in many places",
       "leave both out, and pin what would slide; or let the body come to rest with another integrator, such as backward_euler"}};
}

std::unique_ptr<const Stepper> StaticEquilibrium::stepper(const System& system, const NewtonSettings& settings) const {
  return std::make_unique<const CreepingStepper>(system, *this, settings);
}

}  // namespace lilyan
