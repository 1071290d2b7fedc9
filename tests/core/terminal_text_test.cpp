#include <lilyan/core/terminal_text.hpp>

#include <gtest/gtest.h>

namespace lilyan {
namespace {

TEST(HonestText, HasItsControlCharactersShown) {
  EXPECT_EQ(terminal_text("a\x1b[2Jb\n\tc\r\x07\x7f"), "a\\u001b[2Jb\n\tc\\u000d\\u0007\\u007f");
  EXPECT_EQ(terminal_text("\xc2\x9b"
                          "31m"),
            "\\u009b31m")
      << "the 8-bit form of ESC [";
  EXPECT_EQ(terminal_text("\xe2\x80\xae"
                          "gnp.exe"),
            "\\u202egnp.exe");
  EXPECT_EQ(terminal_text("\xff\xc3(\xe2\x82"), "\\xff\\xc3(\\xe2\\x82");
  EXPECT_EQ(terminal_line("a\nb\tc"), "a\\u000ab\\u0009c");
}

TEST(HonestText, KeepsWhatPeopleWrite) {
  for (const char* text : {"", "bar", "Größe 1 µm", "鉄棒", "\xf0\x9f\x98\x80 a", "{\"a\": \"\\u001b\"}\n"})
    EXPECT_EQ(terminal_text(text), text);
}

TEST(HonestText, IsCutAtTheEndOfACharacter) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "abc...");
  EXPECT_EQ(shortened("aµµ", 2), "a...");
  EXPECT_EQ(shortened_path("aµb", 2), "...b");
  EXPECT_EQ(terminal_line(std::string(1000, 'a')).size(), 203u);
}

}  // namespace
}  // namespace lilyan
