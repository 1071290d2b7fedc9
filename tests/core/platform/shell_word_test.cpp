#include <lilyan/core/terminal_text.hpp>

#include <gtest/gtest.h>

namespace lilyan {
namespace {

TEST(ShellWord, LeavesPlainWordsAloneAndQuotesTheRest) {
  EXPECT_EQ(shell_word("out/bar-1.json"), "out/bar-1.json");
  EXPECT_EQ(shell_word("time.step=0.01"), "time.step=0.01");
  EXPECT_EQ(shell_word("two words"), "'two words'");
  EXPECT_EQ(shell_word(R"(output.frames=["vtu"])"), R"('output.frames=["vtu"]')");
  EXPECT_EQ(shell_word("it's"), R"('it'\''s')");
  EXPECT_EQ(shell_word("$HOME"), "'$HOME'");
  EXPECT_EQ(shell_word(""), "''");
}

}  // namespace
}  // namespace lilyan
