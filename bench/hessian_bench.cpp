// What each treatment of an indefinite Hessian costs: the table of docs/hessian.md.
#include "bars.hpp"

#include <lilyan/dynamics/ledger.hpp>
#include <lilyan/integrators/registry.hpp>
#include <lilyan/mesh/box.hpp>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <numbers>

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

// A free bar of 4 x 1 x 1 m and 1 kg, stretched, twisted and spinning.
Bar free_bar(const Case& c) {
  Bar bar;
  bar.mesh = box(Vec3(4, 1, 1), c.cells, Vec3::Zero(), Split::five);
  Vector mass = Vector::Zero(bar.mesh.vertices());
  for (const Tet& tet : bar.mesh.tets)
    for (Index v : tet) mass[v] += volume(bar.mesh.X, tet) / 16;
  Vector x = bar.mesh.X, p = x;
  for (Index i = 0; i < bar.mesh.vertices(); ++i) {
    Vec3 r = vertex(x, i);
    r[0] *= c.stretch;
    r = Eigen::AngleAxisd(c.degrees * std::numbers::pi / 180 * r[0] / (4 * c.stretch), Vec3::UnitX()) * r;
    vertex(x, i) = r;
    vertex(p, i) = mass[i] * (Vec3(0.5, 0, 0) + Vec3(0.6, 0.4, 2).cross(r));
  }
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& e : make_elasticity(bar.mesh.X, bar.mesh.tets, {c.law}, std::vector<Index>(bar.mesh.tets.size(), 0)))
    potentials.push_back(std::move(e));
  bar.system = std::make_unique<System>(mass, Vec3::Zero(), Coordinates(x, {}), std::move(potentials));
  bar.start = {0, 0, 0, x, p};
  return bar;
}

void print_row(const Case& c, const char* treatment_name, HessianTreatment treatment) {
  const Bar bar = free_bar(c);
  const IntegratorEntry& entry = *find_integrator(c.integrator);
  const auto integrator = entry.make(default_parameters(entry));
  NewtonSettings settings;
  settings.hessian = treatment;
  const StageStepper stepper(*bar.system, *integrator, settings);
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
