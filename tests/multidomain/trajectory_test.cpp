// Motions of trees of domains against those of the whole body.
#include <lilyan/dynamics/velocities.hpp>
#include <lilyan/multidomain/world_positions.hpp>
#include <lilyan/reduction/modes.hpp>

#include <gtest/gtest.h>

#include <tests/multidomain/moving_trees.hpp>
#include <tests/support/bodies.hpp>

namespace lilyan::test {
namespace {

constexpr double kStep = 0.01;

// How far a vertex is from rest along an axis after every step of the whole body.
std::vector<double> whole_motion(const VoxelTree& voxels, const Vector& v, Index at, const Vec3& along, int steps) {
  const std::unique_ptr<System> system = make_system(voxels);
  const std::unique_ptr<Integrator> integrator = make_integrator("implicit_midpoint");
  const std::unique_ptr<const Stepper> stepper = integrator->stepper(*system, {});
  History history(frame_with_velocities(*system, voxels.whole.X, v));
  Workspace workspace;
  std::vector<double> motion;
  for (int k = 1; k <= steps; ++k) {
    auto step = stepper->attempt(history, {k, k * kStep, kStep}, workspace);
    EXPECT_TRUE(step);
    history.accept(std::move(*step));
    motion.push_back(along.dot(vertex(history.now().x, at) - vertex(voxels.whole.X, at)));
  }
  return motion;
}

std::vector<double> tree_motion(const VoxelTree& voxels, const Vector& v, Index domain, Index own, const Vec3& along, int steps) {
  const DomainTree& tree = voxels.tree;
  TreeKinematics kinematics;
  kinematics.arrange(tree);
  std::vector<double> motion;
  const Vec3 rest = vertex(voxels.whole.X, voxels.vertices[domain][own]);
  Vector x;
  const TreeRun run = run_tree(
      tree, with_whole_velocities(voxels, v), midpoint_steps(tree, {}), kStep, steps,
      [](const DomainState&, int) { return OutsideForces(); },
      [&](const DomainState& state, int step) {
        if (step == 0) return;
        EXPECT_FALSE(kinematics.place(tree, state.q, state.root).has_value());
        world_positions(tree, kinematics, state.q, domain, x);
        motion.push_back(along.dot(vertex(x, own) - rest));
      });
  EXPECT_EQ(run.failure, "");
  return motion;
}

// The time of the first full swing: between the zeros at which the motion rises.
double period(const std::vector<double>& motion) {
  for (std::size_t k = 1; k < motion.size(); ++k)
    if (motion[k - 1] < 0 && motion[k] >= 0) return kStep * (k + motion[k - 1] / (motion[k - 1] - motion[k]));
  return 0;
}

TEST(Trajectory, OfAChainThatBendsByTwoThirdsOfItsLengthIsThatOfTheWholeBody) {
  const VoxelTree voxels = make_tree(chain(3), {6, 20, true});
  const std::unique_ptr<System> system = make_system(voxels);
  Vector v = natural_modes(*system, voxels.whole.X, 1).shapes.col(0);
  const Index domain = 2;
  Index own = 0;
  for (Index p = 0; p < static_cast<Index>(voxels.vertices[domain].size()); ++p)
    if ((vertex(voxels.whole.X, voxels.vertices[domain][p]) - Vec3(1.8, 0.1, 0.1)).norm() < 1e-9) own = p;
  const Index at = voxels.vertices[domain][own];
  v *= 3.15 / vertex(v, at).norm();  // [m/s]: the tip goes 1.17 m of 1.8 m far
  const Vec3 along = vertex(v, at).normalized();

  const int steps = 320;
  const std::vector<double> whole = whole_motion(voxels, v, at, along, steps),
                            tree = tree_motion(voxels, v, domain, own, along, steps);
  ASSERT_EQ(whole.size(), tree.size());
  const double whole_period = period(whole);
  double error = 0, size = 0, reach = 0;
  for (int k = 0; k < whole_period / kStep; ++k) {
    error += std::pow(tree[k] - whole[k], 2);
    size += std::pow(whole[k], 2);
    reach = std::max(reach, std::abs(whole[k]));
  }
  RecordProperty("reach", std::to_string(reach));
  RecordProperty("frequency_ratio", std::to_string(whole_period / period(tree)));
  RecordProperty("relative_error", std::to_string(std::sqrt(error / size)));
  EXPECT_GT(reach, 1.1);
  EXPECT_GT(whole_period / period(tree), 0.98);
  EXPECT_LT(whole_period / period(tree), 1.03);
  EXPECT_LT(std::sqrt(error / size), 0.08);
}

}  // namespace
}  // namespace lilyan::test
