#include <lilyan/core/error.hpp>
#include <lilyan/scene/override.hpp>

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

const char* const kSmall = R"({"a": {"b": [{"c": 1}, {"c": 2}]}, "t": "x"})";

TEST(Override, SetsNumbersTextsListsAndNewKeys) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"t=y", R"({"a":{"b":[{"c":1},{"c":2}]},"t":"y"})"},
      {"t=", R"({"a":{"b":[{"c":1},{"c":2}]},"t":""})"},
      {"t=a=b", R"({"a":{"b":[{"c":1},{"c":2}]},"t":"a=b"})"},
      {"t=\"7\"", R"({"a":{"b":[{"c":1},{"c":2}]},"t":"7"})"},
      {"a.b.1.c=2.5", R"({"a":{"b":[{"c":1},{"c":2.5}]},"t":"x"})"},
      {"a.b.2={\"c\": 3}", R"({"a":{"b":[{"c":1},{"c":2},{"c":3}]},"t":"x"})"},
      {"a.b.2.c=3", R"({"a":{"b":[{"c":1},{"c":2},{"c":3}]},"t":"x"})"},
      {"n.0.w=1", R"({"a":{"b":[{"c":1},{"c":2}]},"n":[{"w":1}],"t":"x"})"},
      {"n.e.w=[1, 2]", R"({"a":{"b":[{"c":1},{"c":2}]},"n":{"e":{"w":[1,2]}},"t":"x"})"},
  };
  for (const auto& [assignment, expected] : cases) {
    Json scene = Json::parse(kSmall);
    apply_override(scene, assignment);
    EXPECT_EQ(scene.dump(), expected) << assignment;
  }
}

TEST(Override, RefusesNonsenseAndLeavesTheSceneAlone) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"t=\xff", "UTF-8"},   {"", "path=value"},         {"t", "path=value"},  {"=1", "path=value"},
      {"a..b=1", "empty"},   {".a=1", "empty"},          {"a.=1", "empty"},    {"a.b.3.c=1", "list of 2"},
      {"a.b.-1=1", "index"}, {"a.b.first.c=1", "index"}, {"t.u=1", "neither"}, {"a.b.99999999999999999999999=1", "index"},
  };
  for (const auto& [assignment, message] : cases) {
    SCOPED_TRACE(assignment);
    Json scene = Json::parse(kSmall);
    try {
      apply_override(scene, assignment);
      ADD_FAILURE() << "accepted";
    } catch (const InputError& error) {
      EXPECT_THAT(error.faults()[0].place, testing::StartsWith("--set"));
      EXPECT_THAT(error.what(), testing::HasSubstr(message));
    }
    EXPECT_EQ(scene, Json::parse(kSmall));
  }
}

}  // namespace
}  // namespace lilyan
