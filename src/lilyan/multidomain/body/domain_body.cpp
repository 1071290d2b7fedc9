#include <lilyan/multidomain/body/domain_body.hpp>

#include <lilyan/multidomain/world_positions.hpp>

#include <algorithm>
#include <cassert>

namespace lilyan {

DomainBody::DomainBody(DomainTree tree, std::vector<std::string> names, std::vector<std::vector<Index>> vertices,
                       std::vector<std::vector<Index>> interfaces, Index mesh_vertices)
    : tree_(std::move(tree)), names_(std::move(names)), vertices_(std::move(vertices)), interfaces_(std::move(interfaces)) {
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
Vector DomainBody::mean_over_copies(const DomainState& state, TreeWorkspace& workspace, const Field& field) const {
  workspace.fit(tree_);
  const auto failed = workspace.kinematics.place(tree_, state.q, state.root);
  assert(!failed);
  (void)failed;
  workspace.kinematics.move(tree_, state.qd, state.V0);
  Vector sum = Vector::Zero(3 * Eigen::Index{vertices()}), own;
  for (Index j = 0; j < tree_.count(); ++j) {
    field(j, own);
    const std::vector<Index>& numbers = vertices_[static_cast<std::size_t>(j)];
    for (std::size_t p = 0; p < numbers.size(); ++p) {
      const auto count = static_cast<double>(copies(numbers[p]).size());
      vertex(sum, numbers[p]) += vertex(own, static_cast<Index>(p)) / count;
    }
  }
  return sum;
}

Vector DomainBody::positions(const DomainState& state, TreeWorkspace& workspace) const {
  return mean_over_copies(state, workspace,
                          [&](Index j, Vector& x) { world_positions(tree_, workspace.kinematics, state.q, j, x); });
}

Vector DomainBody::velocities(const DomainState& state, TreeWorkspace& workspace) const {
  return mean_over_copies(state, workspace, [&](Index j, Vector& v) {
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

std::vector<double> DomainBody::interface_jumps(const DomainState& state, TreeWorkspace& workspace) const {
  workspace.fit(tree_);
  const auto count = static_cast<std::size_t>(tree_.count());
  std::vector<double> jumps(count, 0);
  // Of each vertex of an interface: where it is in the frame of the child, at rest and now.
  std::vector<std::vector<Vec3>> places[2] = {std::vector<std::vector<Vec3>>(count), std::vector<std::vector<Vec3>>(count)};
  const DomainState rest = state_at_rest(tree_);
  for (const bool is_now : {false, true}) {
    const DomainState& at = is_now ? state : rest;
    if (workspace.kinematics.place(tree_, at.q, at.root)) return jumps;
    for (Index j = 1; j < tree_.count(); ++j) {
      const Index i = tree_.parent(j);
      const DomainModel& model = tree_.model(i);
      const auto& [x, R] = workspace.kinematics.in_parent(j);
      for (const Index p : interfaces_[static_cast<std::size_t>(j)]) {
        const Vec3 own = vertex(model.X(), p) + model.U().middleRows<3>(3 * Eigen::Index{p}) * tree_.part(at.q, i);
        places[is_now][static_cast<std::size_t>(j)].push_back(R.transpose() * (tree_[i].scale * own - x));
      }
    }
  }
  for (std::size_t j = 1; j < count; ++j) {
    Vec3 low = places[0][j].front(), high = low;
    for (std::size_t p = 0; p < places[0][j].size(); ++p) {
      jumps[j] = std::max(jumps[j], (places[1][j][p] - places[0][j][p]).norm());
      low = low.cwiseMin(places[0][j][p]);
      high = high.cwiseMax(places[0][j][p]);
    }
    jumps[j] /= (high - low).norm();
  }
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
  return {tree_of(model), std::move(names), std::move(vertices), std::move(interfaces), model.vertices()};
}

}  // namespace lilyan
