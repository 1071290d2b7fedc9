// The equations of motion of a tree against sums over all vertices, and the recursion against a dense solution.
#include <lilyan/multidomain/multidomain_step.hpp>
#include <lilyan/multidomain/tree_matrices.hpp>
#include <lilyan/multidomain/world_positions.hpp>

#include <gtest/gtest.h>
#include <Eigen/Cholesky>

#include <tests/multidomain/differences.hpp>
#include <tests/multidomain/random_trees.hpp>
#include <tests/multidomain/voxel_trees.hpp>

namespace lilyan::test {
namespace {

// Positions of all vertices of all domains.
Vector all_positions(const DomainTree& tree, const DomainState& state) {
  TreeKinematics kinematics;
  kinematics.arrange(tree);
  EXPECT_FALSE(kinematics.place(tree, state.q, state.root).has_value());
  Vector all, x;
  for (Index j = 0; j < tree.count(); ++j) {
    world_positions(tree, kinematics, state.q, j, x);
    all.conservativeResize(all.size() + x.size());
    all.tail(x.size()) = x;
  }
  return all;
}

// The state t after `state`, as its velocities and accelerations lead on.
DomainState later(const DomainState& state, double t) {
  DomainState result = state;
  result.q += t * state.qd + t * t / 2 * state.qdd;
  result.root.x += state.root.R * (t * state.V0.head<3>() + t * t / 2 * state.A0.head<3>());
  result.root.R = state.root.R * rotation_by(t * state.V0.tail<3>() + t * t / 2 * state.A0.tail<3>());
  return result;
}

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

struct Points {
  const DomainTree& tree;
  const std::vector<Vector>& masses;  // of the vertices of each domain's model
  Vector component_mass() const {
    Vector all(0);
    for (Index j = 0; j < tree.count(); ++j)
      for (double mass : masses[j]) {
        all.conservativeResize(all.size() + 3);
        all.tail<3>().setConstant(std::pow(tree[j].scale, 3) * mass);
      }
    return all;
  }
};

// sum m xdd.dx/dz + dW/dz - sum f.dx/dz of every coordinate z, by differences, as a share of its largest part.
double dalembert_residual(const Points& points, const DomainState& state, const OutsideForces& forces) {
  const DomainTree& tree = points.tree;
  const Vector mass = points.component_mass();
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

OutsideForces some_forces(const DomainTree& tree) {
  OutsideForces forces{Vec3(1, -2, 9), {}};
  for (Index j = 0; j < tree.count(); j += 2) forces.on_vertices.push_back({j, tree.model(j).vertices() - 1, Vec3(3, -j, 5)});
  return forces;
}

double residual_of(const VoxelTree& voxels, const DomainState& start, const OutsideForces& forces) {
  TreeWorkspace workspace;
  const MultidomainResult step = with_accelerations(voxels.tree, start, forces, {}, workspace);
  EXPECT_TRUE(step);
  return dalembert_residual({voxels.tree, voxels.masses}, step->state, forces);
}

TEST(TreeDynamics, FulfilsTheEquationsOfEveryVertex) {
  for (const RestFrames frames : {RestFrames::aligned, RestFrames::turned}) {
    const VoxelTree chained = make_tree(chain(3), {4, 8}, frames), flying = make_tree(fly(), {4, 8}, frames);
    EXPECT_LT(residual_of(chained, random_state(chained, 3), some_forces(chained.tree)), 1e-5);
    EXPECT_LT(residual_of(flying, random_state(flying, 4), some_forces(flying.tree)), 1e-5);
    EXPECT_LT(residual_of(flying, random_state(flying, 5), {}), 1e-5);
  }
}

TEST(TreeDynamics, FulfilsTheEquationsOfEveryVertexWithInterfacesThatAreNotPlanarAndInstancesOfOtherScales) {
  for (const RootMotion root : {RootMotion::fixed, RootMotion::free}) {
    const DomainTree tree = random_tree(6, {.domains = 7, .most_coordinates = 6, .root_motion = root});
    bool has_planar = false, has_other = false;
    std::vector<Vector> masses;
    for (Index j = 0; j < tree.count(); ++j) {
      masses.push_back(Vector::Constant(tree.model(j).vertices(), kCloudMass));
      if (j > 0) (tree.interface_below(j).is_planar() ? has_planar : has_other) = true;
    }
    ASSERT_TRUE(has_planar && has_other);
    TreeWorkspace workspace;
    const MultidomainResult step = with_accelerations(tree, random_motion(tree, 6), some_forces(tree), {}, workspace);
    ASSERT_TRUE(step);
    EXPECT_LT(dalembert_residual({tree, masses}, step->state, some_forces(tree)), 1e-5);
  }
}

TEST(TreeDynamics, FulfilsTheEquationsOfEveryVertexOfAHundredDomains) {
  const VoxelTree voxels = make_tree(comb(100), {2, 3}, RestFrames::turned);
  ASSERT_EQ(voxels.tree.count(), 100);
  EXPECT_LT(residual_of(voxels, random_state(voxels, 3, 0.3), some_forces(voxels.tree)), 1e-5);
}

TEST(TreeDynamics, HasTheKineticEnergyAndTheMomentaOfItsVertices) {
  for (const VoxelBody& body : {chain(3), fly()}) {
    const VoxelTree voxels = make_tree(body, {4, 8}, RestFrames::turned);
    const DomainState state = random_state(voxels, 6);
    TreeWorkspace workspace;
    const Vector x = all_positions(voxels.tree, state), mass = Points{voxels.tree, voxels.masses}.component_mass();
    DomainState straight = state;
    straight.qdd.setZero();
    const Vector v = slope([&](double t) { return all_positions(voxels.tree, later(straight, t)); }, 2e-4);
    Vec3 p = Vec3::Zero(), L = Vec3::Zero(), center = Vec3::Zero();
    for (Index k = 0; k < x.size() / 3; ++k) {
      p += mass[3 * k] * vertex(v, k);
      L += mass[3 * k] * vertex(x, k).cross(vertex(v, k));
      center += mass[3 * k] * vertex(x, k) / voxels.tree.mass();
    }
    const double kinetic = 0.5 * v.dot(mass.cwiseProduct(v));
    EXPECT_NEAR(energy_of(voxels.tree, state, Vec3::Zero(), workspace).kinetic, kinetic, 1e-10 * kinetic);
    const TreeMomenta momenta = momenta_of(voxels.tree, state, workspace);
    EXPECT_LT((momenta.p - p).norm(), 1e-10 * p.norm());
    EXPECT_LT((momenta.L - L).norm(), 1e-10 * L.norm());
    EXPECT_NEAR(mass.sum() / 3, voxels.tree.mass(), 1e-10 * voxels.tree.mass());
    EXPECT_LT((momenta.center - center).norm(), 1e-12);
  }
}

// The accelerations by a dense system over all coordinates.
Vector dense_accelerations(const DomainTree& tree, const DomainState& state, const OutsideForces& forces) {
  TreeWorkspace workspace;
  workspace.fit(tree);
  TreeKinematics& kinematics = workspace.kinematics;
  TreeEquations& equations = workspace.equations;
  const Eigen::MatrixXd M = tree_mass_matrix(tree, state.q, workspace);
  EXPECT_FALSE(kinematics.place(tree, state.q, state.root).has_value());
  kinematics.move(tree, state.qd, state.V0);
  set_motion_terms(tree, state.q, state.qd, forces, workspace);
  const std::vector<Eigen::MatrixXd> J = frame_jacobians(tree, kinematics);
  Vector right = Vector::Zero(M.rows());
  std::vector<Vec6> A(tree.count(), Vec6::Zero());
  for (Index j = 0; j < tree.count(); ++j) {
    if (j > 0) A[j] = kinematics.in_parent(j).velocity(A[tree.parent(j)]) + kinematics.g(j);
    Vector f, own = tree.part(state.q, j);
    Eigen::MatrixXd K;
    if (own.size() > 0) tree.model(j).energy().evaluate(own, f, K, workspace.scratch[0].energy);
    right -= J[j].transpose() * (equations.I[j] * A[j] + equations.pV[j]);
    right.segment(root_columns(tree) + tree.first(j), tree.size(j)) -= equations.C(j) * A[j] + Vector(equations.pq(j));
    if (own.size() > 0)
      right.segment(root_columns(tree) + tree.first(j), tree.size(j)) -=
          std::pow(tree[j].scale, 3) * std::pow(tree[j].frequency_factor, 2) * f;
  }
  return Eigen::LDLT<Eigen::MatrixXd>(M).solve(right);
}

TEST(ArticulatedSolver, AgreesWithADenseSolutionOnRandomTrees) {
  for (unsigned seed = 1; seed <= 10; ++seed)
    for (const RootMotion root : {RootMotion::fixed, RootMotion::free}) {
      const DomainTree tree = random_tree(seed, {.domains = 5 + static_cast<Index>(seed), .root_motion = root});
      const DomainState state = random_motion(tree, seed);
      const OutsideForces forces = some_forces(tree);
      TreeWorkspace workspace;
      const MultidomainResult step = with_accelerations(tree, state, forces, {}, workspace);
      ASSERT_TRUE(step);
      Vector found(root_columns(tree) + tree.size());
      found << step->state.A0.head(root_columns(tree)), step->state.qdd;
      const Vector expected = dense_accelerations(tree, state, forces);
      EXPECT_LT((found - expected).norm(), 1e-10 * expected.norm()) << "seed " << seed;
    }
}

TEST(ArticulatedSolver, GivesTheSameBitsInAWorkspaceThatWasUsedForAnotherTree) {
  const DomainTree tree = random_tree(3, {.domains = 12, .root_motion = RootMotion::free}), other = random_tree(8, {.domains = 17});
  const DomainState state = random_motion(tree, 3);
  TreeWorkspace fresh, used;
  ASSERT_TRUE(with_accelerations(other, random_motion(other, 1), some_forces(other), {}, used));
  const MultidomainResult first = with_accelerations(tree, state, some_forces(tree), {}, fresh);
  for (int k = 0; k < 2; ++k) {
    const MultidomainResult second = with_accelerations(tree, state, some_forces(tree), {}, used);
    EXPECT_TRUE((first->state.qdd.array() == second->state.qdd.array()).all());
    EXPECT_EQ(first->state.A0, second->state.A0);
  }
}

}  // namespace
}  // namespace lilyan::test
