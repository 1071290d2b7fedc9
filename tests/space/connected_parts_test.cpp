#include <lilyan/space/connected_parts.hpp>

#include <gtest/gtest.h>

namespace lilyan {
namespace {

// Two parts, {0, 2, 3, 5, 6} and {1, 4, 7, 8}, whose elements share vertices but not in order.
std::shared_ptr<const BlockPattern> two_parts() {
  BlockPatternBuilder builder(9);
  builder.add({2, 5, 3, 6, 0, 3}, 2);
  builder.add({0, 3, 5}, 3);
  builder.add({1, 4, 7, 8}, 4);
  return builder.build();
}

TEST(ConnectedParts, AreMovedByTheirOwnForcesAsWholes) {
  const Vector mass = Vector::LinSpaced(9, 1, 9);
  const ConnectedParts parts(*two_parts(), {}, mass, Coordinates(Vector::Zero(27), {}));
  ASSERT_EQ(parts.size(), 2);
  Vector force = Vector::Zero(27);
  vertex(force, 3) = Vec3(1, 2, 3);
  vertex(force, 6) = Vec3(-4, 0, 0);
  const Vector a = parts.acceleration(force);
  const double first_mass = 1 + 3 + 4 + 6 + 7;
  for (Index i : {0, 2, 3, 5, 6}) EXPECT_EQ(Vec3(vertex(a, i)), Vec3(-3, 2, 3) / first_mass);
  for (Index i : {1, 4, 7, 8}) EXPECT_EQ(Vec3(vertex(a, i)), Vec3(0, 0, 0));
}

TEST(ConnectedParts, HangTogetherWhereTheyAreJoined) {
  const ConnectedParts parts(*two_parts(), {{2, 8}}, Vector::Ones(9), Coordinates(Vector::Zero(27), {}));
  ASSERT_EQ(parts.size(), 1);
  Vector force = Vector::Zero(27);
  vertex(force, 7) = Vec3(9, 0, 0);
  EXPECT_EQ(Vec3(vertex(parts.acceleration(force), 0)), Vec3(1, 0, 0));
}

TEST(ConnectedParts, AreNotMovedAlongAnAxisInWhichTheyAreHeld) {
  const Coordinates sliding(Vector::Zero(27), {Pin{{4}, {true, false, true}, {}}});
  const ConnectedParts parts(*two_parts(), {}, Vector::Ones(9), sliding);
  Vector force = Vector::Zero(27);
  vertex(force, 7) = Vec3(8, 8, 8);
  vertex(force, 0) = Vec3(5, 5, 5);
  EXPECT_EQ(Vec3(vertex(parts.acceleration(force), 1)), Vec3(0, 2, 0));
  EXPECT_EQ(Vec3(vertex(parts.acceleration(force), 2)), Vec3(1, 1, 1));
}

}  // namespace
}  // namespace lilyan
