#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_writer.hpp>

#include <tests/support/largest_file.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>

#include <unistd.h>

#include <string>
#include <vector>

namespace lilyan {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

std::string fault_of_writing(const std::filesystem::path& file) {
  try {
    write_atomically(file, "new");
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults().front().id, "output.write");
    return error.what();
  }
  return "";
}

TEST(FileWriter, ShowsAFileOnlyOnceItIsWhole) {
  const test::TemporaryFolder folder;
  folder.write("a", "old");
  FileWriter writer(folder / "a");
  const std::string long_text(200000, 'x');
  writer.write("new");
  writer.write(long_text);
  EXPECT_EQ(folder.read("a"), "old");
  EXPECT_TRUE(std::filesystem::exists(folder / "a.part"));
  writer.commit();
  EXPECT_EQ(folder.read("a"), "new" + long_text);
  EXPECT_FALSE(std::filesystem::exists(folder / "a.part"));
}

TEST(FileWriter, ThatIsGivenUpLeavesTheOldFileAndNothingElse) {
  const test::TemporaryFolder folder;
  folder.write("a", "old");
  { FileWriter(folder / "a").write("new"); }
  EXPECT_EQ(folder.read("a"), "old");
  EXPECT_FALSE(std::filesystem::exists(folder / "a.part"));
}

TEST(FileWriter, SaysWhatIsInItsWayUnderTheNameThatTheUserKnows) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(fault_of_writing(folder / "none/a"), HasSubstr("none/a: cannot write this file: No such file or directory"));
  std::filesystem::create_directory(folder / "a");
  EXPECT_THAT(fault_of_writing(folder / "a"), HasSubstr("cannot replace this file"));
  EXPECT_FALSE(std::filesystem::exists(folder / "a.part"));
}

TEST(FileWriter, OnAFullDiskSaysSoAndLeavesTheOldFile) {
  const test::TemporaryFolder folder;
  folder.write("a", "old");
  {
    const test::LargestFile limit(1);
    EXPECT_THAT(fault_of_writing(folder / "a"), HasSubstr("File too large"));
  }
  EXPECT_EQ(folder.read("a"), "old");
  EXPECT_FALSE(std::filesystem::exists(folder / "a.part"));
}

TEST(HonestFileWriter, DoesNotWriteThroughALink) {
  const test::TemporaryFolder folder;
  folder.write("mine", "mine");
  std::filesystem::create_symlink("mine", folder / "a.part");
  EXPECT_EQ(fault_of_writing(folder / "a"), "");
  EXPECT_EQ(folder.read("mine"), "mine");
}

bool is_text(const std::string& name) { return name.ends_with(".txt"); }

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename());
  return names;
}

TEST(FolderWriter, ShowsTheFilesOfANewFolderInOneGo) {
  const test::TemporaryFolder folder;
  {
    FolderWriter writer(folder / "new", is_text);
    write_atomically(writer.path() / "a.txt", "a");
    write_atomically(writer.path() / "b.txt", "b");
    EXPECT_THAT(names_in(folder / "new"), ElementsAre(kFolderLockName));
    writer.commit();
    EXPECT_THAT(names_in(folder.path()), ElementsAre("new"));
    EXPECT_THAT(names_in(folder / "new"), UnorderedElementsAre("a.txt", "b.txt", kFolderLockName)) << "locked to the end";
    EXPECT_EQ(writer_of_folder(folder / "new"), std::to_string(::getpid()));
  }
  EXPECT_THAT(names_in(folder / "new"), UnorderedElementsAre("a.txt", "b.txt"));
}

TEST(FolderWriter, LetsNobodyElseWriteThere) {
  const test::TemporaryFolder folder;
  for (const char* name : {"new", "."}) {
    FolderWriter first(folder / name, is_text);
    try {
      const FolderWriter second(folder / name, is_text);
      FAIL() << "two writers";
    } catch (const InputError& error) {
      EXPECT_EQ(error.faults().front().id, "output.locked");
    }
    write_atomically(first.path() / "a.txt", "a");
    first.commit();
    EXPECT_EQ(folder.read(std::string(name) + "/a.txt"), "a");
  }
}

TEST(FolderWriter, ThatIsGivenUpLeavesWhatWasThere) {
  const test::TemporaryFolder folder;
  folder.write("kept/a.txt", "old");
  for (const char* name : {"new", "deep/er", "kept"}) {
    const FolderWriter writer(folder / name, is_text);
    write_atomically(writer.path() / "a.txt", "new");
  }
  EXPECT_THAT(names_in(folder.path()), ElementsAre("kept"));
  EXPECT_THAT(names_in(folder / "kept"), ElementsAre("a.txt"));
  EXPECT_EQ(folder.read("kept/a.txt"), "old");
}

TEST(FolderWriter, RemovesAllThatAKilledOneLeft) {
  const test::TemporaryFolder folder;
  folder.write("out/.lilyan.part/other.model", "of other files than ours");
  folder.write("out.part/.lilyan.lock", "123");
  folder.write("out.part/other.model.part", "half");
  FolderWriter writer(folder / "out", is_text);
  write_atomically(writer.path() / "a.txt", "a");
  writer.commit();
  EXPECT_THAT(names_in(folder.path()), ElementsAre("out"));
  EXPECT_THAT(names_in(folder / "out"), UnorderedElementsAre("a.txt", kFolderLockName));
}

TEST(FolderWriter, NamesScenesBeforeTheFilesThatTheyTellOf) {
  const test::TemporaryFolder folder;
  FolderWriter writer(folder.path(), [](const std::string&) { return true; });
  const std::vector<std::string> scenes = {"a.json", "f.json", "k.json", "s.json",
                                           "z.json"};  // in whatever order the folder has them
  for (const char* name : {"a.txt", "b.model", "c.html", "d.txt", "t.txt", "u.model", "v.html"}) {
    write_atomically(writer.path() / name, "new");
    folder.write(name + std::string("/in_the_way"), "");
  }
  for (const std::string& scene : scenes) write_atomically(writer.path() / scene, "new");
  EXPECT_THROW(writer.commit(), InputError) << "as if it were killed at the first of the others";
  for (const std::string& scene : scenes) EXPECT_TRUE(std::filesystem::exists(folder / scene)) << scene;
}

TEST(FolderWriter, LeavesAFolderAloneThatHasTheNameOfItsPart) {
  const test::TemporaryFolder folder;
  folder.write("out.part/mine.md", "mine");
  FolderWriter writer(folder / "out", is_text);
  write_atomically(writer.path() / "a.txt", "a");
  writer.commit();
  EXPECT_EQ(folder.read("out/a.txt"), "a");
  EXPECT_EQ(folder.read("out.part/mine.md"), "mine");
  EXPECT_FALSE(std::filesystem::exists(folder / "out/mine.md"));
}

}  // namespace
}  // namespace lilyan
