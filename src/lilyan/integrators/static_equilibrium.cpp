#include <lilyan/integrators/static_equilibrium.hpp>

#include <lilyan/dynamics/step/accepted.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

class CreepingStepper final : public Stepper {
 public:
  CreepingStepper(const System& system, const StageMethod& equilibrium, const NewtonSettings& settings)
      : system_(system), settings_(settings), equilibrium_(system, equilibrium, settings) {}

  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const override {
    Result<Step, StepFailure> step = equilibrium_.attempt(history, input, workspace);
    if (step) return step;
    constexpr int kMostSteps = 60, kStepsBetweenTries = 6;
    constexpr double kEndless = 1000;  // sizes of the system
    StepStatistics statistics = step.failure().statistics;
    Creep creep(system_, settings_, history.now().x, input.t, input.step);
    const double size = size_to_compare_with(history.now().x);
    const auto way = [&] { return (creep.x() - history.now().x).lpNorm<Eigen::Infinity>(); };
    for (int k = 1; k <= kMostSteps && !step && way() < kEndless * size; ++k) {
      creep.advance(workspace);
      if (k % kStepsBetweenTries != 0) continue;
      StepInput near = input;
      near.guess = &creep.x();
      step = equilibrium_.attempt(history, near, workspace);
      statistics.add(step ? step->statistics : step.failure().statistics);
    }
    statistics.add(creep.statistics());
    StepStatistics& of_last = step ? step->statistics : step.failure().statistics;
    statistics.residual = of_last.residual;  // those of the tries before are no matter
    of_last = statistics;
    if (!step && way() >= kEndless * size) step.failure().reason = kNothingCarries;
    return step;
  }
  void prepare(const History& history, Workspace& workspace) const override { equilibrium_.prepare(history, workspace); }
  LedgerRow ledger(const History& history) const override { return equilibrium_.ledger(history); }

 private:
  const System& system_;
  NewtonSettings settings_;
  StageStepper equilibrium_;
};

// In which the vertex that is pushed most moves by a two-hundredth of the system's size, if it is pushed so much that this is soon;
// what is not pushed may be drawn by pins and constraints that have moved.
double first_length(const System& system, const Vector& x, double t) {
  Vector gradient = Vector::Zero(x.size());
  system.add_gradient(x, t, 1, gradient);
  double acceleration = system.gravity().norm();
  for (Index c : system.coordinates().free()) acceleration = std::max(acceleration, std::abs(gradient[c]) / system.mass()[c]);
  constexpr double kLongest = 0.1;  // [s]
  const double h = 0.1 * std::sqrt(size_to_compare_with(x) / acceleration);
  return h > 0 ? std::min(h, kLongest) : kLongest;
}

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

double size_to_compare_with(const Vector& x) {
  const auto points = x.reshaped(3, x.size() / 3);
  const double size = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).norm();
  return size > 0 ? size : std::max(1.0, x.cwiseAbs().maxCoeff());
}

Creep::Creep(const System& system, const NewtonSettings& settings, Vector x, double t, std::int64_t step)
    : stepper_(system, method_, settings), x_(std::move(x)), t_(t), step_(step), h_(first_length(system, x_, t)) {}

void Creep::advance(Workspace& workspace) {
  constexpr double kGrowth = 1.6, kShrinks = 4;
  const History at_rest({step_, t_, 0, x_, Vector::Zero(x_.size())});
  Result<Step, StepFailure> crept = stepper_.attempt(at_rest, {step_, t_, h_}, workspace);
  statistics_.add(crept ? crept->statistics : crept.failure().statistics);
  if (crept) x_ = std::move(crept->frame.x);
  h_ = crept ? kGrowth * h_ : h_ / kShrinks;
}

}  // namespace lilyan
