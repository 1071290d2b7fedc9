// Where the time of an implicit step goes, on the reference bars, beside the hardware limit and other programs.
//
// The limits and the peers' figures were measured on a 2.8 GHz Ice Lake core whose dgemm reaches 60 GFLOP/s; the first line says
// what this machine's does, so that a ratio can be read with the difference in mind. CPU milliseconds, one thread, best of many.
#include "bars.hpp"

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/dynamics/hessian_storage.hpp>
#include <lilyan/integrators/registry.hpp>

#include <fmt/format.h>

#ifdef LILYAN_CHOLMOD
#include <cblas.h>
#endif

#include <map>

namespace lilyan::bench {
namespace {

struct Figures {
  double energy_gradient, hessian, projected, factor, solve;
};

const std::map<std::string, Figures> kLimit = {
    {"3k", {0.071, 0.24, 0.41, 4.9, 0.23}}, {"24k", {0.57, 1.9, 2.9, 113, 5}}, {"100k", {3.1, 9.5, 12, 1260, 44}}};
// VegaFEM 4.0, backward Euler, one Newton iteration of StVK (3k, 24k) or neo-Hookean (100k).
const std::map<std::string, double> kVegaIteration = {{"3k", 96}, {"24k", 671}, {"100k", 1260}};

void print_machine() {
#ifdef LILYAN_CHOLMOD
  openblas_set_num_threads(1);
  constexpr int n = 768;
  std::vector<double> a(n * n, 1.0), b(n * n, 2.0), c(n * n);
  const double ms = best_ms(
      [&] { cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(), n); });
  fmt::print("this machine: dgemm {:.0f} GFLOP/s on one thread (reference 55-64)\n\n", 2.0 * n * n * n / ms / 1e6);
#endif
}

void print_row(const std::string& bar, const char* what, double ms, double limit) {
  fmt::print("{:>5}  {:<22} {:>10.3f} {:>10.3f} {:>7.2f}\n", bar, what, ms, limit, ms / limit);
}

void measure_parts(const Bar& bar) {
  const System& system = *bar.system;
  const Figures& limit = kLimit.at(bar.name);
  Vector g(bar.start.x.size());
  print_row(bar.name, "energy + gradient", best_ms([&] { g.setZero(), system.add_gradient(bar.start.x, 0, 1, g); }),
            limit.energy_gradient);

  HessianStorage storage(system);
  SymmetricMatrix A(storage.restriction.pattern());
  auto assemble = [&](Definiteness definiteness) {
    storage.blocks.set_zero();
    for (const auto& potential : system.potentials()) potential->add_hessian(bar.start.x, 0, 1, definiteness, storage.blocks);
    storage.restriction.apply(storage.blocks, A);
  };
  print_row(bar.name, "Hessian, projected", best_ms([&] { assemble(Definiteness::projected); }), limit.projected);
  print_row(bar.name, "Hessian", best_ms([&] { assemble(Definiteness::exact); }), limit.hessian);
  for (double& value : A.values()) value *= 1.0 / 900;
  A.add_to_diagonal(1, system.metric().diagonal());

  std::unique_ptr<DirectSolver> solver;
  const double analysis = best_ms([&] { solver = make_direct_solver(storage.restriction.pattern()); }, 1);
  fmt::print("{:>5}  {:<22} {:>10.3f}   {}, {:.2f} GFLOP, {:.0f} MB\n", bar.name, "ordering + analysis", analysis,
             solver->prediction().method, solver->prediction().flops / 1e9, solver->prediction().bytes / 1e6);
  print_row(bar.name, "factorisation", best_ms([&] { solver->factorise(A); }, 2), limit.factor);
  Vector x;
  print_row(bar.name, "solve", best_ms([&] { solver->solve(system.metric().diagonal(), x); }), limit.solve);
}

void measure_steps(const Bar& bar, const std::string& method, int steps) {
  const IntegratorEntry& entry = *find_integrator(method);
  const auto integrator = entry.make(default_parameters(entry));
  const auto made_stepper = make_stepper(*bar.system, *integrator, {});
  const Stepper& stepper = *made_stepper;
  History history(bar.start);
  Workspace workspace;
  StepStatistics total;
  int done = 0;
  const double ms = once_ms([&] {
    for (; done < steps; ++done) {
      auto step = stepper.attempt(history, {done + 1, (done + 1) / 30.0, 1 / 30.0}, workspace);
      if (!step) break;
      total.add(step->statistics);
      history.accept(std::move(*step));
    }
  });
  const double per_iteration = ms / std::max(1, total.newton_iterations);
  fmt::print(
      "{:>5}  {:<22} {:>10.1f} ms a step, {:.1f} iterations and {:.1f} factorisations a step, {:.1f} ms an iteration; "
      "VegaFEM's iteration {:.0f} ms: {:.1f} times as long\n",
      bar.name, method + " step", ms / std::max(1, done), static_cast<double>(total.newton_iterations) / std::max(1, done),
      static_cast<double>(total.factorizations) / std::max(1, done), per_iteration, kVegaIteration.at(bar.name),
      kVegaIteration.at(bar.name) / per_iteration);
}

}  // namespace
}  // namespace lilyan::bench

int main() {
  using namespace lilyan::bench;
  print_machine();
  fmt::print("{:>5}  {:<22} {:>10} {:>10} {:>7}\n", "bar", "StVK, h = 1/30", "ms", "limit ms", "ratio");
  for (const char* name : {"3k", "24k", "100k"}) {
    const Bar bar = reference_bar(name, reference_stvk());
    measure_parts(bar);
    const int steps = bar.mesh.tets.size() < 50000 ? 10 : 3;
    measure_steps(bar, "avf", steps);
    measure_steps(bar, "backward_euler", steps);
    fmt::print("\n");
  }
  fmt::print(
      "Other programs on the reference core, CPU ms (3k / 24k / 100k):\n"
      "  VegaFEM 4.0, backward Euler, one Newton iteration, neo-Hookean      23-27 / 275 / 1260\n"
      "  VegaFEM 4.0, backward Euler, one Newton iteration, StVK             96 / 671 / -\n"
      "  VegaFEM 4.0, implicit Newmark to 1e-6, a step, neo-Hookean          226 / 2200 / -\n"
      "  VegaFEM 4.0, implicit Newmark to 1e-6, a step, StVK                 872 / 5040 / -\n"
      "  Bullet 3.24 deformable, implicit, single precision, a step of 1/60  35-62 / 325-460 / -\n"
      "  HOBAK v1, backward Euler, one Newton iteration                      77 / 704 / -\n"
      "  FEniCSx 0.5.2 with MUMPS, one Newton iteration                      - / 440-600 / -\n");
}
