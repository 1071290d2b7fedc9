#include <lilyan/core/error.hpp>
#include <lilyan/space/coordinates.hpp>

#include <gtest/gtest.h>

#include <numbers>

namespace lilyan {
namespace {

const Vector kFourVertices = Vector::LinSpaced(12, 0, 11);

Vector lifted(const Coordinates& coordinates, double t) {
  Vector z, x;
  coordinates.restrict(kFourVertices, z);
  coordinates.lift(z, t, x);
  return x;
}

TEST(Coordinates, WithoutPinsAreThePositionsThemselves) {
  const Coordinates all(kFourVertices, {});
  EXPECT_EQ(all.size(), 12);
  EXPECT_EQ(lifted(all, 3), kFourVertices);
}

TEST(Coordinates, HoldTheAxesThatAPinNamesAndLeaveTheOthersFree) {
  const Coordinates sliding(kFourVertices, {Pin{{1, 3}, {false, true, false}, {}}});
  EXPECT_EQ(sliding.size(), 10);
  EXPECT_TRUE(sliding.is_held(4));
  EXPECT_FALSE(sliding.is_held(3));
  Vector z = Vector::Constant(10, 100), x;
  sliding.lift(z, 0, x);
  for (Index c = 0; c < 12; ++c) EXPECT_EQ(x[c], c == 4 || c == 10 ? kFourVertices[c] : 100);
}

TEST(Coordinates, LiftAndRestrictAreAdjoint) {
  const Coordinates pinned(kFourVertices, {Pin{{0}, {true, true, true}, {}}, Pin{{2}, {false, false, true}, {}}});
  const Vector z = Vector::Random(pinned.size()), g = Vector::Random(12);
  Vector x, x0, gz;
  pinned.lift(z, 0, x);
  pinned.lift(Vector::Zero(pinned.size()), 0, x0);
  pinned.restrict(g, gz);
  EXPECT_NEAR(g.dot(x - x0), gz.dot(z), 1e-13);
}

TEST(Coordinates, RampPinsLinearlyInTimeAndThenLeaveThemThere) {
  const Coordinates moving(kFourVertices, {Pin{{1}, {true, true, true}, {Ramp{.translation = Vec3(2, 0, -4), .t0 = 1, .t1 = 3}}}});
  auto shift = [&](double t) { return Vec3(vertex(lifted(moving, t), 1) - vertex(kFourVertices, 1)); };
  EXPECT_EQ(shift(0.5), Vec3::Zero());
  EXPECT_LT((shift(2) - Vec3(1, 0, -2)).norm(), 1e-14);
  EXPECT_EQ(shift(3), Vec3(2, 0, -4));
  EXPECT_EQ(shift(9), Vec3(2, 0, -4));
}

TEST(Coordinates, TurnPinsAboutTheirCentreAndAddRampsUp) {
  Ramp turn{.axis = Vec3::UnitZ(), .radians = std::numbers::pi / 2, .center = Vec3(3, 4, 5), .t0 = 0, .t1 = 1};
  Ramp lift{.translation = Vec3(0, 0, 7), .t0 = 0, .t1 = 2};
  const Coordinates moving(kFourVertices, {Pin{{0}, {true, true, true}, {turn, lift}}});  // vertex 0 is at (0, 1, 2)
  EXPECT_LT((Vec3(vertex(lifted(moving, 1), 0)) - Vec3(6, 1, 5.5)).norm(), 1e-14);
}

TEST(Coordinates, AcceptOverlappingPinsThatMoveAlikeAndRefuseThoseThatDoNot) {
  const Ramp ramp{.translation = Vec3(1, 0, 0), .t0 = 0, .t1 = 1};
  EXPECT_NO_THROW(Coordinates(kFourVertices, {Pin{{0, 1}, {true, true, true}, {ramp}}, Pin{{1, 2}, {true, true, true}, {ramp}}}));
  EXPECT_NO_THROW(Coordinates(kFourVertices, {Pin{{1}, {true, false, false}, {ramp}}, Pin{{1}, {false, true, true}, {}}}));
  try {
    Coordinates(kFourVertices, {Pin{{0, 1}, {true, true, true}, {ramp}}, Pin{{1}, {true, true, true}, {}}});
    FAIL() << "expected an InputError";
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults().front().place, "pins/1");
  }
}

}  // namespace
}  // namespace lilyan
