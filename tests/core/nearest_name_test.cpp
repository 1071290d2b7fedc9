#include <lilyan/core/error.hpp>

#include <gtest/gtest.h>

namespace lilyan {
namespace {

const std::vector<std::string> kParameterNames = {"youngs_modulus", "poissons_ratio", "mu", "lambda", "bulk_modulus", "density"};

TEST(NearestName, FindsTheWordThatWasMeant) {
  EXPECT_EQ(nearest_name("poisson_ratio", kParameterNames), "poissons_ratio");   // a letter missing
  EXPECT_EQ(nearest_name("lammbda", kParameterNames), "lambda");                 // a letter too many
  EXPECT_EQ(nearest_name("densita", kParameterNames), "density");                // a wrong letter
  EXPECT_EQ(nearest_name("youngs_modulsu", kParameterNames), "youngs_modulus");  // two letters exchanged
}

TEST(NearestName, ReturnsAnExactNameItself) {
  for (const std::string& name : kParameterNames) EXPECT_EQ(nearest_name(name, kParameterNames), name);
}

TEST(NearestName, IgnoresCase) {
  EXPECT_EQ(nearest_name("Density", kParameterNames), "density");
  EXPECT_EQ(nearest_name("LAMBDA", kParameterNames), "lambda");
}

TEST(NearestName, PrefersTheNearerOfTwo) {
  EXPECT_EQ(nearest_name("modulus_a", {"modulus_bb", "modulus_b"}), "modulus_b");
  EXPECT_EQ(nearest_name("step", {"stop", "steps", "step"}), "step");
}

TEST(NearestName, TakesTheFirstOfTwoEquallyNear) { EXPECT_EQ(nearest_name("cat", {"bat", "hat"}), "bat"); }

TEST(NearestName, SuggestsNothingForAWordThatIsFarFromAll) {
  EXPECT_EQ(nearest_name("temperature", kParameterNames), "");
  EXPECT_EQ(nearest_name("colour_of_the_sky", kParameterNames), "");
}

TEST(NearestName, SuggestsNothingWithoutAWordOrWithoutCandidates) {
  EXPECT_EQ(nearest_name("", kParameterNames), "");
  EXPECT_EQ(nearest_name("mu", {}), "");
}

TEST(NearestName, SuggestsNothingForAHostilelyLongWord) {
  EXPECT_EQ(nearest_name(std::string(1'000'000, 'm'), kParameterNames), "");
  // Not even where the long word differs from a candidate by one letter: 64 letters are the most that are compared.
  EXPECT_EQ(nearest_name(std::string(65, 'a'), {std::string(64, 'a')}), "");
  EXPECT_EQ(nearest_name(std::string(64, 'a'), {std::string(63, 'a')}), std::string(63, 'a'));
}

TEST(NearestName, TakesBytesThatAreNotLetters) {
  EXPECT_EQ(nearest_name("densit\xc3\xa9", kParameterNames), "density");
  EXPECT_EQ(nearest_name(std::string("\xff\x80\x00\xfe\x81\x01", 6), kParameterNames), "");
}

TEST(NearestName, DoesNotSuggestAWordThatSharesNoLetter) {
  EXPECT_EQ(nearest_name("zz", kParameterNames), "");
  EXPECT_EQ(nearest_name("h", kParameterNames), "");
}

}  // namespace
}  // namespace lilyan
