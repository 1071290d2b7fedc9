// Shapes of the natural modes of trees of domains.
#include <lilyan/algebra/dense.hpp>
#include <lilyan/multidomain/body/domain_body.hpp>
#include <lilyan/multidomain/tree_matrices.hpp>
#include <lilyan/multidomain/tree_modes.hpp>
#include <lilyan/reduction/modes.hpp>

#include <gtest/gtest.h>

#include <numbers>

#include <tests/multidomain/random_trees.hpp>
#include <tests/multidomain/voxel_trees.hpp>

namespace lilyan::test {
namespace {

// Velocities of all vertices, a column for each mode.
Eigen::MatrixXd vertex_shapes(const VoxelTree& voxels, const TreeModes& modes) {
  const DomainBody body = body_of(voxels);
  TreeWorkspace workspace;
  Eigen::MatrixXd shapes(voxels.whole.X.size(), modes.count());
  for (Index k = 0; k < modes.count(); ++k)
    shapes.col(k) = body.velocities(moving_along(voxels.tree, modes.shapes.col(k)), workspace);
  return shapes;
}

Vector masses_of_components(const VoxelTree& voxels) {
  Vector m(voxels.whole.X.size());
  for (Index i = 0; i < voxels.whole.vertices(); ++i) vertex(m, i).setConstant(voxels.whole_mass[i]);
  return m;
}

TEST(TreeModes, HaveTheFrequenciesOfTheTreeAndSmallResiduals) {
  for (const VoxelBody& voxel_body : {chain(3), fly()}) {
    const VoxelTree voxels = make_tree(voxel_body, {5, 12});
    const Index count = mode_count(voxels.tree);
    const TreeModes modes = rest_modes(voxels.tree, count);
    const Vector expected = rest_frequencies(voxels.tree, exact_coupling());
    ASSERT_EQ(expected.size(), count);
    for (Index k = modes.rigid; k < count; ++k) EXPECT_NEAR(modes.frequencies[k] / expected[k], 1, 1e-8) << k;
    EXPECT_LT(modes.residuals.maxCoeff(), 1e-6);
    EXPECT_EQ(modes.missing, 0);
    TreeWorkspace workspace;
    const Eigen::MatrixXd M = tree_mass_matrix(voxels.tree, Vector::Zero(voxels.tree.size()), workspace);
    EXPECT_LT((modes.shapes.transpose() * M * modes.shapes - Eigen::MatrixXd::Identity(count, count)).norm(), 1e-9);
    EXPECT_EQ(rest_modes(voxels.tree, 3).frequencies, modes.frequencies.head(3));
  }
}

// Too many coordinates for dense matrices, and leaves that are all alike, so that many frequencies come several times.
TEST(TreeModes, OfALargeTreeAreFoundWithAllTheirCopies) {
  for (const RootMotion root : {RootMotion::fixed, RootMotion::free}) {
    VoxelBody voxel_body = comb(24);
    voxel_body.root_motion = root;
    const VoxelTree voxels = make_tree(voxel_body, {8, 20});
    ASSERT_GT(voxels.tree.size(), 400);
    const Vector expected = rest_frequencies(voxels.tree, exact_coupling());
    const TreeModes modes = rest_modes(voxels.tree, 40);
    ASSERT_EQ(modes.count(), 40);
    for (Index k = modes.rigid; k < 40; ++k) EXPECT_NEAR(modes.frequencies[k] / expected[k], 1, 1e-7) << k;
    EXPECT_LT(modes.residuals.maxCoeff(), 1e-5);
    TreeWorkspace workspace;
    const Eigen::MatrixXd M = tree_mass_matrix(voxels.tree, Vector::Zero(voxels.tree.size()), workspace);
    EXPECT_LT((modes.shapes.transpose() * M * modes.shapes - Eigen::MatrixXd::Identity(40, 40)).norm(), 1e-6);
  }
}

TEST(TreeMomenta, AreThoseOfTheMassMatrix) {
  for (const RootMotion root : {RootMotion::fixed, RootMotion::free}) {
    const DomainTree tree = random_tree(7, {.domains = 9, .root_motion = root});
    const Vector q = 0.2 * random_motion(tree, 5).q;
    TreeWorkspace workspace;
    const Eigen::MatrixXd M = tree_mass_matrix(tree, q, workspace);
    place_with_inertia(tree, q, workspace);
    const Vector u = Dice(3).vector(static_cast<Index>(M.cols()));
    EXPECT_LT((tree_momenta(tree, workspace, u) - M * u).norm(), 1e-12 * (M * u).norm());
  }
}

// The section is square, so that the lowest two belong together: the shapes of the whole body lie among those of the tree.
TEST(TreeModes, HaveTheShapesOfTheWholeBody) {
  for (const VoxelBody& voxel_body : {chain(3), flower()}) {
    const VoxelTree voxels = make_tree(voxel_body, {6, 20, true});
    const Modes whole = natural_modes(*make_system(voxels), voxels.whole.X, 1);
    const Eigen::MatrixXd shapes = vertex_shapes(voxels, rest_modes(voxels.tree, 2));
    const Vector root = masses_of_components(voxels).cwiseSqrt();
    const Eigen::MatrixXd A = root.asDiagonal() * shapes;
    const Vector b = root.cwiseProduct(whole.shapes.col(0));
    const Eigen::MatrixXd Q = orthonormal_columns(A);
    const Vector left = b - Q * (Q.transpose() * b);
    EXPECT_LT(left.norm(), 0.05 * b.norm());
    EXPECT_NEAR(A.col(0).norm(), 1, 0.02) << "u^T M u = 1, up to the means over copies";
  }
}

TEST(TreeModes, OfAFlyingBodyBeginWithItsRigidMotions) {
  const VoxelTree voxels = make_tree(fly(), {5, 12});
  const TreeModes modes = rest_modes(voxels.tree, mode_count(voxels.tree));
  ASSERT_EQ(modes.rigid, 6);
  EXPECT_EQ(modes.frequencies.head(6).norm(), 0);
  EXPECT_GT(modes.frequencies[6], 0);
  Eigen::MatrixXd rigid(voxels.whole.X.size(), 6);
  for (Index i = 0; i < voxels.whole.vertices(); ++i)
    for (Index a = 0; a < 3; ++a) {
      const Vec3 axis = Vec3::Unit(a), X = vertex(voxels.whole.X, i);
      rigid.block<3, 1>(3 * i, a) = axis;
      rigid.block<3, 1>(3 * i, 3 + a) = axis.cross(X);
    }
  const Eigen::MatrixXd shapes = vertex_shapes(voxels, modes).leftCols(6);
  const Eigen::MatrixXd Q = orthonormal_columns(rigid);
  const Eigen::MatrixXd left = shapes - Q * (Q.transpose() * shapes);
  EXPECT_LT(left.norm(), 1e-6 * shapes.norm());
  EXPECT_EQ(rest_modes(voxels.tree, 4).rigid, 4);
}

// All of the mass moves in some mode, and that of a body that flies moves in its rigid motions alone.
TEST(TreeModes, ShareOutTheMass) {
  const auto shares = [](const VoxelTree& voxels, Index count) {
    const TreeModes modes = rest_modes(voxels.tree, count);
    Vec3 sum = Vec3::Zero();
    for (Index k = 0; k < count; ++k) sum += moving_share(voxels.tree, modes, k);
    return sum;
  };
  const VoxelTree flying = make_tree(fly(), {5, 12}), held = make_tree(chain(3), {5, 12});
  EXPECT_LT((shares(flying, 6) - Vec3::Ones()).norm(), 1e-9);
  EXPECT_LT((shares(flying, mode_count(flying.tree)) - Vec3::Ones()).norm(), 1e-9);
  const Vec3 of_the_held = shares(held, mode_count(held.tree));
  EXPECT_LT(of_the_held.maxCoeff(), 1);
  EXPECT_GT(of_the_held.minCoeff(), 0.8);
}

}  // namespace
}  // namespace lilyan::test
