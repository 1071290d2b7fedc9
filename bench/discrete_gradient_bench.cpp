// What discrete gradients and exact strain damping cost beside the gradient and the Hessian of AVF, on the bar of 24,000 tets and
// on one of 4000 hexes.
//
// First one evaluation of each force and its derivative, then whole steps in which the bar bends and twists, with the time of a
// step in units of AVF's. CPU milliseconds, one thread.
#include "bars.hpp"

#include <lilyan/energy/discrete_gradient.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/integrators/registry.hpp>
#include <lilyan/mesh/box.hpp>
#include <lilyan/mesh/shape_functions.hpp>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <cmath>

namespace lilyan::bench {
namespace {

constexpr double kStep = 1.0 / 30;  // [s]
constexpr int kSteps = 10;

void print_part(const std::string& what_of, const char* what, double force, double slope) {
  fmt::print("{:<20} {:<30} {:>9.2f} {:>9.2f}\n", what_of, what, force, slope);
}

void measure_parts(const std::string& what_of, const Vector& x_n, const Cells& cells, const Law& law) {
  auto elasticity =
      std::move(make_elasticity(x_n, cells, {law}, std::vector<Index>(static_cast<std::size_t>(cells.count()), 0)).front());
  BlockPatternBuilder builder(static_cast<Index>(x_n.size() / 3));
  elasticity->connect(builder);
  const auto pattern = builder.build();
  Vector x = x_n;
  for (Index i = 0; i < x.size() / 3; ++i) vertex(x, i)[1] -= 0.01 * std::pow(vertex(x_n, i)[2] + 2, 2);  // bent
  Vector f(x.size());
  BlockMatrix H(pattern);
  print_part(what_of, "potential: gradient, Hessian", best_ms([&] { f.setZero(), elasticity->add_gradient(x, 0, 1, f); }),
             best_ms([&] { H.set_zero(), elasticity->add_hessian(x, 0, 1, Definiteness::exact, H); }));

  Slope J(pattern);
  auto measure_term = [&](const char* what, const StepTerm& term) {
    const double force = best_ms([&] { f.setZero(), term.add_force(x, 1, f); }, 1);
    print_part(what_of, what, force, best_ms([&] { J.blocks.set_zero(), term.add_slope(x, 1, J); }, 1));
  };
  const Chord chord{kStep, x_n, x_n, nullptr, 0, pattern};
  measure_term("discrete gradient, strain", *elasticity->discrete_gradient(chord, DiscreteForm::strain));
  measure_term("discrete gradient, element", *elasticity->discrete_gradient(chord, DiscreteForm::per_element));
  measure_term("exact strain damping", *elasticity->backward_damping(x_n, 1, pattern));
}

// Prints and returns the milliseconds of a step, the mean of those before one failed; 0 if none could be made.
double measure_steps(const Bar& bar, const std::string& method, double avf) {
  const IntegratorEntry& entry = *find_integrator(method);
  const auto integrator = entry.make(default_parameters(entry));
  const auto stepper = make_stepper(*bar.system, *integrator, {});
  History history(turning_and_bending(bar));
  Workspace workspace;
  StepStatistics total;
  int done = 0;
  const double ms = once_ms([&] {
    for (; done < kSteps; ++done) {
      auto step = stepper->attempt(history, {done + 1, (done + 1) * kStep, kStep}, workspace);
      if (!step) break;
      total.add(step->statistics);
      history.accept(std::move(*step));
    }
  });
  if (done == 0) return 0;
  fmt::print("{:<20} {:>9.1f} {:>9.2f} {:>11.1f} {:>15.1f}\n", method, ms / done, avf > 0 ? ms / done / avf : 1.0,
             static_cast<double>(total.newton_iterations) / done, static_cast<double>(total.factorizations) / done);
  return ms / done;
}

}  // namespace
}  // namespace lilyan::bench

int main() {
  using namespace lilyan::bench;
  constexpr double E = 1e6, nu = 0.4;
  const lilyan::Law neo_hookean = lilyan::NeoHookean{0.5 * E / (2 * (1 + nu)), E / (3 * (1 - 2 * nu))};
  const std::pair<const char*, lilyan::Law> laws[] = {{"stvk", reference_stvk()}, {"neo_hookean", neo_hookean}};
  lilyan::Cells tets;
  const lilyan::TetMesh mesh = reference_bar("24k", reference_stvk()).mesh;
  tets.tets = mesh.tets;
  const lilyan::BodyMesh hexes = lilyan::hex_box(lilyan::Vec3(1, 1, 4), {10, 10, 40}, lilyan::Vec3::Zero());
  fmt::print("{:<20} {:<30} {:>9} {:>9}\n", "one evaluation", "", "force ms", "slope ms");
  for (const auto& [name, law] : laws) {
    measure_parts(fmt::format("{}, tets", name), mesh.X, tets, law);
    measure_parts(fmt::format("{}, hexes", name), hexes.X, hexes.cells, law);
  }
  for (const auto& [name, law] : laws) {
    const Bar bar = reference_bar("24k", law);
    fmt::print("\n{:<20} {:>9} {:>9} {:>11} {:>15}\n", name, "ms/step", "of avf's", "iterations", "factorisations");
    const double avf = measure_steps(bar, "avf", 0);
    measure_steps(bar, "energy_momentum", avf);
    measure_steps(bar, "discrete_gradient", avf);
  }
}
