#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_writer.hpp>

#include <tests/support/largest_file.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>

namespace lilyan {
namespace {

using ::testing::HasSubstr;

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

}  // namespace
}  // namespace lilyan
