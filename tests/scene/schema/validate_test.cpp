#include <lilyan/scene/schema/validate.hpp>

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

using ::testing::HasSubstr;

// One schema that holds every kind of value.
Schema sample() {
  return Schema::object({
      {"modulus", number("Pa").above(0), "stiffness"},
      {"count", integer().at_least(1).at_most(10), "how many", 3.0},
      {"on", boolean(), "a switch", true},
      {"name", text(), "a name", Field::Need::optional},
      {"mode", choice({"stop", "halve"}), "what to do", "stop"},
      {"center", vec3("m"), "middle", std::vector<double>{0, 0, 0}},
      {"shape",
       Schema::tagged({{"box", "a box", Schema::object({{"size", vec3("m").above(0), "edges"}})},
                       {"ball", "a ball", Schema::object({{"radius", number("m").above(0), "radius"}})}}),
       "rest shape", Field::Need::optional},
      {"motion", Schema::either({Schema::object({{"to", number("s"), "end"}}), list(Schema::object({{"to", number("s"), "end"}}))}),
       "motion", Field::Need::optional},
      {"ledger", Schema::object({{"every", integer().at_least(1), "rows", 1.0}}), "rows", Field::Need::optional},
      {"parameters", named(number().above(0), 2), "numbers by name", Field::Need::optional},
  });
}

Json checked(const std::string& text, FaultList& faults) { return validate(Json::parse(text), sample(), "", faults); }

TEST(Validate, FillsInDefaultsAndNormalisesNumbers) {
  FaultList faults;
  const Json value = checked(R"({"modulus": 5, "count": 4.0})", faults);
  EXPECT_TRUE(faults.empty());
  EXPECT_EQ(value.dump(), R"({"center":[0.0,0.0,0.0],"count":4,"ledger":{"every":1},"mode":"stop","modulus":5.0,"on":true})");
}

struct Rejection {
  std::string text, id, place, message;
};

TEST(Validate, NamesPlaceValueAndWhatIsAllowed) {
  const std::vector<Rejection> cases = {
      {R"([])", "scene.type", "", "an object"},
      {R"({})", "scene.missing-key", "modulus", "a number above 0 [Pa]"},
      {R"({"modulus": 0})", "scene.range", "modulus", "0 is not a number above 0 [Pa]"},
      {R"({"modulus": -3.5})", "scene.range", "modulus", "-3.5"},
      {R"({"modulus": "5"})", "scene.type", "modulus", "without quotes"},
      {R"({"modulus": null})", "scene.type", "modulus", "null"},
      {R"({"modulus": true})", "scene.type", "modulus", "true"},
      {R"({"modulus": 1, "count": 2.5})", "scene.range", "count", "2.5 is not a whole number"},
      {R"({"modulus": 1, "count": 0})", "scene.range", "count", "at least 1"},
      {R"({"modulus": 1, "count": 1e300})", "scene.range", "count", "at most 10"},
      {R"({"modulus": 1, "on": 1})", "scene.type", "on", "true or false"},
      {R"({"modulus": 1, "name": 7})", "scene.type", "name", "a text"},
      {R"({"modulus": 1, "mode": "halv"})", "scene.choice", "mode", "did you mean \"halve\"?"},
      {R"({"modulus": 1, "center": [1, 2]})", "scene.count", "center", "2 items given"},
      {R"({"modulus": 1, "center": [1, 2, "3"]})", "scene.type", "center/2", "\"3\""},
      {R"({"modulus": 1, "modulsu": 2})", "scene.unknown-key", "modulsu", "did you mean \"modulus\"?"},
      {R"({"modulus": 1, "zzzzzzz": 2})", "scene.unknown-key", "zzzzzzz", "known here: modulus"},
      {R"({"modulus": 1, "shape": {"size": [1, 1, 1]}})", "scene.missing-key", "shape/type", "\"box\", \"ball\""},
      {R"({"modulus": 1, "shape": {"type": 3}})", "scene.type", "shape/type", "3 given"},
      {R"({"modulus": 1, "shape": {"type": "bix", "size": [1, 1, 1]}})", "scene.choice", "shape/type", "did you mean \"box\"?"},
      {R"({"modulus": 1, "shape": {"type": "box", "size": [1, 0, 1]}})", "scene.range", "shape/size/1", "above 0"},
      {R"({"modulus": 1, "shape": {"type": "ball", "radius": 1, "size": [1, 1, 1]}})", "scene.unknown-key", "shape/size",
       "\"ball\""},
      {R"({"modulus": 1, "parameters": [1]})", "scene.type", "parameters", "a list given"},
      {R"({"modulus": 1, "parameters": {"k": 1, "l": 0}})", "scene.range", "parameters/l", "above 0"},
      {R"({"modulus": 1, "parameters": {"k": 1, "l": 1, "m": 1}})", "scene.count", "parameters", "3 names given"},
      {R"({"modulus": 1, "motion": 3})", "scene.type", "motion", "3 given"},
      {R"({"modulus": 1, "motion": {"to": "x"}})", "scene.type", "motion/to", "\"x\""},
      {R"({"modulus": 1, "motion": [{"to": 1}, {}]})", "scene.missing-key", "motion/1/to", "[s]"},
  };
  for (const Rejection& c : cases) {
    SCOPED_TRACE(c.text);
    FaultList faults;
    checked(c.text, faults);
    ASSERT_EQ(faults.faults().size(), 1u);
    EXPECT_EQ(faults.faults()[0].id, c.id);
    EXPECT_EQ(faults.faults()[0].place, c.place);
    EXPECT_THAT(to_text(faults.faults()[0]), HasSubstr(c.message));
  }
}

TEST(Validate, CollectsEveryFault) {
  FaultList faults;
  checked(R"({"modulus": -1, "count": 99, "on": 0, "center": 1, "oops": {}, "shape": {"type": "ball", "radius": -1}})", faults);
  EXPECT_EQ(faults.faults().size(), 6u);
}

}  // namespace
}  // namespace lilyan
