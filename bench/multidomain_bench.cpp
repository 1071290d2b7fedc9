// What a step of a tree of reduced domains costs, beside what it cannot do without: the elastic force and stiffness of every domain
// and one Cholesky factor with seven right-hand sides, timed alone. And what precomputing costs, beside its factorisations and
// solves.
//
//   multidomain_bench              trees of the shapes of [Barbic 2011, Table 1], chains, oaks of 10 to 10,000 leaves,
//   precomputation multidomain_bench SCENE...     the bodies of domains of these scenes
//
// CPU time of one thread, the best of many repeats.
#include "bars.hpp"
#include "coefficients.hpp"
#include "trees.hpp"

#include <lilyan/algebra/direct_solver.hpp>
#include <lilyan/multidomain/body/tree_stepper.hpp>
#include <lilyan/multidomain/multidomain_linearised.hpp>
#include <lilyan/multidomain/multidomain_variational.hpp>
#include <lilyan/multidomain/small_cholesky.hpp>
#include <lilyan/reduction/modal_basis.hpp>
#include <lilyan/reduction/reduce_elasticity.hpp>
#include <lilyan/reduction/vibration.hpp>
#include <lilyan/scene/load.hpp>

#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>

#include <cmath>
#include <filesystem>
#include <optional>
#include <stdexcept>

