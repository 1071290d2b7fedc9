#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_reader.hpp>

#include <tests/support/temporary_folder.hpp>

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <vector>

namespace lilyan {
namespace {

using test::TemporaryFolder;

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  FileReader reader(file);
  std::vector<std::string> lines;
  for (std::string line; reader.next_line(line);) lines.push_back(line);
  return lines;
}

TEST(HonestFileReader, HandsOutWholeLinesWhereverTheyAreCutByReading) {
  const TemporaryFolder folder;
  std::vector<std::string> expected;
  std::string text;
  for (std::size_t k = 0; k < 500; ++k) {
    expected.emplace_back(k * 7 % 1000, static_cast<char>('a' + k % 26));
    text += expected.back() + "\n";
  }
  EXPECT_EQ(lines_of(folder.write("lines", text)), expected);
  EXPECT_EQ(lines_of(folder.write("lines", text + "a last line without its end")), expected);
  EXPECT_TRUE(lines_of(folder.write("lines", "")).empty());
  EXPECT_EQ(lines_of(folder.write("lines", std::string(3 * FileReader::kLongestLine, 'a'))).size(), 3u) << "not held as one";
}

TEST(HonestFileReader, ReadsWhatLiesBeforeAnOffset) {
  const TemporaryFolder folder;
  test::write_text(folder / "a.txt", "0123456789");
  FileReader reader(folder / "a.txt");
  EXPECT_EQ(reader.read_before(4, 3), "123");
  EXPECT_EQ(reader.read_before(2, 5), "01");
  EXPECT_EQ(reader.read_before(0, 5), "");
  EXPECT_EQ(reader.read(3), "012") << "from where it was";
}

TEST(HonestFileReader, ShowsOneWordOfALineAndNotMuchOfThat) {
  EXPECT_EQ(shown_word("ab cd"), "\"ab\"");
  EXPECT_EQ(shown_word("root:secret"), "\"root\"");
  EXPECT_EQ(shown_word(":secret"), "\":secret\"") << "a sign stands before a word of its own";
  EXPECT_EQ(shown_word("0123456789abcdef01234567XYZ"), "\"0123456789abcdef01234567...\"");
  EXPECT_EQ(shown_word(""), "\"\"");
}

TEST(HonestFileReader, OpensNothingButRegularFilesAndDoesNotWait) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("/dev/zero", folder / "device");
  std::filesystem::create_symlink("loop", folder / "loop");
  for (const char* name : {"pipe", "device", "loop", "none", "."}) EXPECT_FALSE(FileReader(folder / name).is_open()) << name;
  EXPECT_EQ(read_regular_file(folder.write("file", "abc")), "abc");
  EXPECT_EQ(read_regular_file(folder / "pipe"), "");
}

TEST(HonestFiles, AreMadeAnewInThePlaceOfLinksAndPipes) {
  const TemporaryFolder folder;
  folder.write("mine", "mine");
  std::filesystem::create_symlink("mine", folder / "link");
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  for (const char* name : {"link", "pipe"}) {
    write_synced(folder / name, "new");
    EXPECT_EQ(read_regular_file(folder / name), "new");
  }
  EXPECT_EQ(read_regular_file(folder / "mine"), "mine");
  std::filesystem::create_directory_symlink(".", folder / "folder");
  EXPECT_THROW(make_own_folder(folder / "folder"), InputError);
}

}  // namespace
}  // namespace lilyan
