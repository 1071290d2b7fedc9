// Motions of trees of domains against those of the whole body.
#include <gtest/gtest.h>

#include <tests/multidomain/swings.hpp>

namespace lilyan::test {
namespace {

TEST(Trajectory, OfAChainThatBendsByTwoThirdsOfItsLengthIsThatOfTheWholeBody) {
  const VoxelTree voxels = make_tree(chain(3), {6, 20, true});
  const SwingStart start = start_in_lowest_mode(voxels, 2, Vec3(1.8, 0.1, 0.1), 3.15);  // the tip goes 1.17 m of 1.8 m far
  const double h = 0.01;
  const int steps = 320;
  const Swing whole = whole_swing(voxels, start, h, steps),
              tree = tree_swing(voxels, start, midpoint_steps(voxels.tree, {}), {}, h, steps);
  EXPECT_EQ(tree.failure, "");
  const double ratio = whole.period(start.along) / tree.period(start.along), error = relative_error(tree, whole, start.along);
  RecordProperty("reach", std::to_string(whole.reach(start.along)));
  RecordProperty("frequency_ratio", std::to_string(ratio));
  RecordProperty("relative_error", std::to_string(error));
  EXPECT_GT(whole.reach(start.along), 1.1);
  EXPECT_GT(ratio, 0.98);
  EXPECT_LT(ratio, 1.03);
  EXPECT_LT(error, 0.08);
}

}  // namespace
}  // namespace lilyan::test
