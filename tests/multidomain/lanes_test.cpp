// Domains that are evaluated eight at a time get what each would get alone, whatever the others are.
#include <lilyan/multidomain/tree_workspace.hpp>

#include <gtest/gtest.h>

#include <tests/multidomain/random_trees.hpp>
#include <tests/multidomain/voxel_trees.hpp>

namespace lilyan::test {
namespace {

constexpr Index kMany = 45;  // domains of four models, one of them rigid: packs that are full, packs that are not, and single ones
const ElasticWeights kWeights{0.1, 0.2, 0.3};

// The equations of all domains with their inertia, and nothing else.
void set_all_inertia(const DomainTree& tree, const Vector& q, TreeWorkspace& workspace) {
  workspace.fit(tree);
  for (Index j = 0; j < tree.count(); ++j) {
    DomainScratch& scratch = workspace.scratch_of(tree, j);
    tree.model(j).moments().evaluate(tree.part(q, j), scratch.at);
    set_inertia(tree, j, scratch.at, workspace.equations);
  }
}

Eigen::MatrixXd lower(const DomainBlocks::Square& M) { return M.triangularView<Eigen::Lower>(); }

TEST(DomainPacks, HoldEveryDomainOnce) {
  const DomainTree tree = random_tree(1, {.domains = kMany});
  const auto [packs, singles] = pack_domains(tree, 4, [&](Index j) { return tree.size(j) > 0 ? tree.model_number(j) : -1; });
  std::vector<int> times(kMany, 0);
  for (const DomainPack& pack : packs) {
    EXPECT_GE(pack.count, 4);
    for (Index j : pack.used()) {
      ++times[static_cast<std::size_t>(j)];
      EXPECT_EQ(tree.model_number(j), tree.model_number(pack.domains[0]));
    }
  }
  for (Index j : singles) ++times[static_cast<std::size_t>(j)];
  for (Index j = 0; j < kMany; ++j) EXPECT_EQ(times[static_cast<std::size_t>(j)], tree.size(j) > 0 ? 1 : 0) << j;
  EXPECT_FALSE(packs.empty() || singles.empty());
}

TEST(TreeElasticity, GivesDomainsThatShareAModelWhatEachHasAlone) {
  const DomainTree tree = random_tree(2, {.domains = kMany});
  const DomainState state = random_motion(tree, 3);
  TreeWorkspace together, alone;
  set_all_inertia(tree, state.q, together);
  set_all_inertia(tree, state.q, alone);
  together.elasticity.add(tree, state.q, kWeights, state.qd, state.qdd, together.equations);
  for (Index j = 0; j < tree.count(); ++j) {
    add_elasticity(tree, j, tree.part(state.q, j), kWeights, tree.part(state.qd, j), tree.part(state.qdd, j),
                   alone.scratch_of(tree, j), alone.equations);
    const Eigen::MatrixXd M = lower(alone.equations.M(j));
    EXPECT_LE((lower(together.equations.M(j)) - M).norm(), 1e-14 * M.norm()) << j;
    const Vector pq = alone.equations.pq(j);
    EXPECT_LE((together.equations.pq(j) - pq).norm(), 1e-14 * pq.norm()) << j;
  }
}

TEST(TreeElasticity, AddsForcesWithAWeight) {
  const DomainTree tree = random_tree(2, {.domains = kMany});
  const DomainState state = random_motion(tree, 3);
  TreeWorkspace workspace;
  set_all_inertia(tree, state.q, workspace);
  workspace.elasticity.add(tree, state.q, {}, state.qd, state.qdd, workspace.equations);
  Vector forces = state.qdd;
  workspace.elasticity.add_forces(tree, state.q, state.qd, 0.7, forces);
  for (Index j = 0; j < tree.count(); ++j) {
    const Vector expected = tree.part(state.qdd, j) + 0.7 * workspace.equations.pq(j);
    EXPECT_LE((tree.part(forces, j) - expected).norm(), 1e-14 * expected.norm()) << j;
  }
}

TEST(TreeElasticity, GivesADomainTheSameBitsWhateverTheOthersDo) {
  const DomainTree tree = random_tree(4, {.domains = kMany});
  const DomainState state = random_motion(tree, 5);
  TreeWorkspace workspace;
  workspace.fit(tree);
  Vector first = Vector::Zero(tree.size()), second = first;
  workspace.elasticity.add_forces(tree, state.q, state.qd, 1, first);
  Vector q = random_motion(tree, 6).q;
  for (Index j = 0; j < tree.count(); j += 3) tree.part(q, j) = tree.part(state.q, j);
  workspace.elasticity.add_forces(tree, q, state.qd, 1, second);
  for (Index j = 0; j < tree.count(); ++j) {
    if (tree.size(j) == 0) continue;
    EXPECT_EQ(tree.part(first, j) == tree.part(second, j), j % 3 == 0) << j;
  }
}

TEST(LeafFactors, NameTheDomainWhoseMatrixIsNotPositive) {
  const DomainTree tree = random_tree(7, {.domains = kMany});
  const DomainState state = random_motion(tree, 8);
  TreeWorkspace workspace;
  LeafFactors leaves;
  leaves.arrange(tree);
  int tried = 0;
  for (Index j = 0; j < tree.count(); ++j) {
    if (!leaves.holds(j)) continue;
    ++tried;
    set_all_inertia(tree, state.q, workspace);
    ASSERT_FALSE(workspace.kinematics.place(tree, state.q, state.root).has_value());
    workspace.equations.M(j)(1, 1) *= -1;
    EXPECT_EQ(workspace.solver.factor(tree, workspace.kinematics, exact_coupling(), workspace.equations), j);
  }
  EXPECT_GE(tried, 8);
}

}  // namespace
}  // namespace lilyan::test