namespace lilyan::bench {
namespace {

constexpr double kStep = 0.005, kDamping = 0.02;  // [s]

double peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

double allocated_bytes() {
  const struct mallinfo2 now = mallinfo2();
  return static_cast<double>(now.uordblks + now.hblkhd);
}

// So many that the clock can tell.
int repeats(const DomainTree& tree) { return std::max(1, 3000 / tree.count()); }

// Microseconds of the elastic forces and factors of all domains, with nothing else done.
double unavoidable_us(const DomainTree& tree, const DomainState& state) {
  std::vector<DomainScratch> scratch(static_cast<std::size_t>(tree.models()));
  std::vector<Vector> right(scratch.size());
  double sum = 0;
  const int calls = repeats(tree);
  return 1e3 / calls * best_ms([&] {
           for (int call = 0; call < calls; ++call)
             for (Index j = 0; j < tree.count(); ++j) {
               const auto number = static_cast<std::size_t>(tree.model_number(j));
               DomainScratch& buffers = scratch[number];
               Vector& B = right[number];
               buffers.q = tree.part(state.q, j);
               sum += tree.model(j).energy().evaluate(buffers.q, buffers.f, buffers.K, buffers.energy);
               B.setOnes(kSide * tree.size(j));
               buffers.K.diagonal().array() += 1;
               if (!factor_in_place(buffers.K)) throw std::runtime_error("a stiffness is not positive");
               solve_forward_together(buffers.K, B.data());
               solve_backward(buffers.K, B.data());
               sum += B.size() > 0 ? B[0] : 0;
             }
         });
}

template <class Step>
double step_us(const DomainTree& tree, const DomainState& state, Step step) {
  const int calls = repeats(tree);  // always the same step: lumped couplings do not stay bounded in deep trees
  return 1e3 / calls * best_ms([&] {
           for (int k = 0; k < calls; ++k) {
             const auto result = step(state);
             if (!result) throw std::runtime_error(result.failure().reason);
           }
         });
}

double newmark_us(const DomainTree& tree, const DomainState& state, const Coupling& coupling = exact_coupling()) {
  TreeWorkspace workspace;
  MultidomainSettings settings;
  settings.coupling = &coupling;
  settings.stiffness_damping = kDamping;
  return step_us(tree, state, [&](const DomainState& s) { return multidomain_newmark(tree, s, kStep, {}, settings, workspace); });
}

// Bytes of the models, each counted once, and of what steps work in, for each domain.
double bytes_per_domain(const DomainTree& tree, const DomainState& state) {
  std::vector<std::shared_ptr<const DomainModel>> copies;
  std::vector<bool> is_counted(static_cast<std::size_t>(tree.models()), false);
  const double before = allocated_bytes();
  for (Index j = 0; j < tree.count(); ++j) {
    if (is_counted[static_cast<std::size_t>(tree.model_number(j))]) continue;
    is_counted[static_cast<std::size_t>(tree.model_number(j))] = true;
    copies.push_back(std::make_shared<const DomainModel>(tree.model(j)));
  }
  TreeWorkspace workspace;
  const auto step = multidomain_newmark(tree, state, kStep, {}, {}, workspace);
  return (allocated_bytes() - before) / tree.count();
}

void print_heads() {
  fmt::print(
      "| tree | domains | coordinates | depth | alone us | newmark us | / alone | us per domain | exact/l1 | midpoint/newmark | "
      "variational/newmark | bytes per domain | paper's ms |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | "
      "--- | "
      "--- |\n");
}

void print_row(const std::string& name, const DomainTree& tree, const std::string& paper = "-") {
  const DomainState state = in_motion(tree);
  const double alone = unavoidable_us(tree, state), exact = newmark_us(tree, state),
               lumped = newmark_us(tree, state, l1_coupling());
  TreeWorkspace workspace;
  VariationalWorkspace variational;
  MultidomainSettings damped;
  damped.stiffness_damping = kDamping;
  const double midpoint =
      step_us(tree, state, [&](const DomainState& s) { return multidomain_midpoint(tree, s, kStep, {}, damped, workspace); });
  const double whole = step_us(tree, state, [&](const DomainState& s) {
    return multidomain_variational(tree, s, kStep, {}, {.stiffness_damping = kDamping}, variational);
  });
  fmt::print("| {} | {} | {} | {} | {:.1f} | {:.1f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {:.0f} | {} |\n", name,
             tree.count(), tree.size(), depth_of(tree), alone, exact, exact / alone, exact / tree.count(), exact / lumped,
             midpoint / exact, whole / exact, bytes_per_domain(tree, state), paper);
}

// The exponent of the best line through the logarithms.
double fitted_exponent(const std::vector<double>& sizes, const std::vector<double>& times) {
  const auto n = static_cast<double>(sizes.size());
  double x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const double u = std::log(sizes[k]), v = std::log(times[k]);
    x += u, y += v, xx += u * u, xy += u * v;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

void print_trees() {
  fmt::print("Steps of trees of reduced domains, one thread; alone: elastic forces, stiffnesses and factors of all domains\n\n");
  print_heads();
  for (const auto& [paper, tree] : make_paper_trees()) print_row(paper.name, tree, fmt::format("{}", paper.step_ms));
  for (const Index r : {8, 12, 20, 40}) print_row(fmt::format("chain, r = {}", r), make_chain(20, r));
  std::vector<double> domains, domain_times, leaves, leaf_times;
  for (const Index count : {5, 10, 20, 40}) {
    const DomainTree tree = make_chain(count, 12);
    domains.push_back(count);
    domain_times.push_back(newmark_us(tree, in_motion(tree)));
  }
  for (Index count = 10; count <= 10000; count *= 10) {
    const DomainTree tree = make_oak(count);
    print_row(fmt::format("{} leaves", count), tree);
    leaves.push_back(count);
    leaf_times.push_back(newmark_us(tree, in_motion(tree)));
  }
  fmt::print("\na step of a chain grows as domains^{:.3f} from 5 to 40, that of an oak as leaves^{:.3f} from 10 to 10000\n",
             fitted_exponent(domains, domain_times), fitted_exponent(leaves, leaf_times));
}

void print_coefficients() {
  const auto [tets, ms, product, linear] = time_coefficients(20);
  fmt::print("\ncoefficients of {} tets at r = 20: {:.1f} ms, {:.2f} times as many operations in {}\n", tets, ms, ms / product,
             product_name());
}

// A domain of beams, from its mesh to its model.
void print_precomputation(const std::array<Index, 3>& cells, Index r) {
  const Beam beam = make_beam(cells);
  const Vector& X = beam.mesh.X;
  const std::vector<Index> law_of_cell(beam.mesh.tets.size(), 0);
  const Index m = modes_behind(r);
  Basis basis;
  QuarticEnergy energy;
  const double basis_ms = best_ms([&] { basis = modal_basis(*beam.system, X, {m, r}); }, 2);
  const double energy_ms =
      best_ms([&] { energy = reduce_stvk(X, {.tets = beam.mesh.tets}, {reference_stvk()}, law_of_cell, basis.U); }, 2);
  const double moments_ms = best_ms([&] { MassMoments moments(X, basis.U, beam.mass); }, 2);

  // The same factorisations and solves alone: those of the search for modes, and one factor with a solve for every derivative.
  const EigenWork work = elastic_modes(*beam.system, X, m, {}).work;
  const Index derivatives = m * (m + 1) / 2;
  const SymmetricMatrix K = elastic_hessian(*beam.system, X);
  const double factor_ms = best_ms([&] { make_direct_solver(K.pattern())->factorise(K); }, 2);
  const std::unique_ptr<DirectSolver> solver = make_direct_solver(K.pattern());
  if (!solver->factorise(K)) throw std::runtime_error("the stiffness is not positive");
  const Vector b = Vector::Ones(K.size());
  const Eigen::MatrixXd B = Eigen::MatrixXd::Ones(K.size(), derivatives);
  Vector x;
  Eigen::MatrixXd columns;
  const double solve_ms = best_ms([&] { solver->solve(b, x); }), columns_ms = best_ms([&] { solver->solve_columns(B, columns); });
  const double contained = (work.factorisations + 1) * factor_ms + work.solves * solve_ms + columns_ms;
  const double whole = basis_ms + energy_ms + moments_ms;
  fmt::print("| {} | {} | {} | {:.1f} | {:.1f} | {:.1f} | {} | {} | {:.1f} | {:.2f} | {:.2f} |\n", beam.mesh.tets.size(), r, m,
             basis_ms, energy_ms, moments_ms, work.factorisations + 1, work.solves + derivatives, contained, whole / contained,
             basis_ms / contained);
}

void print_precomputations() {
  fmt::print(
      "\nPrecomputation of a domain, milliseconds\n\n| tets | r | modes | basis | coefficients | moments | factorisations | solves "
      "| "
      "these alone | whole / these | basis / these |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
  print_precomputation({16, 4, 2}, 20);  // of a flower
  print_precomputation({32, 5, 5}, 11);  // of a dragon
  print_precomputation({56, 8, 8}, 20);  // of a trunk
}

// The step of a scene as a run makes it, and the method's alone.
void print_scene(const std::filesystem::path& file) {
  std::optional<Scene> scene;
  const double load_ms = once_ms([&] { scene.emplace(load_scene(file)); });
  Simulation& simulation = scene->simulation;
  const auto* stepper = dynamic_cast<const TreeStepper*>(&simulation.stepper());
  if (stepper == nullptr) throw std::runtime_error(fmt::format("{} has no body of domains", file.string()));
  simulation.use_threads(1);
  const DomainTree& tree = stepper->body().tree();
  constexpr int kStart = 20;
  for (int k = 0; k < kStart; ++k)
    if (!simulation.step()) throw std::runtime_error("a step failed");
  const History history = simulation.history();
  const double h = simulation.settings().h;
  Workspace workspace;
  const DomainState state = in_motion(tree);
  const double whole = step_us(tree, state, [&](const DomainState&) {
    return stepper->attempt(history, {history.now().step + 1, history.now().t + h, h}, workspace);
  });
  const double alone = unavoidable_us(tree, state), exact = newmark_us(tree, state),
               lumped = newmark_us(tree, state, l1_coupling());
  fmt::print("| {} | {} | {} | {} | {:.1f} | {:.1f} | {:.2f} | {:.2f} | {:.1f} | {:.2f} | {:.0f} | {:.0f} |\n",
             file.stem().string(), tree.count(), tree.size(), depth_of(tree), alone, exact, exact / alone, exact / lumped, whole,
             whole / alone, bytes_per_domain(tree, state), load_ms);
}

void run(const std::vector<std::filesystem::path>& scenes) {
  if (scenes.empty()) {
    print_trees();
    print_coefficients();
    print_precomputations();
  } else {
    fmt::print(
        "| scene | domains | coordinates | depth | alone us | newmark us | / alone | exact/l1 | run's step us | / alone | bytes per "
        "domain | "
        "load ms |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (const std::filesystem::path& scene : scenes) print_scene(scene);
  }
  fmt::print("\npeak memory {:.0f} MiB\n", peak_mib());
}

}  // namespace
}  // namespace lilyan::bench

int main(int count, char** words) { lilyan::bench::run({words + 1, words + count}); }
