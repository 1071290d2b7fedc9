// What a signal handler removes, asked for in a child that then ends at once.
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/core/platform/left_behind.hpp>
#include <lilyan/core/platform/outside_program.hpp>

#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace lilyan {
namespace {

template <class Work>
void in_a_child_that_ends_at_once(const Work& work) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    work();
    ::_exit(1);  // work() was to end it
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 4) << status;
}

[[noreturn]] void end_at_once() {
  leave_nothing_behind();
  ::_exit(4);
}

TEST(NothingIsLeftBehind, OfFilesAndScratchFolders) {
  const test::TemporaryFolder folder;
  folder.write("kept", "mine");
  const char* const set = std::getenv("TMPDIR");
  const std::optional<std::string> before = set ? std::optional<std::string>(set) : std::nullopt;
  ::setenv("TMPDIR", folder.path().c_str(), 1);
  in_a_child_that_ends_at_once([&] {
    FileWriter whole(folder / "whole"), half(folder / "half");
    whole.write("all");
    whole.commit();
    half.write("a part");
    const ScratchFolder scratch;
    for (int k = 0; k < 300; ++k) test::write_text(scratch.path() / ("a file with a rather long name " + std::to_string(k)), "x");
    end_at_once();
  });
  before ? ::setenv("TMPDIR", before->c_str(), 1) : ::unsetenv("TMPDIR");
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) names.push_back(entry.path().filename());
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("kept", "whole"));
}

TEST(NothingIsLeftBehind, OfOtherProgramsAndTheirChildren) {
  const test::TemporaryFolder folder;
  in_a_child_that_ends_at_once([&] {
    const OutsideProgram program("sh", {"-c", "sleep 1000 & echo $$ $! > pids; sleep 1000"}, folder.path());
    for (int tries = 0; tries < 25000 && folder.read("pids").find('\n') == std::string::npos; ++tries)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    end_at_once();
  });
  std::istringstream pids(folder.read("pids"));
  pid_t parent = 0, child = 0;
  ASSERT_TRUE(pids >> parent >> child);
  for (const pid_t pid : {parent, child}) {
    bool is_gone = false;
    for (int tries = 0; tries < 25000 && !is_gone; ++tries) {
      // An orphan that nobody has reaped yet runs no more either.
      const std::string state = test::read_text("/proc/" + std::to_string(pid) + "/stat");
      is_gone = state.empty() || state.find(") Z ") != std::string::npos;
      if (!is_gone) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_TRUE(is_gone) << pid;
    if (!is_gone) ::kill(pid, SIGKILL);
  }
}

TEST(NothingIsLeftBehind, AndMoreThanCanBePutDownIsNoError) {
  const test::TemporaryFolder folder;
  constexpr int kMany = 200;
  for (int k = 0; k < kMany; ++k) folder.write(std::to_string(k), "x");
  in_a_child_that_ends_at_once([&] {
    std::vector<LeftBehind> many;
    for (int k = 0; k < kMany; ++k) many.push_back(LeftBehind::file(folder / std::to_string(k)));
    many.emplace_back();
    // What found no room has nobody else's: forgetting it forgets nothing else.
    for (int k = kMany / 2; k <= kMany; ++k) many[static_cast<std::size_t>(k)].forget();
    many[7].forget();
    end_at_once();
  });
  int first_left = 0, left = 0;
  for (int k = kMany - 1; k >= 0; --k)
    if (std::filesystem::exists(folder / std::to_string(k))) ++left, first_left = k == 7 ? first_left : k;
  EXPECT_TRUE(std::filesystem::exists(folder / "7")) << "forgotten";
  EXPECT_GE(first_left, 32) << "those put down first are removed, some dozens of them";
  EXPECT_EQ(left, kMany - first_left + 1) << "all others stay";
}

// It would have no room in its slot, and take that of others.
TEST(NothingIsLeftBehind, AndAPathThatIsTooLongIsNotPutDown) {
  const test::TemporaryFolder folder;
  constexpr int kSome = 40;
  for (int k = 0; k < kSome; ++k) folder.write(std::to_string(k), "x");
  in_a_child_that_ends_at_once([&] {
    std::vector<LeftBehind> some;
    for (int k = 0; k < kSome; ++k) some.push_back(LeftBehind::file(folder / std::to_string(k)));
    for (int k = 0; k < 20; ++k) some[static_cast<std::size_t>(k)].forget();
    const LeftBehind too_long = LeftBehind::file(std::string(100000, 'x'));
    end_at_once();
  });
  for (int k = 0; k < kSome; ++k) EXPECT_EQ(std::filesystem::exists(folder / std::to_string(k)), k < 20) << k;
}

TEST(NothingIsLeftBehind, OfAFolderOfFilesNorOfItsLock) {
  const test::TemporaryFolder folder;
  folder.write("kept/a.txt", "old");
  in_a_child_that_ends_at_once([&] {
    std::vector<std::unique_ptr<FolderWriter>> writers;
    for (const char* name : {"deep/new", "kept"}) {
      writers.push_back(std::make_unique<FolderWriter>(folder / name, [](const std::string&) { return true; }));
      write_atomically(writers.back()->path() / "a.txt", "new");
    }
    end_at_once();
  });
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path()))
    names.push_back(entry.path().lexically_relative(folder.path()));
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("kept", "kept/a.txt"));
  EXPECT_EQ(folder.read("kept/a.txt"), "old");
}

TEST(NothingIsLeftBehind, BecauseTheEndWaitsForWhatMustNotBeInterrupted) {
  const test::TemporaryFolder folder;
  in_a_child_that_ends_at_once([&] {
    ::signal(SIGTERM, [](int signal) {
      if (!end_waits(signal)) end_at_once();
    });
    {
      const EndWaits outer;
      {
        const EndWaits inner;
        ::raise(SIGTERM);
      }
      folder.write("done", "x");
    }
    folder.write("too late", "x");
  });
  EXPECT_TRUE(std::filesystem::exists(folder / "done"));
  EXPECT_FALSE(std::filesystem::exists(folder / "too late"));
}

TEST(NothingIsLeftBehind, AndRoomIsGivenBack) {
  const test::TemporaryFolder folder;
  for (int k = 0; k < 1000; ++k) LeftBehind::file(folder / "passing").forget();
  folder.write("last", "x");
  in_a_child_that_ends_at_once([&] {
    const LeftBehind last = LeftBehind::file(folder / "last");
    end_at_once();
  });
  EXPECT_FALSE(std::filesystem::exists(folder / "last"));
}

}  // namespace
}  // namespace lilyan
