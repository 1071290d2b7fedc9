#include <lilyan/core/schema.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lilyan {
namespace {

TEST(Schema, BuildersNameTheKindAndAllowEverythingOfIt) {
  EXPECT_EQ(number().kind, Schema::Kind::number);
  EXPECT_EQ(integer().kind, Schema::Kind::integer);
  EXPECT_EQ(boolean().kind, Schema::Kind::boolean);
  EXPECT_EQ(text().kind, Schema::Kind::text);
  EXPECT_EQ(number("Pa").unit, "Pa");
  EXPECT_EQ(number().lowest, -INFINITY);
  EXPECT_EQ(number().highest, INFINITY);
  EXPECT_EQ(list(text()).fewest, 0u);
  EXPECT_EQ(list(text()).most, std::numeric_limits<std::size_t>::max());
}

TEST(Schema, BoundsSayWhetherTheyThemselvesAreAllowed) {
  const Schema open = number().above(-1).below(0.5), closed = number().at_least(-1).at_most(0.5);
  for (const Schema& schema : {open, closed}) {
    EXPECT_EQ(schema.lowest, -1);
    EXPECT_EQ(schema.highest, 0.5);
  }
  EXPECT_FALSE(open.lowest_allowed || open.highest_allowed);
  EXPECT_TRUE(closed.lowest_allowed && closed.highest_allowed);
}

TEST(Schema, ALaterBoundReplacesAnEarlierOne) {
  const Schema schema = number().above(0).at_least(1);
  EXPECT_EQ(schema.lowest, 1);
  EXPECT_TRUE(schema.lowest_allowed);
}

TEST(Schema, ABuilderLeavesTheOriginalAsItWas) {
  const Schema any = number("m"), any_point = vec3("m");
  EXPECT_EQ(any.above(0).lowest, 0);
  EXPECT_EQ(any_point.above(0).item->lowest, 0);
  EXPECT_EQ(any.lowest, -INFINITY);
  EXPECT_EQ(any_point.item->lowest, -INFINITY);
}

TEST(Schema, ABoundOnAListIsABoundOnItsItems) {
  const Schema sizes = vec3("m").above(0);
  EXPECT_EQ(sizes.item->lowest, 0);
  EXPECT_FALSE(sizes.item->lowest_allowed);
  EXPECT_EQ(sizes.item->unit, "m");
  EXPECT_EQ(sizes.lowest, -INFINITY);

  const Schema matrix = list(vec3(), 3, 3).at_most(7);
  EXPECT_EQ(matrix.item->item->highest, 7) << "also on the items of a list of lists";
  EXPECT_EQ(matrix.item->fewest, 3u);
}

TEST(Schema, AVectorIsAListOfExactlyThreeNumbers) {
  const Schema vector = vec3("m/s");
  EXPECT_EQ(vector.kind, Schema::Kind::list);
  EXPECT_EQ(vector.fewest, 3u);
  EXPECT_EQ(vector.most, 3u);
  EXPECT_EQ(vector.item->kind, Schema::Kind::number);
  EXPECT_EQ(vector.item->unit, "m/s");
}

TEST(Schema, AFieldIsRequiredUnlessItIsSaidOtherwise) {
  const Field required("mu", number("Pa"), "shear modulus");
  EXPECT_EQ(required.need, Field::Need::required);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(required.standard));
  const Field optional("axes", text(), "components held", Field::Need::optional);
  EXPECT_EQ(optional.need, Field::Need::optional);
  EXPECT_TRUE(std::holds_alternative<std::monostate>(optional.standard));
}

TEST(Schema, AFieldWithADefaultIsOptionalAndKeepsTheDefaultsType) {
  EXPECT_EQ(Field("alpha", number(), "", 0.5).need, Field::Need::optional);
  EXPECT_EQ(std::get<double>(Field("alpha", number(), "", 0.5).standard), 0.5);
  EXPECT_EQ(std::get<bool>(Field("on", boolean(), "", true).standard), true);
  EXPECT_EQ(std::get<std::string>(Field("rule", text(), "", "exact").standard), "exact") << "a literal is a text, not a bool";
  EXPECT_EQ(std::get<std::vector<double>>(Field("g", vec3(), "", std::vector<double>{0, -9.81, 0}).standard)[1], -9.81);
}

