#include <lilyan/core/error.hpp>
#include <lilyan/mesh_files/plain_lists.hpp>
#include <lilyan/mesh_files/scan/text.hpp>
#include <tests/support/temporary_folder.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

namespace {

using namespace lilyan;
using lilyan::test::TemporaryFolder;
using testing::ElementsAre;
using testing::EndsWith;

// The place of the error that `action` throws, or what it did instead.
template <class Action>
std::string place_of_error(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.faults().front().place;
  }
  return "no error";
}

double parsed(const std::string& token) {
  const TemporaryFolder folder;
  TextScanner text(folder.write("a.txt", token), {});
  text.next_line();
  return text.number(0, "value");
}

TEST(TextScanner, ReadsDecimalNumbersWhole) {
  EXPECT_EQ(parsed("1"), 1);
  EXPECT_EQ(parsed("+1.5"), 1.5);
  EXPECT_EQ(parsed("-.5e-3"), -0.5e-3);
  EXPECT_EQ(parsed("25E5"), 25e5);
  EXPECT_EQ(parsed("4.9406564584124654e-324"), 4.9406564584124654e-324);
  EXPECT_EQ(parsed("0.1"), 0.1);
  for (const char* bad :
       {"nan", "inf", "-inf", "NaN", "0x10", "1e400", "1.5.2", "1,5", "--1", "+-1", "++1", "1e", "e5", "1d3", "1_000", "."})
    EXPECT_THROW(parsed(bad), InputError) << bad;
}

TEST(TextScanner, PassesOverBomCarriageReturnsTabsAndAMissingNewline) {
  const TemporaryFolder folder;
  TextScanner text(folder.write("a.txt", "\xEF\xBB\xBF\r\n  a\tb\r\n\n# note\nc # more\r\nd"), {.comment = '#'});
  ASSERT_TRUE(text.next_line());
  EXPECT_EQ(text.size(), 2u);
  EXPECT_EQ(text[1], "b");
  EXPECT_THAT(text.place(), EndsWith("a.txt:2"));
  ASSERT_TRUE(text.next_line());
  EXPECT_EQ(text.size(), 1u);
  EXPECT_THAT(text.place(), EndsWith(":5"));
  ASSERT_TRUE(text.next_line());
  EXPECT_EQ(text[0], "d");
  EXPECT_FALSE(text.next_line());
}

TEST(TextScanner, BelievesACountOnlyWhereTheFileCanHoldIt) {
  const TemporaryFolder folder;
  TextScanner text(folder.write("a.txt", "2\n1234567\n1234567"), {});
  text.next_line();
  EXPECT_EQ(text.count(0, "records", 8), 2);
  EXPECT_THROW(text.count(0, "records", 9), InputError);
}

TEST(Shown, ShortensAndEscapes) {
  EXPECT_EQ(shown("a\tb\x80"), "\"a\\x09b\\x80\"");
  EXPECT_LT(shown(std::string(1000, 'x')).size(), 60u);
}

TEST(PrintableUtf8, RefusesWhatJsonCannotHold) {
  EXPECT_TRUE(is_printable_utf8("plain \xC3\xBC \xE2\x82\xAC \xF0\x9F\x98\x80"));
  for (const char* bad : {"\x80", "\xC0\x80", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF", "a\tb"})
    EXPECT_FALSE(is_printable_utf8(bad));
}

TEST(IndexList, TakesCommasBlanksAndNewLines) {
  const TemporaryFolder folder;
  EXPECT_THAT(read_index_list(folder.write("a.bou", "51, 52,103\n\n 1\t7,\n"), 1), ElementsAre(50, 51, 102, 0, 6));
  EXPECT_THAT(read_index_list(folder.write("b.bou", "0 3"), 0), ElementsAre(0, 3));
}

TEST(IndexList, NamesTheLineOfABadIndex) {
  const TemporaryFolder folder;
  auto place = [&](const char* content, Index base) {
    const std::filesystem::path file = folder.write("a.bou", content);
    return place_of_error([&] { read_index_list(file, base); });
  };
  EXPECT_THAT(place("1,2\n0\n", 1), EndsWith("a.bou:2"));
  EXPECT_THAT(place("1\n-1", 0), EndsWith("a.bou:2"));
  EXPECT_THAT(place("1\n2\nx", 0), EndsWith("a.bou:3"));
  EXPECT_THAT(place("99999999999999", 0), EndsWith("a.bou:1"));
  EXPECT_THAT(place("99999999999999999999999", 0), EndsWith("a.bou:1"));
  EXPECT_THAT(place("# none\n", 0), EndsWith("a.bou:1"));
}

TEST(Positions, AreALineAVertex) {
  const TemporaryFolder folder;
  const Vector x = read_positions(folder.write("x.txt", "1 2 3\n# moved\n4 5 6e1"), 2);
  EXPECT_EQ(x, (Vector(6) << 1, 2, 3, 4, 5, 60).finished());
}

TEST(Positions, MustBeAsManyAsTheVertices) {
  const TemporaryFolder folder;
  auto place = [&](const char* content) {
    const std::filesystem::path file = folder.write("x.txt", content);
    return place_of_error([&] { read_positions(file, 2); });
  };
  EXPECT_THAT(place("1 2 3\n"), EndsWith("x.txt:1"));
  EXPECT_THAT(place("1 2 3\n1 2 3\n1 2 3\n"), EndsWith("x.txt:3"));
  EXPECT_THAT(place("1 2 3\n1 2\n"), EndsWith("x.txt:2"));
  EXPECT_THAT(place("1 2 3\n1 2 nan\n"), EndsWith("x.txt:2"));
}

TEST(IndexList, ReadsTheFixedVerticesOfTheBeam) {
  const char* data = std::getenv("LILYAN_TEST_DATA");
  if (data == nullptr) GTEST_SKIP() << "set LILYAN_TEST_DATA to the folder of real meshes";
  EXPECT_THAT(read_index_list(std::filesystem::path(data) / "beam3.bou", 1), ElementsAre(50, 51, 102, 103, 154, 155, 206, 207));
  EXPECT_EQ(read_index_list(std::filesystem::path(data) / "turtle-volumetric.bou", 1).size(), 23u);
}

}  // namespace
