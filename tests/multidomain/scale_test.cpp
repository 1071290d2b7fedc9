// Instances of one model at other scales: the same numbers as a body that was built so.
#include <lilyan/multidomain/multidomain_step.hpp>
#include <lilyan/multidomain/tree_matrices.hpp>

#include <gtest/gtest.h>

#include <tests/multidomain/moving_trees.hpp>

namespace lilyan::test {
namespace {

// The tree with its domains' scales and factors multiplied.
DomainTree scaled(const DomainTree& tree, double s, double k = 1) {
  std::vector<Domain> domains;
  for (Index j = 0; j < tree.count(); ++j) {
    domains.push_back(tree[j]);
    domains.back().scale *= s;
    domains.back().frequency_factor *= k;
  }
  FramePlacement placement = tree.placement();
  placement.x *= s;
  return DomainTree(domains, tree.root_motion(), placement);
}

// A model whose rest shape itself is larger: positions times s, masses times s^3. With u = U q for both, q of the larger body is s
// times that of the instance, and its energy s^3 W(q/s).
std::shared_ptr<const DomainModel> enlarged(const DomainModel& model, const Vector& masses, double s) {
  DomainDescription description{s * model.X(), model.U(), std::pow(s, 3) * masses, {}};
  const QuarticEnergy& energy = model.energy();
  description.energy = QuarticEnergy(Eigen::MatrixXd(s * energy.linear()), energy.third(), energy.fourth() / s);
  return std::make_shared<DomainModel>(description);
}

constexpr double kScales[] = {0.5, 1.7, 3};

TEST(Scale, OfADomainIsThatOfABodyBuiltLarger) {
  const VoxelTree voxels = make_tree(chain(1), {4, 9});
  const DomainTree& tree = voxels.tree;
  const DomainState state = random_state(voxels, 2);
  for (const double s : kScales) {
    const DomainTree instance = scaled(tree, s);
    const DomainTree larger({{enlarged(tree.model(0), voxels.masses[0], s)}}, RootMotion::fixed, instance.placement());
    DomainState wide = state;  // the same shape
    wide.q *= s;
    wide.qd *= s;
    TreeWorkspace workspace;
    const Eigen::MatrixXd M = tree_mass_matrix(larger, wide.q, workspace), Ms = tree_mass_matrix(instance, state.q, workspace);
    const Eigen::MatrixXd K = tree_stiffness_matrix(larger, wide.q, workspace);
    const Eigen::MatrixXd Ks = tree_stiffness_matrix(instance, state.q, workspace);
    EXPECT_LT((Ms - s * s * M).norm(), 1e-12 * Ms.norm());
    EXPECT_LT((Ks - s * s * K).norm(), 1e-12 * Ks.norm());
    const TreeEnergy a = energy_of(instance, state, Vec3(1, 2, 3), workspace),
                     b = energy_of(larger, wide, Vec3(1, 2, 3), workspace);
    EXPECT_NEAR(a.elastic, b.elastic, 1e-12 * b.elastic);
    EXPECT_NEAR(a.kinetic, b.kinetic, 1e-12 * b.kinetic);
    EXPECT_NEAR(a.gravity, b.gravity, 1e-12 * std::abs(b.gravity));
    const OutsideForces forces{Vec3(0, 0, -9.81), {{0, 5, Vec3(1, 2, 3)}}};
    const Vector qdd = with_accelerations(instance, state, forces, {}, workspace)->state.qdd;
    const Vector expected = with_accelerations(larger, wide, forces, {}, workspace)->state.qdd / s;
    EXPECT_LT((qdd - expected).norm(), 1e-10 * expected.norm());
  }
}

// Every term of the equations of motion. Coordinates of the larger body are s times those of the instance.
TEST(Scale, OfADomainGivesItTheMomentsAndForcesOfABodyBuiltLarger) {
  const VoxelTree voxels = make_tree(chain(1), {4, 9});
  const DomainState state = random_state(voxels, 2);
  Dice dice(6);
  Vec6 V;
  V << dice.three(), dice.three();
  const Vector y = dice.vector(voxels.tree.size());
  const OutsideForces forces{Vec3(0, 0, -9.81), {{0, 5, Vec3(1, 2, 3)}}};
  const auto set = [&](const DomainTree& tree, double size, TreeWorkspace& workspace) {
    const Vector q = size * state.q, qd = size * state.qd, z = size * y;
    workspace.fit(tree);
    ASSERT_FALSE(workspace.kinematics.place(tree, q, tree.placement()).has_value());
    workspace.kinematics.move(tree, qd, V);
    set_motion_terms(tree, q, qd, forces, workspace);
    add_elasticity(tree, 0, q, {0.1, 0.2, 0.3}, z, z, workspace.scratch[0], workspace.equations);
  };
  for (const double s : kScales) {
    const DomainTree instance = scaled(voxels.tree, s);
    const DomainTree larger({{enlarged(voxels.tree.model(0), voxels.masses[0], s)}}, RootMotion::fixed, instance.placement());
    TreeWorkspace small, large;
    set(instance, 1, small);
    set(larger, s, large);
    const TreeEquations &a = small.equations, &b = large.equations;
    const auto off = [](const auto& x, const auto& expected) { return (x - expected).norm() / expected.norm(); };
    EXPECT_LT(off(a.I[0], b.I[0]), 1e-12);
    EXPECT_LT(off(a.pV[0], b.pV[0]), 1e-12);
    EXPECT_LT(off(a.F[0], b.F[0]), 1e-12);
    EXPECT_LT(off(Eigen::MatrixXd(a.C(0)), Eigen::MatrixXd(s * b.C(0))), 1e-12);
    EXPECT_LT(off(Eigen::MatrixXd(a.M(0)), Eigen::MatrixXd(s * s * b.M(0))), 1e-12);
    EXPECT_LT(off(Vector(a.pq(0)), Vector(s * b.pq(0))), 1e-12);
  }
}

TEST(Scale, DividesFrequenciesOfAWholeTree) {
  const DomainTree tree = make_tree(flower(), {3, 8}).tree;
  const Vector reference = rest_frequencies(tree, exact_coupling());
  for (const double s : kScales) {
    const Vector frequencies = rest_frequencies(scaled(tree, s, 1.2), exact_coupling());
    EXPECT_LT((frequencies * s / 1.2 - reference).cwiseQuotient(reference).cwiseAbs().maxCoeff(), 1e-10);
  }
}

TEST(Scale, SlowsTheMotionOfATreeAndKeepsItsShape) {
  // Lengths and times of a body without gravity grow together.
  const VoxelTree voxels = make_tree(chain(3), {4, 8}, RestFrames::turned);
  const DomainState start = random_state(voxels, 3, 0.4);
  const TreeRun reference = run_tree(voxels.tree, start, midpoint_steps(voxels.tree, {}), 0.005, 40);
  for (const double s : kScales) {
    const DomainTree tree = scaled(voxels.tree, s);
    DomainState slow = start;
    slow.root = tree.placement();
    slow.qd /= s;
    const TreeRun run = run_tree(tree, slow, midpoint_steps(tree, {}), 0.005 * s, 40);
    EXPECT_LT((run.state.q - reference.state.q).norm(), 1e-9 * reference.state.q.norm());
    EXPECT_NEAR(run.first, std::pow(s, 3) * reference.first, 1e-10 * run.first);
  }
}

}  // namespace
}  // namespace lilyan::test
