// Domains that are evaluated eight at a time get what each would get alone, whatever the others are.
#include <lilyan/multidomain/lanes/polar.hpp>
#include <lilyan/multidomain/tree_workspace.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

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

TEST(PolarDecomposition, OfEightMatricesIsThatOfEach) {
  Dice dice(9);
  Tensor<Lanes> A, R, N;
  Mat3 matrices[kLanes];
  for (int lane = 0; lane < kLanes; ++lane) {
    Mat3 noise;
    for (int c = 0; c < 3; ++c) noise.col(c) = dice.three();
    matrices[lane] = (lane + 1) * dice.rotation() * (Mat3::Identity() + 0.12 * lane * noise);
    if (matrices[lane].determinant() < 0) matrices[lane].col(0) *= -1;
    if (lane == 3) matrices[lane].col(1) *= -1;                                            // mirrored
    if (lane == 5) matrices[lane](0, 0) = std::numeric_limits<double>::quiet_NaN();        // lost
    if (lane == 6) matrices[lane].col(2) = matrices[lane].col(0) + matrices[lane].col(1);  // flat
    for (int e = 0; e < 9; ++e) A[e / 3][e % 3][lane] = matrices[lane](e / 3, e % 3);
  }
  const LaneMask fits = polar_decomposition(A, R, N);
  for (int lane = 0; lane < kLanes; ++lane) {
    EXPECT_EQ(fits[lane] != 0, lane != 3 && lane != 5 && lane != 6) << lane;
    if (!fits[lane]) continue;
    Mat3 rotation, inverse;
    for (int e = 0; e < 9; ++e) {
      rotation(e / 3, e % 3) = R[e / 3][e % 3][lane];
      inverse(e / 3, e % 3) = N[e / 3][e % 3][lane];
    }
    EXPECT_LT((rotation * rotation.transpose() - Mat3::Identity()).norm(), 1e-14);
    const Mat3 P = matrices[lane] * rotation.transpose();
    EXPECT_LT((P - P.transpose()).norm(), 1e-14 * P.norm());
    EXPECT_LT((inverse * (P.trace() * Mat3::Identity() - P) - Mat3::Identity()).norm(), 1e-12) << lane;
    // The same bits beside others.
    Tensor<Lanes> same, R_same, N_same;
    for (int e = 0; e < 9; ++e) same[e / 3][e % 3] = splat<Lanes>(matrices[lane](e / 3, e % 3));
    polar_decomposition(same, R_same, N_same);
    for (int e = 0; e < 9; ++e) {
      EXPECT_EQ(R_same[e / 3][e % 3][0], R[e / 3][e % 3][lane]);
      EXPECT_EQ(N_same[e / 3][e % 3][0], N[e / 3][e % 3][lane]);
    }
  }
}

}  // namespace
}  // namespace lilyan::test
