// Where the time of an implicit step goes, on the reference bars, beside the hardware limit and other programs.
//
// The limits and the peers' figures were measured on a 2.8 GHz Ice Lake core whose dgemm reaches 60 GFLOP/s; the first line says
// what this machine's does, so that a ratio can be read with the difference in mind. CPU milliseconds, one thread, best of many.
#include "bars.hpp"

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/algebra/threads.hpp>
#include <lilyan/dynamics/workspace/hessian_storage.hpp>
#include <lilyan/integrators/registry.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#ifdef LILYAN_BENCH_CHOLMOD
#include <cblas.h>
#endif

#include <chrono>
#include <cstdio>
#include <map>

namespace lilyan::bench {
namespace {

struct Figures {
  double energy_gradient, hessian, projected, factor, solve;
};

const std::map<std::string, Figures> kLimit = {
    {"3k", {0.071, 0.24, 0.41, 4.9, 0.23}}, {"24k", {0.57, 1.9, 2.9, 113, 5}}, {"100k", {3.1, 9.5, 12, 1260, 44}}};

void print_machine() {
#ifdef LILYAN_BENCH_CHOLMOD
  openblas_set_num_threads(1);
  constexpr int n = 768;
  std::vector<double> a(n * n, 1.0), b(n * n, 2.0), c(n * n);
  const double ms = best_ms(
      [&] { cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a.data(), n, b.data(), n, 0, c.data(), n); });
  fmt::print("this machine: dgemm {:.0f} GFLOP/s on one thread (reference 55-64)\n\n", 2.0 * n * n * n / ms / 1e6);
#else
  fmt::print("this machine: dgemm not measured, because CHOLMOD and OpenBLAS are not installed (reference 55-64 GFLOP/s)\n\n");
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

struct Wanted {
  std::vector<std::string> bars = {"3k", "24k", "100k"};
  std::vector<std::string> methods = {"backward_euler", "avf"};
  int steps = 20;
  double step = 1 / 30.0;
  LinearChoice linear = LinearChoice::automatic;
  int threads = 1;
  bool parts = true;
};

void measure_steps(const Bar& bar, const std::string& method, const Wanted& wanted) {
  const IntegratorEntry& entry = *find_integrator(method);
  const auto integrator = entry.make(default_parameters(entry));
  const auto made_stepper = make_stepper(*bar.system, *integrator, {.linear = wanted.linear});
  const Stepper& stepper = *made_stepper;
  History history(bar.start);
  Workspace workspace;
  StepStatistics total;
  int done = 0;
  const auto begin = std::chrono::steady_clock::now();
  const double ms = once_ms([&] {
    for (; done < wanted.steps; ++done) {
      auto step = stepper.attempt(history, {done + 1, (done + 1) * wanted.step, wanted.step}, workspace);
      if (!step) break;
      total.add(step->statistics);
      history.accept(std::move(*step));
    }
  });
  const double wall = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  const int iterations = std::max(1, total.newton_iterations);
  const Workspace::Seconds seconds = workspace.seconds();
  fmt::print("{:>5}  {:<16} {:<9} {:>5} {:>6} {:>7} {:>7.1f} {:>9.2f} {:>9.2f}   {:>8.2f} {:>8.2f} {:>8.2f} {:>8.2f}\n", bar.name,
             method, workspace.linear_solving().type, done, total.newton_iterations, total.factorizations,
             static_cast<double>(total.linear_iterations) / iterations, ms / iterations, wall / iterations,
             1e3 * seconds.assembly / iterations, 1e3 * seconds.factorisation / iterations, 1e3 * seconds.solve / iterations,
             1e3 * seconds.line_search / iterations);
  std::fflush(stdout);
}

}  // namespace
}  // namespace lilyan::bench

int main(int count, char** arguments) {
  using namespace lilyan;
  using namespace lilyan::bench;
  Wanted wanted;
  CLI::App app("Where the time of an implicit step goes, on the reference bars.");
  const std::map<std::string, LinearChoice> choices = {
      {"auto", LinearChoice::automatic}, {"factor", LinearChoice::factor}, {"multigrid", LinearChoice::multigrid}};
  app.add_option("--bars", wanted.bars, "3k, 24k, 100k, 250k, 1M")->delimiter(',');
  app.add_option("--methods", wanted.methods, "integrators")->delimiter(',');
  app.add_option("--steps", wanted.steps, "steps of each");
  app.add_option("--step", wanted.step, "length of a step [s]");
  app.add_option("--linear", wanted.linear, "auto, factor or multigrid")->transform(CLI::CheckedTransformer(choices));
  app.add_option("--threads", wanted.threads, "threads");
  app.add_flag("!--no-parts", wanted.parts, "measure steps only");
  CLI11_PARSE(app, count, arguments);
  set_threads(wanted.threads);
  print_machine();
  if (wanted.parts) {
    fmt::print("{:>5}  {:<22} {:>10} {:>10} {:>7}\n", "bar", "StVK, h = 1/30", "ms", "limit ms", "ratio");
    for (const std::string& name : wanted.bars)
      if (kLimit.contains(name)) measure_parts(reference_bar(name, reference_stvk()));
    fmt::print("\n");
  }
  fmt::print(
      "Newton iterations, set-ups, iterations of conjugate gradients per Newton iteration; milliseconds per Newton iteration: CPU, "
      "wall; of it assembly, set-ups, solves, the rest\n");
  fmt::print("{:>5}  {:<16} {:<9} {:>5} {:>6} {:>7} {:>7} {:>9} {:>9}   {:>8} {:>8} {:>8} {:>8}\n", "bar", "method", "solver",
             "steps", "Newton", "set-ups", "CG", "CPU", "wall", "assembly", "set-up", "solve", "rest");
  for (const std::string& name : wanted.bars) {
    const Bar bar = reference_bar(name, reference_stvk());
    for (const std::string& method : wanted.methods) measure_steps(bar, method, wanted);
  }
  fmt::print(
      "\nOther programs on the reference core, CPU ms (3k / 24k / 100k):\n"
      "  VegaFEM 4.0, backward Euler, one Newton iteration, neo-Hookean      23-27 / 275 / 1260\n"
      "  VegaFEM 4.0, backward Euler, one Newton iteration, StVK             96 / 671 / -\n"
      "  VegaFEM 4.0, implicit Newmark to 1e-6, a step, neo-Hookean          226 / 2200 / -\n"
      "  VegaFEM 4.0, implicit Newmark to 1e-6, a step, StVK                 872 / 5040 / -\n"
      "  Bullet 3.24 deformable, implicit, single precision, a step of 1/60  35-62 / 325-460 / -\n"
      "  HOBAK v1, backward Euler, one Newton iteration                      77 / 704 / -\n"
      "  FEniCSx 0.5.2 with MUMPS, one Newton iteration                      - / 440-600 / -\n");
}
