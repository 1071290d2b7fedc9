// What each treatment of an indefinite Hessian costs: the table of docs/hessian.md.
#include "bars.hpp"

#include <lilyan/dynamics/ledger.hpp>
#include <lilyan/integrators/registry.hpp>

#include <fmt/format.h>

namespace lilyan::bench {
namespace {

struct Case {
  const char* name;
  Law law;
  const char* integrator;
  double stretch, degrees, h;
  int steps;
  std::array<Index, 3> cells = {8, 2, 2};
};

void print_row(const Case& c, const char* treatment_name, HessianTreatment treatment) {
  const Bar bar = free_bar(c.law, c.cells, c.stretch, c.degrees);
  const IntegratorEntry& entry = *find_integrator(c.integrator);
  const auto integrator = entry.make(default_parameters(entry));
  NewtonSettings settings;
  settings.hessian = treatment;
  const auto made_stepper = make_stepper(*bar.system, *integrator, settings);
  const Stepper& stepper = *made_stepper;
  History history(bar.start);
  Workspace workspace;
  StepStatistics total;
  int done = 0;
  const double ms = once_ms([&] {
    for (; done < c.steps; ++done) {
      auto step = stepper.attempt(history, {done + 1, (done + 1) * c.h, c.h}, workspace);
      if (!step) break;
      total.add(step->statistics);
      history.accept(std::move(*step));
    }
  });
  fmt::print("| {:<34} | {:<11} | {:>5} of {:<5} | {:>10.2f} | {:>14.2f} | {:>10.2f} | {:>8.2f} |\n", c.name, treatment_name, done,
             c.steps, static_cast<double>(total.newton_iterations) / std::max(1, done),
             static_cast<double>(total.factorizations) / std::max(1, done),
             static_cast<double>(total.backtracks) / std::max(1, done), ms / std::max(1, done));
}

}  // namespace
}  // namespace lilyan::bench

int main() {
  using namespace lilyan;
  using namespace lilyan::bench;
  const Law stvk = StVenantKirchhoff{1000, 500}, stable = StableNeoHookean{1000, 500}, neo = NeoHookean{50, 200};
  const std::vector<Case> cases = {{"BAR, stvk, avf, h 0.033", stvk, "avf", 1.1, 60, 0.033, 300},
                                   {"EXTREME, stvk, avf, h 0.033", stvk, "avf", 1.3, 90, 0.033, 300},
                                   {"EXTREME, stvk, avf, h 0.3", stvk, "avf", 1.3, 90, 0.3, 30},
                                   {"EXTREME, stvk, avf, h 1", stvk, "avf", 1.3, 90, 1, 30},
                                   {"BAR, stable_neo_hookean, avf", stable, "avf", 1.1, 60, 0.033, 300},
                                   {"BAR, neo_hookean, avf", neo, "avf", 1.1, 45.8, 0.033, 300},
                                   {"EXTREME, stvk, backward_euler", stvk, "backward_euler", 1.3, 90, 0.033, 300},
                                   {"EXTREME, 10,240 tets, avf, h 0.033", stvk, "avf", 1.3, 90, 0.033, 10, {32, 8, 8}}};
  fmt::print("| {:<34} | {:<11} | {:>14} | {:>10} | {:>14} | {:>10} | {:>8} |\n", "case", "treatment", "steps made", "iterations",
             "factorisations", "backtracks", "ms");
  fmt::print("| --- | --- | --- | --- | --- | --- | --- |\n");
  for (const Case& c : cases) {
    print_row(c, "exact", HessianTreatment::exact);
    print_row(c, "projected", HessianTreatment::projected);
    print_row(c, "regularised", HessianTreatment::regularised);
  }
}
