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

// Clamped, ten times as long as thick, and nearly incompressible.
Scene rubber_bar(const std::string& mesh, double poissons_ratio) {
  return parse_scene(fmt::format(R"({{"lilyan": 1, "bodies": [{{"name": "bar", "mesh": {},
    "material": {{"type": "linear", "youngs_modulus": 1e6, "poissons_ratio": {}}}, "density": 1}}],
    "pins": [{{"body": "bar", "select": {{"type": "plane", "point": [-4.99, 0, 0], "normal": [-1, 0, 0]}}}}],
    "integrator": {{"type": "avf"}}, "time": {{"step": 0.01, "steps": 1}}}})",
                                 mesh, poissons_ratio),
                     "bar.json", {});
}

// The share that the last note tells of four layers, or of two.
double told(const Scene& scene, const Modes& modes, const std::string& layers) {
  const std::vector<std::string> notes = mode_notes(scene, modes);
  if (notes.empty()) return 0;
  const std::size_t end = notes.back().find(layers), percent = notes.back().rfind(" %", end);
  return std::stod(notes.back().substr(notes.back().rfind(' ', percent - 1))) / 100;
}

TEST(SceneModes, OfNearlyIncompressibleBodiesAreAsFarOffAsTheNoteSays) {
  struct Case {
    std::string mesh;
    std::string layers;
    double truth, margin;  // first frequency of fine cells of higher order [Hz]
  };
  const std::string box = R"({{"type": "box", "size": [10, 1, 1], "cells": [{}, {}, {}]{}}})";
  const auto box_of = [&](int layers, const char* more) {
    return fmt::format(fmt::runtime(box), 10 * layers, layers, layers, more);
  };
  for (const double nu : {0.49, 0.499, 0.4999})
    for (const Case& of :
         {Case{box_of(2, R"(, "elements": "hexes")"), "with two", 1.6245, 0.2},
          Case{box_of(4, R"(, "elements": "hexes")"), "with four", 1.6245, 0.2}, Case{box_of(2, ""), "with two", 1.6245, 0.2},
          Case{box_of(4, ""), "with four", 1.6245, 0.2}, Case{box_of(2, R"(, "split": 6)"), "with two", 1.6245, 0.35},
          Case{box_of(4, R"(, "split": 6)"), "with four", 1.6245, 0.4},
          Case{R"({"type": "cylinder", "radius": 0.5, "length": 10, "size": 0.5, "axis": [1, 0, 0]})", "with two", 1.39, 0.3}}) {
      Scene scene = rubber_bar(of.mesh, nu);
      const auto modes = modes_of_scene(scene, About::rest, 1);
      ASSERT_TRUE(modes);
      const double error = modes->frequencies[0] / of.truth - 1;
      EXPECT_NEAR(told(scene, *modes, of.layers) / error, 1, of.margin) << of.mesh << ' ' << nu << ' ' << error;
    }
}

TEST(SceneModes, OfDomainsAreNotedWhereTheyBendWithTooFewLayers) {
  const auto notes = [](const std::string& cells, double poissons_ratio) {
    Scene scene = parse_scene(fmt::format(R"({{"lilyan": 1, "bodies": [{{"name": "stem",
      "mesh": {{"type": "box", "size": [4, 0.2, 0.2], "cells": {}}}, "domains": {{"count": 4, "modes": 4}},
      "material": {{"type": "linear", "youngs_modulus": 1e9, "poissons_ratio": {}}}, "density": 1000}}],
      "pins": [{{"body": "stem", "select": {{"type": "plane", "point": [-2, 0, 0], "normal": [-1, 0, 0]}}}}],
      "integrator": {{"type": "multidomain_midpoint"}}, "time": {{"step": 0.01, "steps": 1}}}})",
                                          cells, poissons_ratio),
                              "stem.json", {});
    const TreeStepper& tree = *scene.simulation.stepper().tree();
    return mode_notes(scene, tree.body(), modes_at_rest(tree, 4));
  };
  ASSERT_EQ(notes("[40, 2, 1]", 0.3).size(), 1u);
  EXPECT_NE(notes("[40, 2, 1]", 0.3)[0].find("layers of tets across"), std::string::npos);
  EXPECT_EQ(notes("[80, 4, 4]", 0.3).size(), 0u);
  EXPECT_EQ(notes("[80, 4, 4]", 0.48).size(), 1u);
}

}  // namespace
}  // namespace lilyan
