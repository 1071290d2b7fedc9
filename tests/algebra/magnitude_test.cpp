// Patterns within others, and bounds of rounding.
#include <lilyan/algebra/magnitude.hpp>

#include <gtest/gtest.h>

#include <tests/algebra/matrices.hpp>

namespace lilyan::test {
namespace {

BlockPatternBuilder chain() {
  BlockPatternBuilder builder(5);
  builder.add({0, 1, 1, 2, 2, 3, 3, 4}, 2);
  return builder;
}

BlockPatternBuilder shortcut() {
  BlockPatternBuilder builder(5);
  builder.add({0, 3, 4}, 3);
  return builder;
}

Mat3 numbered(double first) {
  Mat3 block;
  for (int e = 0; e < 9; ++e) block(e / 3, e % 3) = first + e * (e % 2 == 0 ? 1 : -1);
  return block;
}

TEST(Patterns, SayWhatMeetsInThem) {
  const auto pattern = chain().build();
  EXPECT_GE(pattern->place_of(2, 1), 0);
  EXPECT_EQ(pattern->place_of(3, 1), -1);
  EXPECT_TRUE(chain().is_within(*pattern));
  EXPECT_FALSE(shortcut().is_within(*pattern));
  EXPECT_TRUE(BlockPatternBuilder(5).is_within(*pattern));
}

TEST(Patterns, HaveTheSameFingerprintWhereTheyAreTheSame) {
  const auto both = chain().build_with(shortcut());
  EXPECT_EQ(chain().build()->fingerprint(), chain().build()->fingerprint());
  EXPECT_NE(chain().build()->fingerprint(), both->fingerprint());
  EXPECT_NE(chain().build()->fingerprint(), BlockPatternBuilder(5).build()->fingerprint());
  EXPECT_LT(both->fingerprint(), std::uint64_t{1} << 53);
}

TEST(Patterns, KeepThePlacesOfTheirGroupsWithMoreThatMeets) {
  const auto all = chain().build_with(shortcut());
  ASSERT_EQ(all->places(0).size(), 12u);
  EXPECT_EQ(all->places(0)[1], all->place_of(1, 0));
  EXPECT_GE(all->place_of(3, 0), 0);
}

TEST(Matrices, AreAddedToThoseOfALargerPattern) {
  const auto both = chain().build_with(shortcut());
  BlockMatrix part(chain().build()), whole(both);
  part.add_to_block(2, 1, numbered(1));
  part.add_to_block(4, 4, Mat3::Identity());
  whole.add_to_block(3, 0, numbered(5));
  const Vector x = Vector::LinSpaced(15, -1, 3);
  const Vector expected = whole.times(x) + 2 * part.times(x);
  GeneralBlockMatrix general(both), of_part(chain().build());
  general.add(1, whole);
  of_part.add_to_block(1, 2, numbered(-3));
  const Vector expected_of_general = expected + of_part.times(x);
  whole.add(2, part);
  EXPECT_LT((whole.times(x) - expected).norm(), 1e-13);
  general.add(2, part);
  general.add(1, of_part);
  EXPECT_LT((general.times(x) - expected_of_general).norm(), 1e-13);
}

TEST(Magnitude, IsTheProductOfAbsoluteValues) {
  BlockMatrix A(chain().build());
  GeneralBlockMatrix B(chain().build());
  Dense dense_A = Dense::Zero(15, 15), dense_B = dense_A;
  const Mat3 lower = numbered(-4), upper = numbered(2);
  A.add_to_block(3, 2, lower);
  dense_A.block<3, 3>(9, 6) = lower;
  dense_A.block<3, 3>(6, 9) = lower.transpose();
  B.add_to_block(3, 2, lower);
  B.add_to_block(2, 3, upper);
  dense_B.block<3, 3>(9, 6) = lower;
  dense_B.block<3, 3>(6, 9) = upper;
  const Vector x = Vector::LinSpaced(15, -1, 3);
  EXPECT_LT((magnitude_of_product(A, x) - dense_A.cwiseAbs() * x.cwiseAbs()).norm(), 1e-13);
  EXPECT_LT((magnitude_of_product(B, x) - dense_B.cwiseAbs() * x.cwiseAbs()).norm(), 1e-13);
}

TEST(Magnitude, LeavesWhatIsBeyondTheBound) {
  EXPECT_EQ(beyond(Vector{{3.0, -3.0, 0.5, -0.5}}, Vector{{1.0, 2.0, 1.0, 0.0}}), (Vector{{2.0, -1.0, 0.0, -0.5}}));
}

}  // namespace
}  // namespace lilyan::test
