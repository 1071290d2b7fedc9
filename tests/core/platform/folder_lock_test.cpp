#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/folder_lock.hpp>

#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <string>

namespace lilyan {
namespace {

using test::TemporaryFolder;
using ::testing::HasSubstr;

TEST(HonestFolderLock, IsHeldByOneOwnerAtATimeAndNamesIt) {
  const TemporaryFolder folder;
  {
    const FolderLock first(folder.path());
    EXPECT_TRUE(first.is_held());
    EXPECT_EQ(writer_of_folder(folder.path()), std::to_string(getpid()));
    try {
      const FolderLock second(folder.path());
      FAIL() << "two owners";
    } catch (const InputError& error) {
      EXPECT_EQ(error.faults().front().id, "output.locked");
      EXPECT_THAT(error.what(), HasSubstr(std::to_string(getpid())));
    }
  }
  EXPECT_EQ(writer_of_folder(folder.path()), std::nullopt);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_TRUE(FolderLock(folder.path()).is_held());
}

TEST(HonestFolderLock, OfAnOwnerWhoIsGoneLocksNothing) {
  const TemporaryFolder folder;
  folder.write(kFolderLockName, "123\n");
  EXPECT_EQ(writer_of_folder(folder.path()), std::nullopt);
  EXPECT_TRUE(FolderLock(folder.path()).is_held());
}

TEST(HonestFolderLock, TakesTheFoldersThatItMadeAwayAgainWhereNothingIsInThem) {
  const TemporaryFolder folder;
  { const FolderLock lock(folder / "a/b"); }
  EXPECT_FALSE(std::filesystem::exists(folder / "a"));
  {
    const FolderLock lock(folder / "a/b");
    folder.write("a/mine.txt", "mine");
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "a/b"));
  EXPECT_TRUE(std::filesystem::exists(folder / "a/mine.txt"));
}

std::string fault_of_locking(const std::filesystem::path& folder) {
  try {
    const FolderLock lock(folder);
    return lock.is_held() ? "" : "not held";
  } catch (const InputError& error) {
    return error.faults().front().id;
  }
}

TEST(HonestFolderLock, WritesNothingIntoAFileThatHasAnotherName) {
  const TemporaryFolder folder;
  folder.write("mine", "my own words");
  std::filesystem::create_hard_link(folder / "mine", folder / kFolderLockName);
  {
    const FolderLock lock(folder.path());
    EXPECT_TRUE(lock.is_held());
    EXPECT_EQ(fault_of_locking(folder.path()), "output.locked");
  }
  EXPECT_EQ(folder.read("mine"), "my own words");
  EXPECT_FALSE(std::filesystem::exists(folder / kFolderLockName));
}

TEST(HonestFolderLock, CanBeSeenByEveryUserWhateverTheUmaskIs) {
  const TemporaryFolder folder;
  const mode_t before = ::umask(077);
  const FolderLock lock(folder.path());
  ::umask(before);
  using std::filesystem::perms;
  const perms read_by_all = perms::owner_read | perms::group_read | perms::others_read;
  EXPECT_EQ(std::filesystem::status(folder / kFolderLockName).permissions() & read_by_all, read_by_all);
}

// What the fault of locking is for another user; only root can tell.
std::string fault_for_another_user(const std::filesystem::path& folder) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    std::string fault = "cannot become another user";
    if (::setgid(65534) == 0 && ::setuid(65534) == 0) fault = fault_of_locking(folder);
    [[maybe_unused]] const ssize_t written = ::write(ends[1], fault.data(), fault.size());
    ::_exit(0);
  }
  ::close(ends[1]);
  char text[100];
  const ssize_t size = ::read(ends[0], text, sizeof text);
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  return {text, static_cast<std::size_t>(std::max<ssize_t>(0, size))};
}

TEST(HonestFolderLock, IsClosedToAnotherUserAndOpenOnceItsOwnerIsGone) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  const TemporaryFolder folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
  {
    const FolderLock lock(folder.path());
    EXPECT_EQ(fault_for_another_user(folder.path()), "output.locked");
  }
  folder.write(kFolderLockName, "123\n");  // of root, who was killed
  EXPECT_EQ(fault_for_another_user(folder.path()), "");
  folder.write(kFolderLockName, "123\n");
  std::filesystem::permissions(folder / kFolderLockName, std::filesystem::perms::none);
  EXPECT_EQ(fault_for_another_user(folder.path()), "output.locked") << "nobody can tell whether it is held";
}

TEST(HonestFolderLock, OfAFileLocksThatFileAlone) {
  const TemporaryFolder folder;
  {
    const FileLock lock(folder / "a.png"), other(folder / "b.png");
    const FolderLock of_all(folder.path());
    try {
      const FileLock second(folder / "a.png");
      FAIL() << "two owners";
    } catch (const InputError& error) {
      EXPECT_EQ(error.faults().front().id, "output.locked");
      EXPECT_THAT(error.what(), HasSubstr(std::to_string(getpid()) + " is writing this file"));
    }
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  const FileLock nowhere(folder / "none/a.png"), long_name(folder / std::string(250, 'x'));
}

TEST(HonestFolderLock, MakesNoFolderWhereItIsNotAskedTo) {
  const TemporaryFolder folder;
  EXPECT_FALSE(FolderLock(folder / "none", FolderLock::Missing::ignore).is_held());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace lilyan
