// Energies and momenta in one sweep are those of the recursions over the tree.
#include <lilyan/multidomain/momentum_map.hpp>

#include <gtest/gtest.h>

#include <tests/multidomain/voxel_trees.hpp>

namespace lilyan::test {
namespace {

TEST(TreeSums, AreThoseOfTheRecursions) {
  for (const VoxelBody& shape : {flower(), fly()}) {
    const VoxelTree voxels = make_tree(shape, {.modes = 4, .size = 9}, RestFrames::turned);
    std::vector<Domain> domains;
    for (Index j = 0; j < voxels.tree.count(); ++j) {
      domains.push_back(voxels.tree[j]);
      domains.back().scale = 0.7 + 0.1 * j;
      domains.back().frequency_factor = 1 + 0.2 * j;
    }
    const DomainTree tree(domains, voxels.tree.root_motion(), voxels.tree.placement());
    Dice dice(5);
    DomainState state = random_state(voxels, 2);
    state.qd = dice.vector(tree.size());
    if (tree.root_motion() == RootMotion::free) state.V0 << dice.three(), dice.three();
    const Vec3 gravity(1, -9, 3);
    TreeWorkspace workspace;
    const TreeEnergy energy = energy_of(tree, state, gravity, workspace);
    const TreeMomenta momenta = momenta_of(tree, state, workspace);
    ASSERT_FALSE(workspace.kinematics.place(tree, state.q, state.root));
    workspace.kinematics.move(tree, state.qd, state.V0);
    const TreeSums sums = tree_sums(tree, workspace.kinematics, state, gravity, workspace.scratch);
    EXPECT_NEAR(sums.energy.kinetic, energy.kinetic, 1e-12 * energy.kinetic);
    EXPECT_NEAR(sums.energy.elastic, energy.elastic, 1e-12 * energy.elastic);
    EXPECT_NEAR(sums.energy.gravity, energy.gravity, 1e-11 * std::abs(energy.gravity));
    EXPECT_LT((sums.momenta.p - momenta.p).norm(), 1e-11 * momenta.p.norm());
    EXPECT_LT((sums.momenta.L - momenta.L).norm(), 1e-11 * momenta.L.norm());
    EXPECT_LT((sums.momenta.center - momenta.center).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace lilyan::test