TEST(Schema, AnObjectKeepsItsFieldsInTheOrderOfTheirDeclaration) {
  const Schema object = Schema::object({{"b", number(), "second letter"}, {"a", text(), "first letter"}});
  ASSERT_EQ(object.fields.size(), 2u);
  EXPECT_EQ(object.fields[0].name, "b");
  EXPECT_EQ(object.fields[1].schema.kind, Schema::Kind::text);
  EXPECT_EQ(object.fields[1].meaning, "first letter");
}

TEST(Schema, EitherHoldsItsFormsWithoutNames) {
  const Schema either = Schema::either({text(), list(text())});
  ASSERT_EQ(either.alternatives.size(), 2u);
  EXPECT_EQ(either.alternatives[0].name, "");
  EXPECT_EQ(either.alternatives[1].schema.kind, Schema::Kind::list);
}

TEST(DescribeSchema, SaysTheRangeAndTheUnitOfANumber) {
  EXPECT_EQ(describe(number()), "a number");
  EXPECT_EQ(describe(number("s")), "a number [s]");
  EXPECT_EQ(describe(number("Pa").above(0)), "a number above 0 [Pa]");
  EXPECT_EQ(describe(number().below(0.5)), "a number below 0.5");
  EXPECT_EQ(describe(number().above(-1).below(0.5)), "a number above -1 and below 0.5");
  EXPECT_EQ(describe(number("m").at_least(0).at_most(1)), "a number at least 0 and at most 1 [m]");
  EXPECT_EQ(describe(integer().at_least(1)), "a whole number at least 1");
}

TEST(DescribeSchema, SaysWhatMayBeWritten) {
  EXPECT_EQ(describe(boolean()), "true or false");
  EXPECT_EQ(describe(text()), "a text");
  EXPECT_EQ(describe(choice({"x", "y", "z"})), "one of \"x\", \"y\", \"z\"");
  EXPECT_EQ(describe(choice({"only"})), "one of \"only\"");
  EXPECT_EQ(describe(Schema::object({{"mass", number("kg"), "total mass"}})), "an object {...}");
}

TEST(DescribeSchema, SaysHowManyItemsAListHasAndWhatEachIs) {
  EXPECT_EQ(describe(vec3("m").above(0)), "a list of 3, each a number above 0 [m]");
  EXPECT_EQ(describe(list(integer(), 1)), "a list of at least 1, each a whole number");
  EXPECT_EQ(describe(list(vec3(), 3, 3)), "a list of 3, each a list of 3, each a number");
}

TEST(DescribeSchema, SaysHowManyItemsAListMayHaveAtMost) {
  EXPECT_NE(describe(list(choice({"x", "y", "z"}), 1, 3)).find("3"), std::string::npos)
      << describe(list(choice({"x", "y", "z"}), 1, 3));
  EXPECT_NE(describe(list(number(), 0, 4)).find("4"), std::string::npos) << describe(list(number(), 0, 4));
}

TEST(DescribeSchema, NamesTheTypesOfATaggedObject) {
  const Schema tagged = Schema::tagged({{"box", "a block", Schema::object({})}, {"file", "from disk", Schema::object({})}});
  EXPECT_EQ(tagged.kind, Schema::Kind::tagged);
  EXPECT_EQ(describe(tagged), "an object with \"type\" one of \"box\", \"file\"");
}

TEST(DescribeSchema, SaysWhatEachNameStandsFor) {
  EXPECT_EQ(named(number(), 5).kind, Schema::Kind::named);
  EXPECT_EQ(describe(named(number("kg").above(0), 5)), "an object of at most 5 names, each with a number above 0 [kg]");
}

TEST(DescribeSchema, JoinsTheFormsOfEither) {
  EXPECT_EQ(describe(Schema::either({number("s").above(0), list(text(), 2, 2)})),
            "a number above 0 [s], or a list of 2, each a text");
}

}  // namespace
}  // namespace lilyan
