#include <lilyan/meshing/outside_program.hpp>

#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>

namespace lilyan {
namespace {

using ::testing::HasSubstr;

TEST(OutsideProgram, HasItsWordsAndStatusKept) {
  const test::TemporaryFolder folder;
  const OutsideRun run = run_outside("sh", {"-c", "pwd; echo bad luck >&2; exit 3"}, folder.path(), 20);
  EXPECT_TRUE(run.found);
  EXPECT_EQ(run.status, 3);
  EXPECT_THAT(run.words, HasSubstr("bad luck"));
  EXPECT_THAT(run.words, HasSubstr(folder.path().filename().string()));
  EXPECT_EQ(run_outside("sh", {"-c", "kill -6 $$"}, folder.path(), 20).status, 128 + 6);
}

TEST(OutsideProgram, ThatIsMissingIsNotFound) {
  EXPECT_FALSE(run_outside("no-such-mesher", {}, "/", 20).found);
  EXPECT_FALSE(run_outside("sh", {"-c", "true"}, "/no/such/folder", 20).found);
}

TEST(OutsideProgram, IsEndedWithItsChildrenWhenItsTimeIsUp) {
  const OutsideRun run = run_outside("sh", {"-c", "echo started; sleep 100 & sleep 100"}, "/", 0.3);
  EXPECT_TRUE(run.timed_out);
  EXPECT_THAT(run.words, HasSubstr("started"));
}

TEST(OutsideProgram, TakesItsArgumentsAsTheyAre) {
  EXPECT_EQ(run_outside("printf", {"%s|", "a b", "$HOME", "; ls"}, "/", 20).words, "a b|$HOME|; ls|");
}

TEST(OutsideProgram, MayTalkWithoutEnd) {
  const OutsideRun run = run_outside("sh", {"-c", "yes | head -c 3000000"}, "/", 60);
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.words.size(), std::size_t{1} << 20);
}

}  // namespace
}  // namespace lilyan
