#include <lilyan/integrators/discrete_gradient.hpp>

#include <lilyan/dynamics/stage_stepper.hpp>
#include <lilyan/dynamics/steppers/closed_stepper.hpp>
#include <lilyan/dynamics/steppers/composed_stepper.hpp>
#include <lilyan/energy/joint_mean.hpp>
#include <lilyan/integrators/one_step.hpp>

namespace lilyan {

namespace {

// The joint form needs the masses.
class JointStage final : public StageMethod {
 public:
  explicit JointStage(const Vector& mass) : mass_(mass) {}
  // The positions do not move with the mean velocity, so the momentum is read off the impulse.
  Stage stage(const History& history, double h, int) const override {
    return one_step_stage(history, h, std::make_shared<JointMean>(h, mass_));
  }

 private:
  const Vector& mass_;
};

// With the row that it needs.
class JointStepper final : public Stepper {
 public:
  JointStepper(const System& system, const NewtonSettings& settings)
      : method_(system.mass()), stepper_(system, method_, settings) {}
  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const override {
    return stepper_.attempt(history, input, workspace);
  }
  LedgerRow ledger(const History& history) const override { return stepper_.ledger(history); }

 private:
  JointStage method_;
  StageStepper stepper_;
};

}  // namespace

Stage DiscreteGradient::stage(const History& history, double h, int) const {
  Stage stage = one_step_stage(history, h, std::make_shared<DiscreteMean>(0.5 * h * h, h, form_));
  stage.read_out = ReadOut::chord;
  return stage;
}

std::vector<Fault> JointDiscreteGradient::objections(const System& system) const {
  if (!system.shares_mass()) return {};
  return {{"scene.mass-matrix", "form",
           "the joint form corrects each vertex by its own mass, and here vertices have mass in common",
           "use \"per_element\", or \"mass_matrix\": \"lumped\""}};
}

std::unique_ptr<const Stepper> JointDiscreteGradient::stepper(const System& system, const NewtonSettings& settings) const {
  return std::make_unique<const PolishedStepper>(average_.stepper(system, roughly(settings)),
                                                 std::make_unique<const JointStepper>(system, settings), nullptr);
}

std::unique_ptr<const Stepper> EnergyMomentum::stepper(const System& system, const NewtonSettings& settings) const {
  std::unique_ptr<const Stepper> safe = average_.stepper(system, settings);
  if (system.constraints().empty()) safe = std::make_unique<const ClosedStepper>(system, std::move(safe), nullptr);
  return std::make_unique<const PolishedStepper>(average_.stepper(system, roughly(settings)),
                                                 strain_.stepper(system, polishing(settings)), std::move(safe));
}

}  // namespace lilyan
