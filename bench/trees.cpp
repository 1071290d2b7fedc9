#include "trees.hpp"

#include "bars.hpp"

#include <lilyan/mesh/box.hpp>
#include <lilyan/multidomain/multidomain_linearised.hpp>
#include <lilyan/reduction/modal_basis.hpp>
#include <lilyan/reduction/reduce_elasticity.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace lilyan::bench {

namespace {

using Model = std::shared_ptr<const DomainModel>;

// Another model with the same numbers, as if its mesh were another: nothing of it is in the cache because of the first.
Model other(const Model& model) { return std::make_shared<const DomainModel>(*model); }

Mat3 turned(Index j) {
  return Eigen::AngleAxisd(0.3 + 0.7 * static_cast<double>(j % 5), Vec3(1, 2, 0.5).normalized()).toRotationMatrix();
}

// Domain j on domain (j - 1)/children, on an interface of its own.
Domain hung(const Model& model, Index j, Index children) {
  if (j == 0) return {model};
  return {model, (j - 1) / children, (j - 1) % children, turned(j)};
}

DomainTree make_flower() {
  const Model model = make_beam_model(make_beam({8, 2, 2}), 20, 1);
  std::vector<Domain> all;
  for (Index j = 0; j < 12; ++j) all.push_back(hung(other(model), j, 2));
  return DomainTree(all, RootMotion::fixed);
}

DomainTree make_dragon() {
  const Beam beam = make_beam({8, 2, 2});
  std::vector<Domain> all;
  constexpr Index kSizes[] = {14, 13, 12, 12, 11, 11, 11, 10, 10, 9};  // 454 in all, with two more of the root
  for (Index j = 0; j < 40; ++j) all.push_back(hung(make_beam_model(beam, kSizes[j % 10] + (j == 0 ? 2 : 0), 1), j, 2));
  return DomainTree(all, RootMotion::fixed);
}

// Nine modules, each with a model of its own, and 39 panels of three models.
DomainTree make_station() {
  const Beam beam = make_beam({8, 2, 2});
  const Model module = make_beam_model(beam, 20, 2), panel = make_beam_model(beam, 19, 2);
  const Model panels[] = {other(panel), other(panel), other(panel)};
  std::vector<Domain> all;
  for (Index j = 0; j < 48; ++j) all.push_back(hung(j < 9 ? other(module) : panels[j % 3], j, 3));
  return DomainTree(all, RootMotion::fixed);
}

}  // namespace

Beam make_beam(const std::array<Index, 3>& cells) {
  Beam beam;
  beam.mesh = box(0.1 * Vec3(cells[0], cells[1], cells[2]), cells, Vec3(0.05 * cells[0], 0, 0), Split::five);
  beam.mass = Vector::Zero(beam.mesh.vertices());
  for (const Tet& tet : beam.mesh.tets)
    for (Index v : tet) beam.mass[v] += 1000 * volume(beam.mesh.X, tet) / 4;
  Pin pin;
  for (Index v = 0; v < beam.mesh.vertices(); ++v)
    if (vertex(beam.mesh.X, v)[0] < 1e-9) pin.vertices.push_back(v);
  std::vector<std::unique_ptr<Potential>> potentials;
  for (auto& part : make_elasticity(beam.mesh.X, beam.mesh.tets, {reference_stvk()}, std::vector<Index>(beam.mesh.tets.size(), 0)))
    potentials.push_back(std::move(part));
  beam.system = std::make_unique<System>(Mass(beam.mass, {}), Vec3::Zero(), Coordinates(beam.mesh.X, {pin}), std::move(potentials));
  return beam;
}

