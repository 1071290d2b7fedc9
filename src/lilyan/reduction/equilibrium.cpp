#include <lilyan/reduction/equilibrium.hpp>

#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/integrators/registry.hpp>
#include <lilyan/reduction/vibration.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace lilyan {

namespace {

double extent(const Vector& x) {
  const auto points = x.reshaped(3, x.size() / 3);
  return (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).norm();
}

// Steps of one method that begin at rest; time stays 0.
class FromRest {
 public:
  FromRest(const System& system, const std::string& method) {
    const IntegratorEntry& entry = *find_integrator(method);
    integrator_ = entry.make(default_parameters(entry));
    stepper_ = make_stepper(system, *integrator_, NewtonSettings{});
  }

  Result<Vector, StepFailure> step(const Vector& x, double h) {
    const History history({0, 0, 0, x, Vector::Zero(x.size())});
    Result<Step, StepFailure> step = stepper_->attempt(history, {1, 0, h}, workspace_);
    if (!step) return step.failure();
    return std::move(step->frame.x);
  }

 private:
  std::unique_ptr<const Integrator> integrator_;
  std::unique_ptr<const Stepper> stepper_;
  Workspace workspace_;
};

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
  for (Index i = 0; i < system.vertices(); ++i) vertex(outside, i) += system.vertex_mass()[i] * system.gravity();
  system.coordinates().restrict(outside, free);
  const double rounding = kRounding * x.cwiseAbs().maxCoeff() * vibration.K.row_sums().cwiseQuotient(root).norm();
  return left.norm() <= kBalanced * free.cwiseQuotient(root).norm() + rounding;
}

// Where the system comes to rest when it creeps from `x`; none where it does not within kMostSteps.
std::optional<Vector> creep(const System& system, FromRest& equilibrium, Vector x) {
  constexpr int kMostSteps = 80, kStepsBetweenTries = 10;
  constexpr double kGrowth = 1.5;
  constexpr double kFar = 10;  // times its size; what creeps as far as this falls
  const Vector start = x;
  const double size = extent(x) > 0 ? extent(x) : std::max(1.0, x.cwiseAbs().maxCoeff());  // of a single particle: any length
  if (is_balanced(system, x)) return x;
  Vector mass;
  system.coordinates().restrict(system.mass(), mass);
  const double acceleration = free_gradient(system, x).cwiseQuotient(mass).cwiseAbs().maxCoeff();
  double h = 0.1 * std::sqrt(size / acceleration);
  if (!std::isfinite(h) || h == 0) return std::nullopt;
  FromRest slowly(system, "backward_euler");
  for (int k = 1; k <= kMostSteps; ++k) {
    Result<Vector, StepFailure> next = slowly.step(x, h);
    if (!next) {
      h /= 4;
      continue;
    }
    x = std::move(*next);
    h *= kGrowth;
    if (!((x - start).cwiseAbs().maxCoeff() <= kFar * size)) return std::nullopt;
    if (k % kStepsBetweenTries != 0) continue;
    if (is_balanced(system, x)) return x;
    if (Result<Vector, StepFailure> found = equilibrium.step(x, 0)) return std::move(*found);
  }
  return std::nullopt;
}

}  // namespace

Result<Vector, StepFailure> find_equilibrium(const System& system, const Vector& start) {
  FromRest equilibrium(system, "static");
  Result<Vector, StepFailure> found = equilibrium.step(start, 0);
  if (!found)
    if (std::optional<Vector> crept = creep(system, equilibrium, start)) return std::move(*crept);
  return found;
}

}  // namespace lilyan
