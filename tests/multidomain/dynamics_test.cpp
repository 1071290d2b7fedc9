// The equations of motion of a tree against sums over all vertices, and the recursion against a dense solution.
#include <lilyan/algebra/dense.hpp>
#include <lilyan/multidomain/multidomain_step.hpp>
#include <lilyan/multidomain/tree_matrices.hpp>

#include <gtest/gtest.h>

#include <tests/multidomain/differences.hpp>
#include <tests/multidomain/random_trees.hpp>
#include <tests/multidomain/vertex_equations.hpp>
#include <tests/multidomain/voxel_trees.hpp>

namespace lilyan::test {
namespace {

double residual_of(const VoxelTree& voxels, const DomainState& start, const OutsideForces& forces) {
  TreeWorkspace workspace;
  const MultidomainResult step = with_accelerations(voxels.tree, start, forces, {}, workspace);
  EXPECT_TRUE(step);
  return dalembert_residual(voxels.tree, voxels.masses, step->state, forces);
}

// One domain as its vertices see it: sums of m a over all of them, for any motion of the frame and of the coordinates.
TEST(TreeEquations, HaveTheInertiaAndTheSystemForcesOfTheirVertices) {
  const DomainTree tree = random_tree(2, {.domains = 1, .root_motion = RootMotion::free});
  const DomainModel& model = tree.model(0);
  const double s = tree[0].scale;
  ASSERT_GT(std::abs(s - 1), 0.01);
  const DomainState state = random_motion(tree, 2);
  Dice dice(4);
  const Vec3 v = state.V0.head<3>(), w = state.V0.tail<3>(), a = dice.three(), alpha = dice.three();
  Vec6 A, on_frame = Vec6::Zero();
  A << a, alpha;
  Vector on_q = Vector::Zero(tree.size());
  for (Index p = 0; p < model.vertices(); ++p) {
    const auto U = model.U().middleRows<3>(3 * p);
    const double mass = std::pow(s, 3) * kCloudMass;
    const Vec3 x = s * (vertex(model.X(), p) + U * state.q), relative = s * U * state.qd;
    const Vec3 xdd = a + alpha.cross(x) + w.cross(w.cross(x)) + 2 * w.cross(relative) + s * U * state.qdd;
    on_frame.head<3>() += mass * xdd;
    on_frame.tail<3>() += mass * x.cross(xdd);
    on_q += mass * s * U.transpose() * xdd;
  }
  TreeWorkspace workspace;
  workspace.fit(tree);
  ASSERT_FALSE(workspace.kinematics.place(tree, state.q, state.root).has_value());
  workspace.kinematics.move(tree, state.qd, state.V0);
  set_motion_terms(tree, state.q, state.qd, {}, workspace);
  const TreeEquations& equations = workspace.equations;
  EXPECT_LT((equations.I[0] * A + equations.C(0).transpose() * state.qdd + equations.pV[0] - on_frame).norm(),
            1e-12 * on_frame.norm());
  EXPECT_LT((equations.C(0) * A + equations.M(0) * state.qdd + equations.pq(0) - on_q).norm(), 1e-12 * on_q.norm());
  EXPECT_GT(equations.pq(0).norm(), 0.05 * on_q.norm()) << "the test would not see wrong forces of velocity";
  EXPECT_GT(v.norm(), 0.1);
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
    EXPECT_LT(dalembert_residual(tree, masses, step->state, some_forces(tree)), 1e-5);
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
    const Vector x = all_positions(voxels.tree, state), mass = component_masses(voxels.tree, voxels.masses);
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
  return solve_symmetric(M, right);
}

TEST(ArticulatedSolver, AgreesWithADenseSolutionOnRandomTrees) {
  for (unsigned seed = 1; seed <= 11; ++seed)
    for (const RootMotion root : {RootMotion::fixed, RootMotion::free}) {
      const Index domains = seed <= 10 ? 5 + static_cast<Index>(seed) : 45;  // the last has many leaves of equal size
      const DomainTree tree = random_tree(seed, {.domains = domains, .root_motion = root});
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
