#include <lilyan/core/error.hpp>

#include <gtest/gtest.h>

namespace lilyan {
namespace {

TEST(Error, SaysWhereWhatAndWhatToDo) {
  EXPECT_EQ(to_text({"scene.range", "bodies/0/mass", "-1 is not above 0 [kg]", "give a positive mass"}),
            "error: bodies/0/mass: -1 is not above 0 [kg]\n  hint: give a positive mass");
}

TEST(Error, LeavesOutThePlaceAndTheHintWhereThereAreNone) {
  EXPECT_EQ(to_text({"algebra.memory", "", "too large", ""}), "error: too large");
  EXPECT_EQ(to_text({"algebra.memory", "", "too large", "use a coarser mesh"}), "error: too large\n  hint: use a coarser mesh");
  EXPECT_EQ(to_text({"mesh.syntax", "bar.msh:17", "not a number", ""}), "error: bar.msh:17: not a number");
}

TEST(Error, IsAStandardExceptionThatListsEveryFaultInOrder) {
  const InputError error(std::vector<Fault>{{"a", "one", "first", "do this"}, {"b", "two", "second", ""}});
  const std::exception& base = error;
  EXPECT_STREQ(base.what(), "error: one: first\n  hint: do this\nerror: two: second");
  ASSERT_EQ(error.faults().size(), 2u);
  EXPECT_EQ(error.faults()[0].id, "a");
  EXPECT_EQ(error.faults()[1].id, "b");
}

TEST(Error, KeepsItsTextAfterTheOriginalIsGone) {
  auto copy = [] { return InputError(Fault{"a", "place", "message", "hint"}); }();
  const InputError second = copy;
  copy = InputError(Fault{"b", "", "other", ""});
  EXPECT_STREQ(second.what(), "error: place: message\n  hint: hint");
}

TEST(FaultList, ThrowsNothingWhileItIsEmpty) {
  const FaultList faults;
  EXPECT_TRUE(faults.empty());
  EXPECT_NO_THROW(faults.throw_if_any());
}

TEST(FaultList, ThrowsEveryFaultItCollectedAtOnce) {
  FaultList faults;
  faults.add("scene.unknown-key", "bodies/0", "unknown key \"masss\"", "did you mean `mass`?");
  faults.add("scene.range", "time/step", "0 is not above 0 [s]");
  EXPECT_FALSE(faults.empty());
  try {
    faults.throw_if_any();
    FAIL() << "two faults were passed over";
  } catch (const InputError& error) {
    ASSERT_EQ(error.faults().size(), 2u);
    EXPECT_EQ(error.faults()[0].hint, "did you mean `mass`?");
    EXPECT_EQ(error.faults()[1].place, "time/step");
    EXPECT_EQ(error.faults()[1].hint, "");
  }
}

TEST(FaultList, TakesOverAllFaultsOfAnErrorCaughtOnTheWay) {
  FaultList faults;
  faults.add("first", "", "one");
  faults.add(InputError(std::vector<Fault>{{"second", "", "two", ""}, {"third", "", "three", ""}}));
  faults.add("fourth", "", "four");
  std::string ids;
  for (const Fault& fault : faults.faults()) ids += fault.id + " ";
  EXPECT_EQ(ids, "first second third fourth ");
}

}  // namespace
}  // namespace lilyan
