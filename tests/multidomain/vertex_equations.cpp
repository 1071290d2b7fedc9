#include <tests/multidomain/vertex_equations.hpp>

#include <lilyan/multidomain/momentum_map.hpp>
#include <lilyan/multidomain/tree_kinematics.hpp>
#include <lilyan/multidomain/tree_matrices.hpp>

#include <gtest/gtest.h>

#include <tests/multidomain/differences.hpp>

namespace lilyan::test {

namespace {

// The state with one of its coordinates moved by t, those of a free root first.
DomainState moved(const DomainTree& tree, const DomainState& state, Index coordinate, double t) {
  DomainState still = state;
  still.qd.setZero();
  still.V0.setZero();
  still.qdd.setZero();
  still.A0.setZero();
  const Index root = root_columns(tree);
  if (coordinate < root)
    still.V0[coordinate] = 1;
  else
    still.qd[coordinate - root] = 1;
  return later(still, t);
}

}  // namespace

Vector all_positions(const DomainTree& tree, const DomainState& state) {
  TreeKinematics kinematics;
  kinematics.arrange(tree);
  EXPECT_FALSE(kinematics.place(tree, state.q, state.root).has_value());
  std::vector<Vector> parts(static_cast<std::size_t>(tree.count()));
  Eigen::Index size = 0;
  for (Index j = 0; j < tree.count(); ++j) {
    world_positions(tree, kinematics, state.q, j, parts[j]);
    size += parts[j].size();
  }
  Vector all(size);
  Eigen::Index at = 0;
  for (const Vector& part : parts) {
    all.segment(at, part.size()) = part;
    at += part.size();
  }
  return all;
}

Vector component_masses(const DomainTree& tree, const std::vector<Vector>& masses) {
  Vector all(0);
  for (Index j = 0; j < tree.count(); ++j)
    for (double mass : masses[j]) {
      all.conservativeResize(all.size() + 3);
      all.tail<3>().setConstant(std::pow(tree[j].scale, 3) * mass);
    }
  return all;
}

DomainState later(const DomainState& state, double t) {
  DomainState result = state;
  result.q += t * state.qd + t * t / 2 * state.qdd;
  result.root.x += state.root.R * (t * state.V0.head<3>() + t * t / 2 * state.A0.head<3>());
  result.root.R = state.root.R * rotation_by(t * state.V0.tail<3>() + t * t / 2 * state.A0.tail<3>());
  return result;
}

double dalembert_residual(const DomainTree& tree, const std::vector<Vector>& masses, const DomainState& state,
                          const OutsideForces& forces) {
  const Vector mass = component_masses(tree, masses);
  const Vector xdd = curvature([&](double t) { return all_positions(tree, later(state, t)); }, 1e-4);
  Vector force = mass.cwiseProduct(xdd);
  for (Index c = 0; c < force.size(); ++c) force[c] -= mass[c] * forces.gravity[c % 3];
  std::vector<Index> first(1, 0);
  for (Index j = 0; j < tree.count(); ++j) first.push_back(first.back() + tree.model(j).vertices());
  for (const auto& [j, p, f] : forces.on_vertices) vertex(force, first[j] + p) -= f;

  TreeWorkspace workspace;
  double worst = 0, scale = 0;
  for (Index z = 0; z < root_columns(tree) + tree.size(); ++z) {
    const Vector along = slope([&](double t) { return all_positions(tree, moved(tree, state, z, t)); }, 1e-3);
    const double elastic =
        slope([&](double t) { return energy_of(tree, moved(tree, state, z, t), Vec3::Zero(), workspace).elastic; }, 1e-3);
    worst = std::max(worst, std::abs(along.dot(force) + elastic));
    scale = std::max({scale, std::abs(elastic), std::abs(along.dot(mass.cwiseProduct(xdd)))});
  }
  return worst / scale;
}

DomainState middle_of_step(const DomainState& from, const DomainState& to, double h) {
  DomainState middle = to;  // with its accelerations
  middle.q = (from.q + to.q) / 2;
  middle.qd = (to.q - from.q) / h;
  const Vec3 w = (from.V0.tail<3>() + to.V0.tail<3>()) / 2;
  middle.root = {(from.root.x + to.root.x) / 2, from.root.R * rotation_by(h / 2 * w)};
  middle.V0 << middle.root.R.transpose() * (to.root.x - from.root.x) / h, w;
  return middle;
}

OutsideForces some_forces(const DomainTree& tree) {
  OutsideForces forces{Vec3(1, -2, 9), {}};
  for (Index j = 0; j < tree.count(); j += 2) forces.on_vertices.push_back({j, tree.model(j).vertices() - 1, Vec3(3, -j, 5)});
  return forces;
}

}  // namespace lilyan::test
