#include <lilyan/run/scene.hpp>
#include <lilyan/scene/load.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lilyan {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const char* const kFreeBlocks = R"({
  "lilyan": 1, "gravity": [0, 0, 0],
  "bodies": [{"name": "left", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1], "center": [-1, 0, 0]},
              "material": {"type": "stvk", "mu": 1000, "lambda": 500}, "mass": 1},
             {"name": "right", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [4, 3, 2], "center": [1, 0, 0]},
              "material": {"type": "stvk", "mu": 1000, "lambda": 500}, "mass": 1}],
  "integrator": {"type": "avf"}, "time": {"step": 0.01, "steps": 20}
})";

std::vector<std::string> influences(const std::vector<std::string>& overrides) {
  return outside_influences(parse_scene(kFreeBlocks, "blocks.json", overrides));
}

std::vector<std::string> influences_of_constraint(const std::string& constraint) {
  return influences({"constraints=[{" + constraint + "}]"});
}

const std::string kEnd = R"("body": "left", "select": {"type": "box", "min": [-9, -9, -9], "max": [-1.99, 9, 9]})";

TEST(OutsideInfluences, AreNoneWhereBodiesAreFree) { EXPECT_THAT(influences({}), IsEmpty()); }

TEST(OutsideInfluences, AreTheConstraintsThatHoldBodiesToPlaces) {
  for (const std::string& held :
       {R"("type": "plane", "normal": [0, 2, 0], )" + kEnd, R"("type": "line", "direction": [0, 1, 1], )" + kEnd,
        R"("type": "sphere", "center": [-2, 3, 0], )" + kEnd, R"("type": "point", )" + kEnd})
    EXPECT_THAT(influences_of_constraint(held), ElementsAre("constraints")) << held;
}

TEST(OutsideInfluences, AreNotTheConstraintsBetweenBodies) {
  for (const std::string& between :
       {std::string(
            R"("type": "distance", "between": [{"body": "left", "vertex": 0}, {"body": "right", "nearest": [2, 0.5, 0.5]}])"),
        std::string(R"("type": "glue", "body": "right", "to": "left",
                       "select": {"type": "box", "min": [-0.01, -9, -9], "max": [0.01, 9, 9]})"),
        R"("type": "rigid", )" + kEnd, std::string(R"("type": "volume", "body": "left")")})
    EXPECT_THAT(influences_of_constraint(between), IsEmpty()) << between;
}

TEST(OutsideInfluences, AreTheFormulasOfPositionsAndNotThoseOfDistances) {
  EXPECT_THAT(influences({R"(potentials=[{"body": "left", "expression": "100*x^2"}])"}), ElementsAre("formulas"));
  EXPECT_THAT(influences({R"(potentials=[{"particles": {"a": {"body": "left", "vertex": 0}, "b": {"body": "right", "vertex": 0}},
                              "expression": "10*distance(a, b)^2"}])"}),
              IsEmpty());
}

TEST(OutsideInfluences, ArePinsLoadsGravityAndDrag) {
  EXPECT_THAT(influences({"pins=[{" + kEnd + "}]", "gravity=[0, -1, 0]"}), ElementsAre("pins", "gravity"));
  EXPECT_THAT(influences({"loads=[{\"type\": \"force\", \"force\": [1, 0, 0], " + kEnd + "}]",
                          R"(damping=[{"type": "drag", "slow": 1, "fast": 1}])"}),
              ElementsAre("loads", "drag"));
  EXPECT_THAT(influences({R"(damping=[{"type": "strain", "coefficient": 0.01}])"}), IsEmpty());
}

}  // namespace
}  // namespace lilyan
