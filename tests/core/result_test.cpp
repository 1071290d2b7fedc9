#include <lilyan/core/result.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <type_traits>

namespace lilyan {
namespace {

struct Reason {
  std::string text;
};
using Answer = Result<int, Reason>;

Answer half(int n) {
  if (n % 2 != 0) return Reason{"odd"};
  return n / 2;
}

TEST(Result, IsTrueWithItsValueWhereThereIsOne) {
  const Answer answer = half(6);
  ASSERT_TRUE(answer);
  EXPECT_EQ(*answer, 3);
}

TEST(Result, IsFalseWithTheReasonWhereThereIsNone) {
  const Answer answer = half(7);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.failure().text, "odd");
}

TEST(Result, ThrowsWhereTheWrongHalfIsAskedFor) {
  EXPECT_THROW((void)*half(7), std::bad_variant_access);
  EXPECT_THROW((void)half(6).failure(), std::bad_variant_access);
}

TEST(Result, HoldsAValueThatCanOnlyBeMoved) {
  Result<std::unique_ptr<int>, Reason> answer(std::make_unique<int>(5));
  ASSERT_TRUE(answer);
  EXPECT_EQ(**answer, 5);
  const std::unique_ptr<int> taken = std::move(*answer);
  EXPECT_EQ(*taken, 5);
}

TEST(Result, ReachesMembersByTheArrowAndLetsThemChange) {
  Result<std::string, int> answer(std::string("ab"));
  answer->push_back('c');
  EXPECT_EQ(std::as_const(answer)->size(), 3u);
  EXPECT_EQ(*answer, "abc");
}

TEST(Result, IsNoNumberByAccident) {
  static_assert(!std::is_convertible_v<Answer, bool> && !std::is_convertible_v<Answer, int>);
  static_assert(std::is_constructible_v<bool, Answer>);
}

}  // namespace
}  // namespace lilyan
