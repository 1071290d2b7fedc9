#include <lilyan/multidomain/body/domain_body.hpp>

#include <lilyan/multidomain/world_positions.hpp>

#include <algorithm>
#include <cassert>

namespace lilyan {

DomainBody::DomainBody(DomainTree tree, std::vector<std::string> names, std::vector<std::vector<Index>> vertices,
                       Index mesh_vertices)
    : tree_(std::move(tree)), names_(std::move(names)), vertices_(std::move(vertices)) {
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
  if (workspace.kinematics.place(tree_, state.q, state.root)) return jumps;
  std::vector<Vector> x(count);
  for (Index j = 0; j < tree_.count(); ++j)
    world_positions(tree_, workspace.kinematics, state.q, j, x[static_cast<std::size_t>(j)]);
  for (Index j = 1; j < tree_.count(); ++j) {
    const Index parent = tree_.parent(j);
    const std::vector<Index>& numbers = vertices_[static_cast<std::size_t>(j)];
    Vec3 low = Vec3::Constant(1e300), high = -low;
    double& jump = jumps[static_cast<std::size_t>(j)];
    for (std::size_t p = 0; p < numbers.size(); ++p) {
      const auto all = copies(numbers[p]);
      const auto of_parent = std::find_if(all.begin(), all.end(), [&](const Copy& copy) { return copy.domain == parent; });
      if (of_parent == all.end()) continue;
      const Vec3 own = vertex(x[static_cast<std::size_t>(j)], static_cast<Index>(p));
      jump = std::max(jump, (own - vertex(x[static_cast<std::size_t>(parent)], of_parent->vertex)).norm());
      low = low.cwiseMin(own);
      high = high.cwiseMax(own);
    }
    if (const double size = (high - low).norm(); size > 0) jump /= size;
  }
  return jumps;
}

}  // namespace lilyan
