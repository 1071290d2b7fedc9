// Modes of a scene's bodies, and what its mesh puts their frequencies off by.
#include <lilyan/core/error.hpp>
#include <lilyan/scene/load.hpp>
#include <lilyan/scene/scene_modes.hpp>

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <string>

namespace lilyan {
namespace {

Scene hanging_bar(const std::string& mesh) {
  return parse_scene(fmt::format(R"({{"lilyan": 1, "bodies": [{{"name": "bar", "mesh": {},
    "material": {{"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}}, "density": 1000}}],
    "pins": [{{"body": "bar", "select": {{"type": "plane", "point": [0, 0.49, 0], "normal": [0, 1, 0]}}}}],
    "integrator": {{"type": "avf"}}, "time": {{"step": 0.01, "steps": 1}}}})",
                                 mesh),
                     "bar.json", {});
}

const std::string kBox = R"({"type": "box", "size": [0.2, 1, 0.2], "cells": [1, 4, 1]})";

TEST(SceneModes, AreAboutRestOrAboutTheShapeThatTheWeightGives) {
  Scene scene = hanging_bar(kBox);
  const Vector rest = scene.inventory.rest;
  const auto about_rest = modes_of_scene(scene, About::rest, 2);
  ASSERT_TRUE(about_rest);
  EXPECT_EQ(scene.inventory.rest, rest);
  const auto stretched = modes_of_scene(scene, About::equilibrium, 2);
  ASSERT_TRUE(stretched);
  EXPECT_LT(scene.inventory.rest.reshaped(3, rest.size() / 3).row(1).minCoeff(), -0.5);  // it hangs
  EXPECT_GT(about_rest->frequencies[0], 0);
  EXPECT_GT(stretched->frequencies[0], 1.001 * about_rest->frequencies[0]);  // like a string under tension
}

TEST(SceneModes, ErrorsFollowFromTwoMeshes) {
  Modes coarse, fine;
  coarse.rigid = 1, fine.rigid = 1, fine.mechanisms = 1;
  coarse.frequencies = Vector{{0, 104, 216}};
  fine.frequencies = Vector{{0, 0, 101}};
  const std::vector<double> errors = estimated_errors(coarse, fine);
  ASSERT_EQ(errors.size(), 3u);
  EXPECT_EQ(errors[0], 0);
  EXPECT_NEAR(errors[1], 0.04, 1e-12);  // 104 and 101 Hz of cells of h and h/2: 100 Hz
  EXPECT_EQ(errors[2], 0);              // the fine mesh was not asked for it
}

TEST(SceneModes, CellsAreDividedOnceMore) {
  EXPECT_EQ(refining_overrides(hanging_bar(kBox)), std::vector<std::string>{"bodies.0.mesh.refine=1"});
  EXPECT_EQ(refining_overrides(hanging_bar(R"({"type": "box", "size": [0.2, 1, 0.2], "cells": [1, 4, 1], "refine": 1})")),
            std::vector<std::string>{"bodies.0.mesh.refine=2"});
  const Scene points =
      parse_scene(R"({"lilyan": 1, "bodies": [{"mesh": {"type": "rod", "from": [0, 0, 0], "to": [1, 0, 0], "cells": 2},
    "material": {"type": "rod", "stiffness": 10}, "mass": 1}], "integrator": {"type": "avf"}, "time": {"step": 0.01, "steps": 1}})",
                  "rod.json", {});
  try {
    refining_overrides(points);
    FAIL() << "springs are not divided";
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults().front().id, "modes.check");
  }
}

}  // namespace
}  // namespace lilyan
