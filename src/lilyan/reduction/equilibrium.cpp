#include <lilyan/reduction/equilibrium.hpp>

#include <lilyan/dynamics/stepper.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/integrators/static_equilibrium.hpp>
#include <lilyan/reduction/vibration.hpp>

#include <limits>
#include <optional>
#include <utility>

namespace lilyan {

namespace {

// grad W over the unknowns, the loads included.
Vector free_gradient(const System& system, const Vector& x) {
  Vector gradient = Vector::Zero(x.size()), free;
  system.add_gradient(x, 0, 1, gradient);
  system.coordinates().restrict(gradient, free);
  return free;
}

// Whether constraints carry all of grad W, up to a share of the forces from outside and to rounding.
bool is_balanced(const System& system, const Vector& x) {
  constexpr double kBalanced = 1e-10, kRounding = 16 * std::numeric_limits<double>::epsilon();
  const ConstraintSet& constraints = system.constraints();
  if (!constraints.empty() && !(constraints.value(x, 0).cwiseAbs().maxCoeff() <= 1e-9 * x.cwiseAbs().maxCoeff())) return false;
  const Vibration vibration = vibration_about(system, x, About::equilibrium);
  const Vector root = vibration.mass.scale().cwiseSqrt();
  Vector left = free_gradient(system, x).cwiseQuotient(root), outside = system.load(0), free;
  vibration.tangent.project(left);
  system.add_weight(outside);
  system.coordinates().restrict(outside, free);
  const double rounding = kRounding * x.cwiseAbs().maxCoeff() * vibration.K.row_sums().cwiseQuotient(root).norm();
  return left.norm() <= kBalanced * free.cwiseQuotient(root).norm() + rounding;
}

// Where `static` finds the system in equilibrium at time 0 if it starts at x.
class Equilibrium {
 public:
  explicit Equilibrium(const System& system) : stepper_(method_.stepper(system, {})) {}

  Result<Vector, StepFailure> find(const Vector& x, Workspace& workspace) const {
    Result<Step, StepFailure> step = stepper_->attempt(History({0, 0, 0, x, Vector::Zero(x.size())}), {1, 0, 0}, workspace);
    if (!step) return step.failure();
    return std::move(step->frame.x);
  }

 private:
  StaticEquilibrium method_;
  std::unique_ptr<const Stepper> stepper_;
};

// Where the system comes to rest when it creeps from `start`; none where it does not within kMostSteps.
std::optional<Vector> creep_to_rest(const System& system, const Equilibrium& equilibrium, const Vector& start,
                                    Workspace& workspace) {
  constexpr int kMostSteps = 80, kStepsBetweenTries = 10;
  constexpr double kFar = 10;  // times its size; what creeps as far as this falls
  if (is_balanced(system, start)) return start;
  Creep creep(system, {}, start, 0, 0);
  for (int k = 1; k <= kMostSteps; ++k) {
    creep.advance(workspace);
    if (!((creep.x() - start).cwiseAbs().maxCoeff() <= kFar * size_to_compare_with(start))) return std::nullopt;
    if (k % kStepsBetweenTries != 0) continue;
    if (is_balanced(system, creep.x())) return creep.x();
    if (Result<Vector, StepFailure> found = equilibrium.find(creep.x(), workspace)) return std::move(*found);
  }
  return std::nullopt;
}

}  // namespace

Result<Vector, StepFailure> find_equilibrium(const System& system, const Vector& start) {
  const Equilibrium equilibrium(system);
  Workspace workspace;
  Result<Vector, StepFailure> found = equilibrium.find(start, workspace);
  if (!found)
    if (std::optional<Vector> crept = creep_to_rest(system, equilibrium, start, workspace)) return std::move(*crept);
  return found;
}

}  // namespace lilyan
