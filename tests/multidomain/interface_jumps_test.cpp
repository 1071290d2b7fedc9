// How far the two copies of an interface are apart: nothing where the interface moves rigidly, and what it bends otherwise.
#include <gtest/gtest.h>

#include <numbers>

#include <tests/multidomain/voxel_trees.hpp>

namespace lilyan::test {
namespace {

// Two blocks of eight points, one on the other; they share four vertices, 4 to 7. The first has two coordinates: one turns its
// upper face as a rigid body by `degrees` when it is 1, and one moves a single vertex of that face.
DomainBody two_blocks(double degrees) {
  const auto corner = [](Index k) { return Vec3(k & 1, k >> 1 & 1, k >> 2); };
  const Mat3 R = Eigen::AngleAxisd(degrees * std::numbers::pi / 180, Vec3(1, 2, -0.5).normalized()).toRotationMatrix();
  const Vec3 shift(0.3, -0.2, 0.7), middle(0.5, 0.5, 1);
  Vector X(24);
  Eigen::MatrixXd U = Eigen::MatrixXd::Zero(24, 2);
  for (Index p = 0; p < 8; ++p) vertex(X, p) = corner(p);
  for (Index p = 4; p < 8; ++p) U.col(0).segment<3>(3 * p) = R * (corner(p) - middle) + shift - (corner(p) - middle);
  U(3 * 7 + 2, 1) = 1;
  const DomainInterface face{{4, 5, 6, 7}, Vector::Constant(4, 0.25)};
  const auto energy = [](Index r) { return QuarticEnergy(Eigen::MatrixXd::Identity(r, r)); };
  const auto lower = std::make_shared<DomainModel>(DomainDescription{X, U, Vector::Ones(8), energy(2), {face}});
  for (Index p = 0; p < 8; ++p) vertex(X, p) -= Vec3(0.5, 0.5, 0);
  const auto upper =
      std::make_shared<DomainModel>(DomainDescription{X, Eigen::MatrixXd::Zero(24, 1), Vector::Ones(8), energy(1), {}});
  return {DomainTree({{lower}, {upper, 0}}, RootMotion::fixed),
          {"lower", "upper"},
          {{0, 1, 2, 3, 4, 5, 6, 7}, {4, 5, 6, 7, 8, 9, 10, 11}},
          {{}, face.vertices},
          12};
}

TEST(InterfaceJumps, AreNoneWhereInterfacesMoveRigidly) {
  for (const double degrees : {0., 30., 90., 170.}) {
    const DomainBody body = two_blocks(degrees);
    TreeWorkspace workspace;
    DomainState state = state_at_rest(body.tree());
    state.q[0] = 1;
    EXPECT_LT(body.interface_jumps(state, workspace)[1], 1e-12) << degrees;
    const Vector x = body.positions(state, workspace);
    EXPECT_GT((vertex(x, 9) - Vec3(1, 0, 2)).norm(), 0.1) << "the test needs a face that moves";
  }
}

TEST(InterfaceJumps, AreWhatAnInterfaceBendsByOverItsSize) {
  const DomainBody body = two_blocks(30);
  TreeWorkspace workspace;
  DomainState state = state_at_rest(body.tree());
  state.q[1] = 1e-3;  // a corner of a unit square is lifted: a quarter of it is neither moved nor tilted
  const std::vector<double> jumps = body.interface_jumps(state, workspace);
  EXPECT_EQ(jumps[0], 0);
  EXPECT_NEAR(jumps[1], 0.25e-3 / std::sqrt(2), 1e-8);
}

TEST(InterfaceJumps, AreNoneOnRigidDomains) {
  VoxelBody links = fly();
  links.rigid = {0, 1, 2, 3};  // those that carry others
  const VoxelTree voxels = make_tree(links, {3, 7}, RestFrames::turned);
  const DomainBody body = body_of(voxels);
  TreeWorkspace workspace;
  for (const double jump : body.interface_jumps(random_state(voxels, 3), workspace)) EXPECT_LT(jump, 1e-12);
}

}  // namespace
}  // namespace lilyan::test
