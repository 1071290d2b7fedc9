#include <lilyan/core/groups.hpp>

#include <gtest/gtest.h>

namespace lilyan {
namespace {

TEST(Groups, AreNamedByTheirSmallestMemberInWhateverOrderTheyAreJoined) {
  Groups up(6), down(6);
  for (std::size_t i : {0, 1, 2}) up.join(2 * i, 4);
  for (std::size_t i : {2, 1, 0}) down.join(4, 2 * i);
  up.join(5, 3), down.join(3, 5);
  for (Groups* groups : {&up, &down}) {
    EXPECT_EQ(groups->count(), 3u);
    for (std::size_t i : {0, 2, 4}) EXPECT_EQ(groups->of(i), 0u);
    EXPECT_EQ(groups->of(1), 1u);
    for (std::size_t i : {3, 5}) EXPECT_EQ(groups->of(i), 3u);
  }
}

TEST(Groups, StayWhenMembersOfOneGroupAreJoinedAgain) {
  Groups groups(3);
  for (int k = 0; k < 3; ++k) groups.join(2, 1);
  groups.join(0, 0);
  EXPECT_EQ(groups.count(), 2u);
  EXPECT_EQ(Groups(0).count(), 0u);
}

}  // namespace
}  // namespace lilyan
