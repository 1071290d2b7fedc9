#include <lilyan/multidomain/body/domain_body.hpp>

#include <lilyan/multidomain/tree_kinematics.hpp>

#include <algorithm>
#include <cassert>

namespace lilyan {

namespace {

// Of a vertex of the parent, in the frame of domain j.
Vec3 place_of(const DomainTree& tree, const Vector& q, const TreeKinematics& kinematics, Index j, Index p) {
  const Index i = tree.parent(j);
  const DomainModel& model = tree.model(i);
  const auto& [x, R] = kinematics.in_parent(j);
  Vec3 own = vertex(model.X(), p);
  for (int a = 0; a < 3; ++a) own[a] += model.U().row(3 * Eigen::Index{p} + a).dot(tree.part(q, i));
  return R.transpose() * (tree[i].scale * own - x);
}

void place(const DomainTree& tree, const DomainState& state, TreeWorkspace& workspace) {
  workspace.fit(tree);
  const auto failed = workspace.kinematics.place(tree, state.q, state.root);
  assert(!failed);
  (void)failed;
}

// U_p y
template <class Coordinates>
Vec3 moved_by(const DomainModel& model, Index p, const Coordinates& y) {
  Vec3 u;
  for (int a = 0; a < 3; ++a) u[a] = model.U().row(3 * Eigen::Index{p} + a).dot(y);
  return u;
}

}  // namespace

InterfacePlaces::InterfacePlaces(const DomainTree& tree, const std::vector<std::vector<Index>>& vertices) {
  const DomainState rest = state_at_rest(tree);
  TreeKinematics kinematics;
  kinematics.arrange(tree);
  interfaces_.resize(static_cast<std::size_t>(tree.count()));
  if (kinematics.place(tree, rest.q, rest.root)) return;
  for (Index j = 1; j < tree.count(); ++j) {
    Interface& interface = interfaces_[static_cast<std::size_t>(j)];
    interface.vertices = vertices[static_cast<std::size_t>(j)];
    for (const Index p : interface.vertices) interface.rest.push_back(place_of(tree, rest.q, kinematics, j, p));
    Vec3 low = interface.rest.front(), high = low;
    for (const Vec3& place : interface.rest) low = low.cwiseMin(place), high = high.cwiseMax(place);
    interface.size = (high - low).norm();
  }
}

void InterfacePlaces::see(const DomainTree& tree, const Vector& q, const TreeKinematics& kinematics,
                          std::vector<double>& largest) const {
  for (Index j = 1; j < tree.count(); ++j) {
    const Interface& interface = interfaces_[static_cast<std::size_t>(j)];
    double jump = 0;
    for (std::size_t k = 0; k < interface.vertices.size(); ++k)
      jump = std::max(jump, (place_of(tree, q, kinematics, j, interface.vertices[k]) - interface.rest[k]).squaredNorm());
    double& most = largest[static_cast<std::size_t>(j)];
    if (jump > 0) most = std::max(most, std::sqrt(jump) / interface.size);
  }
}

DomainBody::DomainBody(DomainTree tree, std::vector<std::string> names, std::vector<std::vector<Index>> vertices,
                       const std::vector<std::vector<Index>>& interfaces, Index mesh_vertices)
    : tree_(std::move(tree)), names_(std::move(names)), vertices_(std::move(vertices)), interface_places_(tree_, interfaces) {
  copies_begin_.assign(static_cast<std::size_t>(mesh_vertices) + 1, 0);
  for (const std::vector<Index>& own : vertices_)
    for (const Index i : own) ++copies_begin_[static_cast<std::size_t>(i) + 1];
  for (std::size_t i = 1; i < copies_begin_.size(); ++i) copies_begin_[i] += copies_begin_[i - 1];
  copies_.resize(static_cast<std::size_t>(copies_begin_.back()));
  std::vector<Index> next = copies_begin_;
  for (Index j = 0; j < tree_.count(); ++j)
    for (std::size_t p = 0; p < vertices_[static_cast<std::size_t>(j)].size(); ++p)
      copies_[static_cast<std::size_t>(next[static_cast<std::size_t>(vertices_[static_cast<std::size_t>(j)][p])]++)] = {
          j, static_cast<Index>(p)};
}

std::span<const DomainBody::Copy> DomainBody::copies(Index mesh_vertex) const {
  const auto begin = static_cast<std::size_t>(copies_begin_[static_cast<std::size_t>(mesh_vertex)]);
  const auto end = static_cast<std::size_t>(copies_begin_[static_cast<std::size_t>(mesh_vertex) + 1]);
  return {copies_.data() + begin, end - begin};
}

template <class Field>
Vector DomainBody::mean_over_copies(const Field& field) const {
  Vector sum = Vector::Zero(3 * Eigen::Index{vertices()}), own;
  for (Index j = 0; j < tree_.count(); ++j) {
    field(j, own);
    const std::vector<Index>& numbers = vertices_of(j);
    for (std::size_t p = 0; p < numbers.size(); ++p) {
      const auto count = static_cast<double>(copies(numbers[p]).size());
      vertex(sum, numbers[p]) += vertex(own, static_cast<Index>(p)) / count;
    }
  }
  return sum;
}

Vector DomainBody::positions(const DomainState& state, TreeWorkspace& workspace) const {
  place(tree_, state, workspace);
  return mean_over_copies([&](Index j, Vector& x) { world_positions(tree_, workspace.kinematics, state.q, j, x); });
}

Vector DomainBody::velocities(const DomainState& state, TreeWorkspace& workspace) const {
  place(tree_, state, workspace);
  workspace.kinematics.move(tree_, state.qd, state.V0);
  return mean_over_copies([&](Index j, Vector& v) {
    const DomainModel& model = tree_.model(j);
    const Mat3& R = workspace.kinematics.in_world(j).R;
    const Vec6& V = workspace.kinematics.V(j);
    const double s = tree_[j].scale;
    Vector y = model.X();
    y.noalias() += model.U() * tree_.part(state.q, j);
    v = model.U() * tree_.part(state.qd, j);
    for (Index p = 0; p < model.vertices(); ++p) {
      const Vec3 relative = vertex(v, p), arm = vertex(y, p);
      vertex(v, p) = R * (V.head<3>() + s * (V.tail<3>().cross(arm) + relative));
    }
  });
}

Vec3 DomainBody::position(Index mesh_vertex, const Vector& q, const TreeKinematics& kinematics) const {
  const auto all = copies(mesh_vertex);
  Vec3 sum = Vec3::Zero();
  for (const auto& [j, p] : all) {
    const auto& [c, R] = kinematics.in_world(j);
    const Vec3 own = vertex(tree_.model(j).X(), p) + moved_by(tree_.model(j), p, tree_.part(q, j));
    const Mat3 scaled = tree_[j].scale * R;
    sum += (c + scaled * own) / static_cast<double>(all.size());
  }
  return sum;
}

Vec3 DomainBody::velocity(Index mesh_vertex, const DomainState& state, const TreeKinematics& kinematics) const {
  const auto all = copies(mesh_vertex);
  Vec3 sum = Vec3::Zero();
  for (const auto& [j, p] : all) {
    const DomainModel& model = tree_.model(j);
    const Vec6& V = kinematics.V(j);
    const Vec3 arm = vertex(model.X(), p) + moved_by(model, p, tree_.part(state.q, j));
    const Vec3 relative = moved_by(model, p, tree_.part(state.qd, j));
    const Vec3 own = V.head<3>() + tree_[j].scale * (V.tail<3>().cross(arm) + relative);
    sum += kinematics.in_world(j).R * own / static_cast<double>(all.size());
  }
  return sum;
}

std::vector<double> DomainBody::interface_jumps(const DomainState& state, TreeWorkspace& workspace) const {
  std::vector<double> jumps(static_cast<std::size_t>(tree_.count()), 0);
  workspace.fit(tree_);
  if (!workspace.kinematics.place(tree_, state.q, state.root)) interface_places_.see(tree_, state.q, workspace.kinematics, jumps);
  return jumps;
}

DomainBody make_domain_body(const DomainBodyModel& model) {
  std::vector<std::string> names;
  std::vector<std::vector<Index>> vertices, interfaces;
  for (const DomainBodyModel::PlacedDomain& placed : model.domains) {
    names.push_back(placed.name);
    vertices.push_back(placed.vertices);
    interfaces.emplace_back();
    if (placed.parent < 0) continue;
    const Index parents_model = model.domains[static_cast<std::size_t>(placed.parent)].model;
    interfaces.back() =
        model.models[static_cast<std::size_t>(parents_model)].interfaces[static_cast<std::size_t>(placed.interface)].vertices;
  }
  return {tree_of(model), std::move(names), std::move(vertices), interfaces, model.vertices()};
}

}  // namespace lilyan
