#include <lilyan/scene/schema/json_schema.hpp>
#include <lilyan/scene/schema/scene_schema.hpp>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

TEST(JsonSchema, CarriesRangesUnitsDefaultsAndChoices) {
  const Json schema = json_schema(Schema::object({
      {"modulus", number("Pa").above(0), "stiffness"},
      {"ratio", number().above(-1).at_most(0.5), "contraction", 0.25},
      {"count", integer().at_least(1), "how many", 3.0},
      {"mode", choice({"stop", "halve"}), "what to do", "stop"},
      {"center", vec3("m"), "middle", std::vector<double>{0, 0, 0}},
  }));
  const Json& properties = schema.at("properties");
  EXPECT_EQ(schema.at("required"), Json::parse(R"(["modulus"])"));
  EXPECT_EQ(schema.at("additionalProperties"), false);
  EXPECT_EQ(properties.at("modulus"),
            Json::parse(R"({"type": "number", "exclusiveMinimum": 0.0, "description": "stiffness [Pa]"})"));
  EXPECT_EQ(properties.at("ratio"),
            Json::parse(
                R"({"type": "number", "exclusiveMinimum": -1.0, "maximum": 0.5, "default": 0.25, "description": "contraction"})"));
  EXPECT_EQ(properties.at("count"), Json::parse(R"({"type": "integer", "minimum": 1.0, "default": 3, "description": "how many"})"));
  EXPECT_EQ(properties.at("mode"), Json::parse(R"({"enum": ["stop", "halve"], "default": "stop", "description": "what to do"})"));
  EXPECT_EQ(
      properties.at("center"),
      Json::parse(
          R"({"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3, "default": [0.0, 0.0, 0.0], "description": "middle [m]"})"));
}

TEST(JsonSchema, TellsKindsApartByTheirType) {
  const Json schema = json_schema(
      Schema::tagged({{"box", "a box", Schema::object({{"size", vec3("m"), "edges"}})}, {"all", "all", Schema::object({})}}));
  ASSERT_EQ(schema.at("oneOf").size(), 2u);
  EXPECT_EQ(schema.at("oneOf")[0].at("properties").at("type"), Json::parse(R"({"const": "box"})"));
  EXPECT_EQ(schema.at("oneOf")[1].at("required"), Json::parse(R"(["type"])"));
}

TEST(JsonSchema, LetsUsersChooseNames) {
  EXPECT_EQ(json_schema(named(number().above(0), 5)),
            Json::parse(
                R"({"type": "object", "additionalProperties": {"type": "number", "exclusiveMinimum": 0.0}, "maxProperties": 5})"));
}

// Every field that a user can write is explained, down to the last one.
void expect_meanings(const Schema& schema, const std::string& path) {
  for (const Field& field : schema.fields) {
    EXPECT_FALSE(field.meaning.empty()) << path << "/" << field.name;
    expect_meanings(field.schema, path + "/" + field.name);
  }
  for (const Alternative& alternative : schema.alternatives) {
    EXPECT_TRUE(schema.kind != Schema::Kind::tagged || !alternative.meaning.empty()) << path << " " << alternative.name;
    expect_meanings(alternative.schema, path + ":" + alternative.name);
  }
  if (schema.item) expect_meanings(*schema.item, path + "/0");
}

TEST(JsonSchema, ExplainsEveryKeyOfAScene) { expect_meanings(scene_schema(), ""); }

}  // namespace
}  // namespace lilyan
