#include <lilyan/core/schema.hpp>

#include <gtest/gtest.h>

namespace lilyan {
namespace {

TEST(Parameters, GiveBackWhatWasSet) {
  Parameters parameters;
  parameters.set("mu", 1000.0);
  parameters.set("quadrature", std::string("gauss2"));
  EXPECT_TRUE(parameters.has("mu"));
  EXPECT_EQ(parameters.number("mu"), 1000);
  EXPECT_EQ(parameters.text("quadrature"), "gauss2");
}

TEST(Parameters, KnowOnlyTheNamesThatWereSet) {
  Parameters parameters;
  EXPECT_FALSE(parameters.has("mu"));
  parameters.set("mu", 1.0);
  EXPECT_FALSE(parameters.has("Mu"));
  EXPECT_FALSE(parameters.has(""));
}

TEST(Parameters, KeepTheLastOfSeveralValues) {
  Parameters parameters;
  parameters.set("alpha", 0.25);
  parameters.set("alpha", std::string("half"));
  EXPECT_EQ(parameters.text("alpha"), "half");
}

TEST(Parameters, ThrowForANameThatIsMissingOrOfAnotherKind) {
  Parameters parameters;
  parameters.set("quadrature", std::string("gauss2"));
  EXPECT_THROW(parameters.number("alpha"), std::out_of_range);
  EXPECT_THROW(parameters.number("quadrature"), std::bad_variant_access);
}

}  // namespace
}  // namespace lilyan
