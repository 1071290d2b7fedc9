#include <lilyan/core/error.hpp>
#include <lilyan/scene/schema/json.hpp>

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

using ::testing::HasSubstr;

struct BadText {
  std::string text;
  std::string id;
  std::string place;    // file:line:column
  std::string message;  // part of the whole error text
};

TEST(Json, RefusesBadTextWithPlaceLineAndCaret) {
  const std::vector<BadText> cases = {
      {"", "json.syntax", "s.json:1:1", "too early"},
      {"   \n", "json.syntax", "s.json:2:1", "too early"},
      {"{\"a\": 1", "json.syntax", "s.json:1:8", "too early"},
      {"{\"a\": 1,}", "json.syntax", "s.json:1:9", "remove the comma"},
      {"{\n  \"a\": [1, 2,],\n}", "json.syntax", "s.json:2:14", "remove the comma"},
      {"{\"a\": NaN}", "json.syntax", "s.json:1:7", "NaN"},
      {"{\"a\": -Infinity}", "json.syntax", "s.json:1:8", "-I"},
      {"{\"a\": 1e999}", "json.syntax", "s.json:1:11", "finite"},
      {"{'a': 1}", "json.syntax", "s.json:1:2", "double quotes"},
      {"{\"a\" 1}", "json.syntax", "s.json:1:6", "^"},
      {"{\"a\": 1 \"b\": 2}", "json.syntax", "s.json:1:11", "comma missing"},
      {"{} {}", "json.syntax", "s.json:1:4", "remove what follows"},
      {"{\"a\": \"x\ny\"}", "json.syntax", "s.json:", "control character"},
      {"{\"a\": \"\xff\"}", "json.syntax", "s.json:1:8", "UTF-8"},
      {"{\"a\": 1, \"a\": 2}", "json.duplicate-key", "s.json:1:", "\"a\" is given twice"},
      {"{\"a\": 0x10}", "json.syntax", "s.json:1:8", "^"},
      {"{\"a\": 01}", "json.syntax", "s.json:1:8", "^"},
      {"{\"a\": /* 1}", "json.syntax", "s.json:1:", "comment"},
  };
  for (const BadText& c : cases) {
    SCOPED_TRACE(c.text);
    try {
      parse_json(c.text, "s.json");
      ADD_FAILURE() << "accepted";
    } catch (const InputError& error) {
      ASSERT_EQ(error.faults().size(), 1u);
      EXPECT_EQ(error.faults()[0].id, c.id);
      EXPECT_THAT(error.faults()[0].place, testing::StartsWith(c.place));
      EXPECT_THAT(error.what(), HasSubstr(c.message));
      EXPECT_THAT(error.what(), HasSubstr("^"));
    }
  }
}

TEST(Json, ShowsTheOffendingLineWithTheCaretUnderTheFault) {
  try {
    parse_json("{\n\t\"a\": tru\n}", "s.json");
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("     \"a\": tru\n"));
  }
}

TEST(Json, ShowsAWordAndNoLineOfAFileThatIsNoScene) {
  for (const std::string text : {"root:x:0:0:secret:/root:/bin/bash\n", "\n  \"password hidden\" = secret\n", "12 secret"}) {
    try {
      parse_json(text, "s.json");
      FAIL() << "accepted";
    } catch (const InputError& error) {
      EXPECT_EQ(error.faults()[0].id, "json.syntax");
      EXPECT_EQ(std::string(error.what()).find("secret"), std::string::npos) << error.what();
      EXPECT_THAT(error.what(), HasSubstr("stands where a scene should begin"));
    }
  }
}

TEST(Json, ReadsCommentsAndKeepsIntegersAndOrderlessKeys) {
  const Json value = parse_json("// first\n{\"b\": [1, -2, 3.5], // here\n \"a\": {\"c\": null, \"d\": true}}", "s.json");
  EXPECT_EQ(value.dump(), "{\"a\":{\"c\":null,\"d\":true},\"b\":[1,-2,3.5]}");
}

TEST(Json, SurvivesHostileNesting) {
  for (const std::string bracket : {"[", "{\"a\":"}) {
    std::string text;
    for (int i = 0; i < 100000; ++i) text += bracket;
    try {
      parse_json(text, "s.json");
      FAIL() << "accepted";
    } catch (const InputError& error) {
      EXPECT_EQ(error.faults()[0].id, "json.too-deep");
      EXPECT_LT(std::string(error.what()).size(), 1000u);
    }
  }
}

TEST(Json, ShowsValuesShortAndWithoutControlCharacters) {
  EXPECT_EQ(shown_value("a\x1b[31m"), "\"a\\u001b[31m\"");
  EXPECT_LE(shown_value(std::string(1000, 'x')).size(), 60u);
  EXPECT_EQ(printable("a\nb"), "a\\nb");
}

}  // namespace
}  // namespace lilyan
