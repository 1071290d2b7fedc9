#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/folder_lock.hpp>

#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>

#include <unistd.h>

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

TEST(HonestFolderLock, MakesNoFolderWhereItIsNotAskedTo) {
  const TemporaryFolder folder;
  EXPECT_FALSE(FolderLock(folder / "none", FolderLock::Missing::ignore).is_held());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace lilyan
