// What a step of a tree of reduced domains costs, beside what it cannot do without: the elastic force and stiffness of every domain
// and one Cholesky factor with seven right-hand sides.
#include "bars.hpp"

#include <lilyan/mesh/box.hpp>
#include <lilyan/multidomain/multidomain_midpoint.hpp>
#include <lilyan/multidomain/multidomain_newmark.hpp>
#include <lilyan/multidomain/multidomain_variational.hpp>
#include <lilyan/multidomain/small_cholesky.hpp>
#include <lilyan/reduction/modal_basis.hpp>
#include <lilyan/reduction/reduce_elasticity.hpp>

#include <fmt/format.h>
#include <Eigen/Cholesky>

#include <cmath>
#include <stdexcept>

namespace lilyan::bench {
namespace {

// A beam held at x = 0, with interfaces at its other end and on its sides.
std::shared_ptr<const DomainModel> make_beam(Index r, const std::array<Index, 3>& cells, const std::vector<double>& side_places) {
  TetMesh mesh = box(0.1 * Vec3(cells[0], cells[1], cells[2]), cells, Vec3(0.05 * cells[0], 0, 0), Split::five);
  const Index n = mesh.vertices();
  Vector mass = Vector::Zero(n);
  for (const Tet& tet : mesh.tets)
    for (Index v : tet) mass[v] += 1000 * volume(mesh.X, tet) / 4;
  Pin pin;
  DomainDescription description{mesh.X, {}, mass, {}};
  description.interfaces.resize(1 + side_places.size());
  for (Index v = 0; v < n; ++v) {
    const Vec3 x = vertex(mesh.X, v);
    if (x[0] < 1e-9) pin.vertices.push_back(v);
    if (x[0] > 0.1 * cells[0] - 1e-9) description.interfaces[0].vertices.push_back(v);
    for (std::size_t k = 0; k < side_places.size(); ++k)
      if (x[2] > 0.05 * cells[2] - 1e-9 && std::abs(x[0] - side_places[k]) < 0.11)
        description.interfaces[k + 1].vertices.push_back(v);
  }
  for (DomainInterface& interface : description.interfaces)
    interface.weights = Vector::Ones(static_cast<Index>(interface.vertices.size()));
  std::vector<std::unique_ptr<Potential>> potentials;
  const std::vector<Index> laws(mesh.tets.size(), 0);
  for (auto& part : make_elasticity(mesh.X, mesh.tets, {reference_stvk()}, laws)) potentials.push_back(std::move(part));
  const System system(Mass(mass, {}), Vec3::Zero(), Coordinates(mesh.X, {pin}), std::move(potentials), {}, {});
  const Index modes = r <= 9 ? 3 : r <= 20 ? 5 : 8;
  description.U = modal_basis(system, mesh.X, {modes, r}).U;
  description.energy = reduce_stvk(mesh.X, {.tets = mesh.tets}, {reference_stvk()}, laws, description.U);
  description.kept = std::vector<Index>{};
  return std::make_shared<DomainModel>(description);
}

DomainTree make_chain(Index domains, Index r) {
  const auto model = make_beam(r, {6, 2, 2}, {});
  std::vector<Domain> all;
  for (Index j = 0; j < domains; ++j) all.push_back({model, j - 1});
  return DomainTree(all, RootMotion::fixed);
}

// A trunk of r = 20 that branches, with leaves of r = 8 on every branch.
DomainTree make_oak(Index leaves) {
  const auto branch = make_beam(20, {8, 2, 2}, {0.2, 0.4, 0.6}), leaf = make_beam(8, {5, 2, 1}, {});
  std::vector<Domain> all;
  const Index branches = std::max<Index>(1, leaves / 34);
  for (Index j = 0; j < branches; ++j)
    all.push_back({branch, j == 0 ? -1 : (j - 1) / 3, j % 3, Mat3::Identity(), j == 0 ? 1.0 : 0.8});
  const Mat3 up = Eigen::AngleAxisd(-1, Vec3::UnitY()).toRotationMatrix();
  for (Index k = 0; k < leaves; ++k) all.push_back({leaf, k % branches, k / branches % 4, up, 0.3, 2});
  return DomainTree(all, RootMotion::fixed);
}

DomainState disturbed(const DomainTree& tree) {
  DomainState state = state_at_rest(tree);
  for (Eigen::Index k = 0; k < state.qd.size(); ++k) state.qd[k] = 0.05 * std::sin(1.7 * static_cast<double>(k));
  return state;
}

// So many that the clock can tell.
int repeats(const DomainTree& tree) { return std::max(1, 3000 / tree.count()); }

// Microseconds of the elastic forces and factors of all domains, with nothing else done.
double unavoidable_us(const DomainTree& tree) {
  std::vector<DomainScratch> scratch(tree.models());
  std::vector<Vector> right(tree.models());
  double sum = 0;
  const int calls = repeats(tree);
  return 1e3 / calls * best_ms([&] {
           for (Index j = 0; j < calls * tree.count(); ++j) {
             const Index domain = j % tree.count();
             auto& [at, at_other, rate, energy, q, f, K] = scratch[tree.model_number(domain)];
             Vector& B = right[tree.model_number(domain)];
             q.setConstant(tree.size(domain), 1e-4);
             sum += tree.model(domain).energy().evaluate(q, f, K, energy);
             B.setOnes(kSide * tree.size(domain));
             K.diagonal().array() += 1;
             if (!factor_in_place(K)) throw std::runtime_error("a stiffness is not positive");
             solve_forward_together(K, B.data());
             solve_backward(K, B.data());
             sum += B[0];
           }
         });
}

template <class Step>
double step_us(const DomainTree& tree, Step step) {
  const DomainState state = disturbed(tree);  // always the same step: lumped couplings do not stay bounded in deep trees
  const int calls = repeats(tree);
  return 1e3 / calls * best_ms([&] {
           for (int k = 0; k < calls; ++k) {
             const auto result = step(state);
             if (!result) throw std::runtime_error(result.failure().reason);
           }
         });
}

void print_row(const std::string& name, const DomainTree& tree) {
  TreeWorkspace workspace;
  VariationalWorkspace variational;
  auto newmark = [&](const Coupling& coupling) {
    MultidomainSettings settings;
    settings.coupling = &coupling;
    settings.stiffness_damping = 0.02;
    return step_us(tree, [&](const DomainState& s) { return multidomain_newmark(tree, s, 0.005, {}, settings, workspace); });
  };
  const double bare = unavoidable_us(tree), exact = newmark(exact_coupling()), lumped = newmark(interface_lumping());
  MultidomainSettings damped;
  damped.stiffness_damping = 0.02;
  const double midpoint =
      step_us(tree, [&](const DomainState& s) { return multidomain_midpoint(tree, s, 0.005, {}, damped, workspace); });
  const double whole = step_us(tree, [&](const DomainState& s) {
    return multidomain_variational(tree, s, 0.005, {}, {.stiffness_damping = 0.02}, variational);
  });
  fmt::print("| {:<14} | {:>6} | {:>7} | {:>10.1f} | {:>9.1f} | {:>5.2f} | {:>5.2f} | {:>6.2f} | {:>8.2f} | {:>11.2f} |\n", name,
             tree.count(), tree.size(), bare, exact, exact / tree.count(), exact / bare, exact / lumped, midpoint / exact,
             whole / exact);
}

void run() {
  fmt::print("Steps of trees of reduced domains, microseconds of one thread; forces: of all domains, with their factors\n\n");
  fmt::print(
      "| tree           | domains | coords | forces     | newmark   | per d. | / forces | L3/L1 | midpoint | variational |\n");
  fmt::print("| -------------- | ------ | ------- | ---------- | --------- | ----- | ----- | ------ | -------- | ----------- |\n");
  for (const Index r : {8, 12, 20, 40}) print_row(fmt::format("chain r={}", r), make_chain(20, r));
  for (const Index domains : {5, 10, 40}) print_row(fmt::format("chain d={}", domains), make_chain(domains, 12));
  double first = 0, last = 0;
  const Index fewest = 10, most = 10000;
  for (Index leaves = fewest; leaves <= most; leaves *= 10) {
    const DomainTree tree = make_oak(leaves);
    print_row(fmt::format("{} leaves", leaves), tree);
    TreeWorkspace workspace;
    MultidomainSettings settings;
    settings.stiffness_damping = 0.02;
    const double us =
        step_us(tree, [&](const DomainState& s) { return multidomain_newmark(tree, s, 0.005, {}, settings, workspace); });
    (leaves == fewest ? first : last) = us;
  }
  fmt::print("\ntime of a step grows as leaves^{:.3f} from {} to {}\n", std::log(last / first) / std::log(1.0 * most / fewest),
             fewest, most);
}

}  // namespace
}  // namespace lilyan::bench

int main() { lilyan::bench::run(); }
