#include <lilyan/core/platform/outside_program.hpp>

#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>

#include <signal.h>

#include <cerrno>
#include <chrono>
#include <thread>

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

TEST(OutsideProgram, ThatReturnsTheStatusOfAMissingOneIsFound) {
  const OutsideRun run = run_outside("sh", {"-c", "exit 127"}, "/", 20);
  EXPECT_TRUE(run.found);
  EXPECT_EQ(run.status, 127);
}

TEST(OutsideProgram, ThatMayNotBeRunSaysWhy) {
  const test::TemporaryFolder folder;
  const OutsideRun run = run_outside(folder.write("mesher", "#!/bin/sh\n"), {}, folder.path(), 20);
  EXPECT_TRUE(run.found);
  EXPECT_EQ(run.error, EACCES);
}

// Whether the process is gone, or ended and waits to be noticed; asked for a while.
bool is_gone(const std::string& pid) {
  for (int tries = 0; tries < 25000; ++tries) {
    const std::string state = test::read_text("/proc/" + pid + "/stat");
    if (state.empty() || state.find(") Z ") != std::string::npos) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST(OutsideProgram, IsEndedWithItsChildrenWhenItsTimeIsUp) {
  const test::TemporaryFolder folder;
  OutsideProgram program("sh", {"-c", "sleep 1000 & echo $! > child; sleep 1000"}, folder.path());
  std::string child;
  while (!child.ends_with('\n')) child = folder.read("child");
  EXPECT_TRUE(program.wait(0.3).timed_out);
  EXPECT_TRUE(is_gone(child.substr(0, child.size() - 1)));
}

TEST(OutsideProgram, DoesNotLeaveItsChildrenBehindNorWaitForThem) {
  const OutsideRun run = run_outside("sh", {"-c", "sleep 1000 & echo $!; exit 5"}, "/", 600);
  EXPECT_FALSE(run.timed_out);
  EXPECT_EQ(run.status, 5);
  ASSERT_THAT(run.words, ::testing::EndsWith("\n"));
  EXPECT_TRUE(is_gone(run.words.substr(0, run.words.size() - 1)));
}

TEST(OutsideProgram, IsEndedOnceItsCallerWantsIt) {
  const std::atomic<bool> stop = true;
  OutsideProgram program("sleep", {"1000"}, "/", OutsideProgram::Input::fed);
  EXPECT_EQ(program.feed("x", 600, &stop), OutsideProgram::Fed::stopped);
  const OutsideRun run = program.wait(600, &stop);
  EXPECT_TRUE(run.stopped);
  EXPECT_EQ(run.status, 128 + SIGKILL);
  EXPECT_FALSE(program.is_running());
}

TEST(OutsideProgram, IsFedWhileItTalks) {
  OutsideProgram program("sh", {"-c", "tee /dev/stderr | wc -c"}, "/", OutsideProgram::Input::fed);
  const std::string bytes(3 << 20, 'x');
  EXPECT_EQ(program.feed(bytes, 60), OutsideProgram::Fed::all);
  const OutsideRun run = program.wait(60);
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.words, bytes.substr(0, 1 << 20));
}

TEST(OutsideProgram, ThatReadsNothingIsToldApartFromOneThatReadsNoMore) {
  const std::string bytes(16 << 20, 'x');
  OutsideProgram asleep("sleep", {"1000"}, "/", OutsideProgram::Input::fed);
  EXPECT_EQ(asleep.feed(bytes, 0.2), OutsideProgram::Fed::too_slow);
  OutsideProgram gone("sh", {"-c", "exec <&-; sleep 1000"}, "/", OutsideProgram::Input::fed);
  EXPECT_EQ(gone.feed(bytes, 600), OutsideProgram::Fed::refused);
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