std::shared_ptr<const DomainModel> make_beam_model(const Beam& beam, Index r, Index side_interfaces) {
  const Vector& X = beam.mesh.X;
  DomainDescription description{X, {}, beam.mass, {}};
  const Vec3 low = X.reshaped(3, X.size() / 3).rowwise().minCoeff(), high = X.reshaped(3, X.size() / 3).rowwise().maxCoeff();
  description.interfaces.resize(1 + static_cast<std::size_t>(side_interfaces));
  for (Index v = 0; v < beam.mesh.vertices(); ++v) {
    const Vec3 x = vertex(X, v);
    if (x[0] > high[0] - 1e-9) description.interfaces[0].vertices.push_back(v);
    for (Index k = 0; k < side_interfaces; ++k) {  // four sides, and then farther along
      const Index axis = 1 + k % 2;
      const double side = k % 4 < 2 ? high[axis] : low[axis], along = 0.1 * static_cast<double>(1 + k / 4);
      if (std::abs(x[axis] - side) < 1e-9 && std::abs(x[0] - along) < 0.11)
        description.interfaces[1 + static_cast<std::size_t>(k)].vertices.push_back(v);
    }
  }
  for (DomainInterface& interface : description.interfaces)
    interface.weights = Vector::Ones(static_cast<Index>(interface.vertices.size()));
  description.U = modal_basis(*beam.system, X, {modes_behind(r), r}).U;
  description.energy =
      reduce_stvk(X, {.tets = beam.mesh.tets}, {reference_stvk()}, std::vector<Index>(beam.mesh.tets.size(), 0), description.U);
  description.kept = std::vector<Index>{};
  return std::make_shared<const DomainModel>(description);
}

DomainTree make_chain(Index domains, Index r) {
  const Model model = make_beam_model(make_beam({6, 2, 2}), r, 0);
  std::vector<Domain> all;
  for (Index j = 0; j < domains; ++j) all.push_back({model, j - 1});
  return DomainTree(all, RootMotion::fixed);
}

DomainTree make_oak(Index leaves) {
  constexpr Index kLeavesPerBranch = 34, kClasses = 5, kFork = 3;
  const Model branch = make_beam_model(make_beam({11, 2, 2}), 20, kFork + kLeavesPerBranch),
              leaf = make_beam_model(make_beam({5, 2, 1}), 8, 0);
  std::vector<Model> classes;
  for (Index k = 0; k < kClasses; ++k) classes.push_back(other(branch));
  const Index branches = std::max<Index>(1, leaves / kLeavesPerBranch);
  std::vector<Domain> all;
  for (Index j = 0; j < branches; ++j) {
    all.push_back(hung(classes[static_cast<std::size_t>(j % kClasses)], j, kFork));
    all.back().scale = j == 0 ? 1.0 : 0.8;
  }
  for (Index k = 0; k < leaves; ++k)
    all.push_back({leaf, k % branches, 1 + kFork + k / branches % kLeavesPerBranch, turned(k), Vec3::Zero(), 0.3, 2});
  return DomainTree(all, RootMotion::fixed);
}

std::vector<NamedTree> make_paper_trees() {
  std::vector<NamedTree> trees;
  trees.push_back({{"flower", 6.5}, make_flower()});
  trees.push_back({{"dragon", 1.6}, make_dragon()});
  trees.push_back({{"station", 4.5}, make_station()});
  trees.push_back({{"oak", 29}, make_oak(1394)});
  return trees;
}

Index depth_of(const DomainTree& tree) {
  std::vector<Index> depth(static_cast<std::size_t>(tree.count()), 0);
  for (Index j = 1; j < tree.count(); ++j) depth[static_cast<std::size_t>(j)] = depth[static_cast<std::size_t>(tree.parent(j))] + 1;
  return *std::max_element(depth.begin(), depth.end());
}

DomainState in_motion(const DomainTree& tree) {
  constexpr int kSteps = 20;
  DomainState state = state_at_rest(tree);
  MultidomainSettings settings;
  settings.stiffness_damping = 0.01;
  TreeWorkspace workspace;
  for (int k = 0; k < kSteps; ++k) {
    MultidomainResult step = multidomain_newmark(tree, state, 0.01, {Vec3(0, 1, 2), {}}, settings, workspace);
    if (!step) throw std::runtime_error(step.failure().reason);
    state = std::move(step->state);
  }
  return state;
}

}  // namespace lilyan::bench
