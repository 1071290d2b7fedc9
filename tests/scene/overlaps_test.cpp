// Bodies that pass through each other are spoken of, unless something keeps them apart or together.
#include <lilyan/run/overlaps.hpp>
#include <lilyan/run/simulation.hpp>
#include <lilyan/scene/load.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <random>

namespace lilyan {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string box(const std::string& name, const Vec3& center, const std::string& more = "") {
  return fmt::format(R"({{"name": "{}", "mesh": {{"type": "box", "size": [1, 1, 1], "cells": [2, 2, 2], "center": [{}, {}, {}]{}}},
    "material": {{"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}}, "density": 1000}})",
                     name, center[0], center[1], center[2], more);
}

Scene scene_of(const std::string& bodies, const std::string& more = "") {
  return parse_scene(fmt::format(R"({{"lilyan": 1, "gravity": [0, 0, 0], "bodies": [{}], "integrator": {{"type": "avf"}},
    "time": {{"step": 0.01, "steps": 1}}{}}})",
                                 bodies, more),
                     "boxes.json", {});
}

std::vector<Overlap> found_in(const Scene& scene) {
  const Simulation& simulation = scene.simulation;
  return overlaps(simulation.system(), scene.inventory, simulation.positions(), simulation.time());
}

constexpr const char* kHexes = R"(, "elements": "hexes")";

TEST(Overlaps, AreFoundAndTold) {
  for (const char* of : {"", kHexes}) {
    const Scene scene = scene_of(box("a", {0, 0, 0}, of) + "," + box("b", {0.8, 0.1, 0.05}) + "," + box("far", {5, 0, 0}));
    EXPECT_EQ(found_in(scene).size(), 1u);
    EXPECT_THAT(scene.record.notes,
                ElementsAre(AllOf(HasSubstr("\"a\" and \"b\" overlap at the start"), HasSubstr("\"between\""))));
  }
}

TEST(Overlaps, AreNoneWhereFacesTouchOrSomethingKeepsBodiesApartOrTogether) {
  EXPECT_THAT(found_in(scene_of(box("a", {0, 0, 0}) + "," + box("b", {1, 0, 0}))), IsEmpty());
  const std::string together = box("a", {0, 0, 0}) + "," + box("b", {0.9, 0.1, 0.05});
  EXPECT_EQ(found_in(scene_of(together)).size(), 1u);
  EXPECT_THAT(found_in(scene_of(together, R"(, "constraints": [{"type": "glue", "body": "b",
    "select": {"type": "box", "min": [0.39, -0.5, -0.5], "max": [0.41, 0.2, 0.2]}, "to": "a"}])")),
              IsEmpty());
  EXPECT_THAT(found_in(scene_of(box("a", {0, 0, 0}) + "," + box("b", {1.1, 0.1, 0.05}),
                                R"(, "contact": [{"type": "between", "bodies": ["a", "b"]}])")),
              IsEmpty());
}

// Against the distances of centres: boxes that are not turned overlap where all three are below one.
TEST(Overlaps, AreThoseOfRandomBoxes) {
  std::mt19937 random(7);
  std::uniform_real_distribution<> place(0, 3);
  std::vector<Vec3> centres;
  std::string bodies;
  for (int k = 0; k < 12; ++k) {
    centres.emplace_back(place(random), place(random), place(random));
    bodies += (k > 0 ? "," : "") + box(fmt::format("b{}", k), centres.back(), k % 2 ? "" : kHexes);
  }
  std::size_t wanted = 0;
  for (std::size_t a = 0; a < centres.size(); ++a)
    for (std::size_t b = a + 1; b < centres.size(); ++b) wanted += (centres[a] - centres[b]).lpNorm<Eigen::Infinity>() < 1;
  ASSERT_GT(wanted, 3u);
  EXPECT_EQ(found_in(scene_of(bodies)).size(), wanted);
}

TEST(Overlaps, AreToldOfTheEndOfARun) {
  Scene scene = scene_of(box("a", {0, 0, 0}) + "," + box("b", {1.2, 0.1, 0.05}));
  EXPECT_THAT(found_in(scene), IsEmpty());
  EXPECT_THAT(overlap_notes(scene.inventory, {{0, 1}, {0, 1}}, "at the end"),
              ElementsAre(HasSubstr("\"a\" and \"b\", and 1 other pair of bodies, overlap at the end")));
}

}  // namespace
}  // namespace lilyan
