#include <lilyan/reduction/equilibrium.hpp>

#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/integrators/registry.hpp>

#include <utility>

namespace lilyan {

Result<Vector, StepFailure> find_equilibrium(const System& system, const Vector& start) {
  const IntegratorEntry& entry = *find_integrator("static");
  const auto integrator = entry.make(default_parameters(entry));
  const auto stepper = make_stepper(system, *integrator, NewtonSettings{});
  const History history({0, 0, 0, start, Vector::Zero(start.size())});
  Workspace workspace;
  Result<Step, StepFailure> step = stepper->attempt(history, {1, 0, 0}, workspace);
  if (!step) return std::move(step.failure());
  return std::move(step->frame.x);
}

}  // namespace lilyan
