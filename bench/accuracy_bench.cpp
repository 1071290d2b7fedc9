// How far the methods that keep energy are from the true motion: the table of docs/integrators.md.
//
// A free soft bar, whose fastest vibration a step of 4 ms resolves; after 0.08 s its vertices are compared with those
// of velocity_verlet of order 6 at 0.05 ms. The error is the root of the mean square over the mass [m].
#include "bars.hpp"

#include <lilyan/dynamics/ledger.hpp>
#include <lilyan/integrators/registry.hpp>

#include <fmt/format.h>

#include <cmath>

namespace lilyan::bench {
namespace {

struct Method {
  const char* label;
  const char* name;
  const char* parameter = nullptr;
  const char* value = nullptr;
};

struct End {
  Vector x;
  Drift drift;
};

End run(const Bar& bar, const Integrator& integrator, double h) {
  constexpr double kDuration = 0.08;
  const auto made_stepper = make_stepper(*bar.system, integrator, {});
  const Stepper& stepper = *made_stepper;
  History history(bar.start);
  Workspace workspace;
  End end;
  end.drift.see(stepper.ledger(history));
  const auto steps = std::lround(kDuration / h);
  for (long k = 1; k <= steps; ++k) {
    auto step = stepper.attempt(history, {k, static_cast<double>(k) * h, h}, workspace);
    if (!step) {
      fmt::print("step {} failed: {}\n", k, step.failure().reason);
      break;
    }
    history.accept(std::move(*step));
    end.drift.see(stepper.ledger(history));
  }
  end.x = history.now().x;
  return end;
}

Vector reference(const Bar& bar) {
  const IntegratorEntry& entry = *find_integrator("velocity_verlet");
  Parameters parameters = default_parameters(entry);
  parameters.set("order", 6.0);
  return run(bar, *entry.make(parameters), 5e-5).x;
}

}  // namespace
}  // namespace lilyan::bench

int main() {
  using namespace lilyan;
  using namespace lilyan::bench;
  const Bar bar = free_bar(StVenantKirchhoff{50, 25}, {8, 2, 2}, 1.02, 11.5);
  const Vector exact = reference(bar);
  const double mass = bar.system->vertex_mass().sum();
  fmt::print(
      "| method | 4 ms | 2 ms | 1 ms | order | energy at 4 ms | angular momentum at 4 ms |\n| --- | --- | --- | --- | --- | --- | "
      "--- |\n");
  for (const Method& method : {Method{"energy_momentum", "energy_momentum"},
                               {"avf, momentum conserved", "avf", "momentum", "conserved"},
                               {"avf", "avf"},
                               {"discrete_gradient", "discrete_gradient"},
                               {"implicit_midpoint", "implicit_midpoint"}}) {
    const IntegratorEntry& entry = *find_integrator(method.name);
    Parameters parameters = default_parameters(entry);
    if (method.parameter) parameters.set(method.parameter, std::string(method.value));
    const auto integrator = entry.make(parameters);
    double errors[3], energy = 0, angular = 0;
    int k = 0;
    for (const double h : {0.004, 0.002, 0.001}) {
      const End end = run(bar, *integrator, h);
      errors[k++] = std::sqrt((end.x - exact).cwiseAbs2().dot(bar.system->mass()) / mass);
      if (h == 0.004) energy = end.drift.energy(), angular = end.drift.angular();
    }
    fmt::print("| {} | {:.2e} | {:.2e} | {:.2e} | {:.2f} | {:.0e} | {:.0e} |\n", method.label, errors[0], errors[1], errors[2],
               std::log2(errors[1] / errors[2]), energy, angular);
  }
}
