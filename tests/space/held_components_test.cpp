#include <lilyan/space/space.hpp>

#include <gtest/gtest.h>

namespace lilyan::test {
namespace {

// Two vertices that are points, and a reduced body of two vertices, one column of which moves the second along x and y.
TEST(HeldComponents, AreThoseOfPinsAndThoseThatABasisDoesNotMove) {
  Eigen::MatrixXd U = Eigen::MatrixXd::Zero(6, 1);
  U(3, 0) = 0.6, U(4, 0) = 0.8;
  const auto shape = std::make_shared<const ReducedShape>(Vector::Zero(6), U, Vector::Ones(2));
  const Space space(2, {shape});
  const Coordinates coordinates(Vector::Zero(3 * space.points()), {{{0}, {false, true, false}, {}}, {{1}, {true, true, true}, {}}});
  const HeldComponents held(space, coordinates);
  const bool expected[4][3] = {{false, true, false}, {true, true, true}, {true, true, true}, {false, false, true}};
  for (Index i = 0; i < 4; ++i)
    for (Index axis = 0; axis < 3; ++axis) EXPECT_EQ(held.is_held(i, axis), expected[i][axis]) << i << ", " << axis;
  EXPECT_EQ(held.held_whole(), (std::vector<bool>{false, true, true, false}));
}

}  // namespace
}  // namespace lilyan::test
