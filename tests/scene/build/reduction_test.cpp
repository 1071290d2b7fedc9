// Reduced bodies as scenes write them.
#include <lilyan/output/run.hpp>
#include <lilyan/run/gap_watch.hpp>
#include <lilyan/scene/load.hpp>

#include <gmock/gmock.h>

#include <fmt/format.h>

#include <tests/support/fault_of.hpp>
#include <tests/support/temporary_folder.hpp>

namespace lilyan {
namespace {

using testing::HasSubstr;

constexpr const char* kBar = R"({"name": "bar", "mesh": {"type": "box", "size": [2, 0.4, 0.4], "cells": [8, 2, 2]},
  "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "density": 1000, "reduce": {"modes": 12}})";
constexpr const char* kWall =
    R"({"name": "wall", "body": "bar", "select": {"type": "plane", "point": [-1, 0, 0], "normal": [-1, 0, 0]}})";

std::string text_of(const std::string& bodies, const std::string& pins, const std::string& more = "") {
  return fmt::format(
      R"({{"lilyan": 1, "name": "reduced", "bodies": [{}], "pins": [{}], "time": {{"step": 0.01, "steps": 60}}, "integrator": {{"type": "avf"}}{}}})",
      bodies, pins, more);
}

Scene scene_with(const std::vector<std::string>& overrides, const std::string& bodies = kBar, const std::string& pins = kWall) {
  return parse_scene(text_of(bodies, pins), "scene.json", overrides);
}

// The bar without `reduce`.
std::string whole_bar() {
  const std::string bar = kBar;
  return bar.substr(0, bar.find(", \"reduce\"")) + "}";
}

Drift run_to_end(Simulation& simulation) {
  Drift drift;
  drift.see(simulation.ledger());
  while (!simulation.is_finished()) {
    const auto made = simulation.step();
    EXPECT_TRUE(made) << (made ? std::string() : made.failure().failure.reason);
    if (!made) break;
    drift.see(simulation.ledger());
  }
  return drift;
}

double sag(const Simulation& simulation) { return (simulation.positions() - simulation.initial().x).cwiseAbs().maxCoeff(); }

TEST(ReducedScene, MovesInAFewCoordinatesMuchLikeTheWholeBody) {
  Scene reduced = scene_with({"gravity=[0,-4,0]"});
  Scene whole = scene_with({"gravity=[0,-4,0]"}, whole_bar());
  EXPECT_EQ(reduced.simulation.system().coordinates().size(), 12);
  EXPECT_EQ(reduced.inventory.bodies.front().coordinates, 12);
  EXPECT_EQ(reduced.simulation.positions().size(), whole.simulation.positions().size());
  EXPECT_LT(run_to_end(reduced.simulation).energy(), 1e-10);
  run_to_end(whole.simulation);
  EXPECT_GT(sag(whole.simulation), 0.2);
  EXPECT_LT((reduced.simulation.positions() - whole.simulation.positions()).cwiseAbs().maxCoeff(), 0.1 * sag(whole.simulation));
  EXPECT_NEAR(reduced.simulation.ledger().linear.y(), whole.simulation.ledger().linear.y(),
              0.1 * whole.simulation.ledger().linear_scale);
}

TEST(ReducedScene, NamesThePinsThatItsBasisFulfils) {
  const std::string two = std::string(kBar) + R"(, {"name": "other", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]},
    "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "density": 1000})";
  const std::string pins = std::string(R"({"body": "other", "select": {"type": "vertices", "indices": [0, 1]}}, )") + kWall;
  const Scene scene = scene_with({}, two, pins);
  EXPECT_EQ(scene.inventory.pin_names, std::vector<std::string>{"pin0"});
  ASSERT_EQ(scene.inventory.pins_of_bases.size(), 1u);
  EXPECT_EQ(scene.inventory.pins_of_bases.front().name, "wall");
  EXPECT_EQ(scene.inventory.pins_of_bases.front().vertices, 9);
  EXPECT_THAT(outside_influences(scene), testing::ElementsAre("pins", "gravity"));  // once
}

TEST(ReducedScene, StandsBesideBodiesThatMoveWithAllTheirVertices) {
  constexpr const char* kCube = R"({"name": "cube", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]},
    "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "density": 1000, "velocity": {"angular": [1, 2, 3]}})";
  Scene both = scene_with({}, std::string(kBar) + "," + kCube);
  Scene bar = scene_with({});
  Scene cube = scene_with({}, kCube, "");
  EXPECT_LT(run_to_end(both.simulation).energy(), 1e-10);
  run_to_end(bar.simulation);
  run_to_end(cube.simulation);
  const Vector x = both.simulation.positions();
  const Body &first = both.inventory.bodies[0], &second = both.inventory.bodies[1];
  EXPECT_EQ(first.name, "bar");
  EXPECT_LT((Vector(first.part_of(x)) - bar.simulation.positions()).norm(), 1e-9);
  EXPECT_LT((Vector(second.part_of(x)) - cube.simulation.positions()).norm(), 1e-9);
  EXPECT_LT((both.simulation.ledger().linear - bar.simulation.ledger().linear - cube.simulation.ledger().linear).norm(), 1e-6);
}

TEST(ReducedScene, IsPushedByLoadsAndBrakedByDamping) {
  Scene pushed = scene_with({"gravity=[0,0,0]", R"(loads=[{"type": "force", "body": "bar", "force": [0, 0, 300],
    "select": {"type": "plane", "point": [1, 0, 0], "normal": [1, 0, 0]}}])",
                             R"(damping=[{"type": "rayleigh", "stiffness": 0.01}, {"type": "drag", "slow": 20, "fast": 5}])"});
  ASSERT_EQ(pushed.inventory.loads.size(), 1u);
  EXPECT_NEAR(pushed.inventory.loads.front().force.z(), 300, 1e-9);
  const Drift drift = run_to_end(pushed.simulation);
  EXPECT_LT(drift.energy(), 1e-10);
  EXPECT_GT(drift.last().work, 0);
  EXPECT_GT(drift.last().dissipated, 0);
  EXPECT_GT(sag(pushed.simulation), 0.05);
}

TEST(ReducedScene, DoesNotPassThroughAPlane) {
  Scene scene = scene_with({R"(contact=[{"type": "plane", "point": [0, -0.3, 0], "normal": [0, 1, 0]}])", "time.steps=150"});
  ContactRecord record;
  Drift drift;
  while (!scene.simulation.is_finished()) {
    const auto made = scene.simulation.step();
    ASSERT_TRUE(made) << made.failure().failure.reason;
    drift.see(scene.simulation.ledger());
    look_at_contacts(scene.inventory, scene.simulation.positions(), scene.simulation.time(), record);
  }
  EXPECT_GT(record.least_gap, 0);
  EXPECT_LT(record.least_gap, 1);
  EXPECT_GT(record.most_pairs, 0);
  EXPECT_LT(drift.energy(), 1e-9);
}

TEST(ReducedScene, TakesItsBasisFromTheFramesOfARun) {
  const test::TemporaryFolder folder;
  Scene whole = parse_scene(text_of(whole_bar(), kWall, R"(, "output": {"frames": ["vtu"]})"), folder / "whole.json");
  RunSettings settings;
  settings.folder = folder / "out";
  ASSERT_EQ(lilyan::run(whole, settings).status, RunStatus::done);
  Scene reduced = parse_scene(text_of(kBar, kWall), folder / "reduced.json",
                              {R"(bodies.0.reduce={"modes": 6, "basis": "pca", "path": "out"})"});
  run_to_end(whole.simulation);
  EXPECT_LT(run_to_end(reduced.simulation).energy(), 1e-10);
  EXPECT_LT((reduced.simulation.positions() - whole.simulation.positions()).cwiseAbs().maxCoeff(), 0.02 * sag(whole.simulation));
}

TEST(ReducedScene, RefusesPullsByHand) {
  Scene scene = scene_with({});
  const Fault fault = test::fault_of([&] { static_cast<void>(scene.simulation.step({{{{3, 1.0}}, Vec3(0, 1, 0), 10}})); });
  EXPECT_EQ(fault.id, "scene.reduce");
  EXPECT_EQ(scene.simulation.steps_done(), 0);
}

struct BadReduction {
  const char* what;
  std::vector<std::string> overrides;
  const char *id, *place, *says;
};

TEST(ReducedScene, RefusesWhatItCannotDoByName) {
  const char* const two = R"(contact=[{"type": "sphere", "center": [0, -5, 0], "radius": 1}])";
  const BadReduction cases[] = {
      {"no pins", {"pins=[]"}, "scene.reduce", "bodies/0/reduce", "no pins"},
      {"a hinge",
       {R"(pins.0.select={"type": "box", "min": [-1.1, -0.21, -9], "max": [-0.9, -0.19, 9]})"},
       "scene.reduce",
       "bodies/0/reduce",
       "rigid motions"},
      {"too many",
       {"bodies.0.reduce.modes=128", R"(bodies.0.mesh.cells=[1, 1, 1])"},
       "scene.reduce",
       "bodies/0/reduce/modes",
       "have 12"},
      {"modes 0", {"bodies.0.reduce.modes=0"}, "scene.range", "bodies/0/reduce/modes", "0"},
      {"unknown basis", {"bodies.0.reduce.basis=\"best\""}, "scene.choice", "bodies/0/reduce/basis", "best"},
      {"law", {R"(bodies.0.material.type="neo_hookean")"}, "scene.reduce", "bodies/0/reduce", "neo_hookean"},
      {"mass", {R"(bodies.0.mass_matrix="consistent")"}, "scene.reduce", "bodies/0/reduce", "consistent"},
      {"moving pin", {R"(pins.0.motion={"translate": [0, 1, 0], "to": 1})"}, "scene.reduce", "pins/0/motion", "cannot move"},
      {"strain damping", {R"(damping=[{"type": "strain", "coefficient": 1}])"}, "scene.reduce", "damping/0", "strain damping"},
      {"sphere", {two}, "scene.reduce", "contact/0", "planes only"},
      {"friction",
       {R"(contact=[{"type": "plane", "point": [0, -5, 0], "normal": [0, 1, 0], "friction": 0.3}])"},
       "scene.reduce",
       "contact/0",
       "without friction"},
      {"constraint", {R"(constraints=[{"type": "volume", "body": "bar"}])"}, "scene.reduce", "constraints/0", "a constraint"},
      {"formula", {R"(potentials=[{"body": "bar", "expression": "x^2"}])"}, "scene.reduce", "potentials/0", "a formula"},
      {"pca without a run", {R"(bodies.0.reduce.basis="pca")"}, "scene.missing-key", "bodies/0/reduce/path", "missing"},
      {"a run without pca", {R"(bodies.0.reduce.path="out")"}, "scene.reduce", "bodies/0/reduce/path", "pca"},
      {"no such run", {R"(bodies.0.reduce={"modes": 3, "basis": "pca", "path": "nowhere"})"}, "frames.none", "bodies/0/reduce", ""},
      {"slice",
       {R"(bodies.0.mesh={"type": "rectangle", "size": [2, 1], "cells": [4, 2], "thickness": 1})"},
       "scene.reduce",
       "bodies/0/reduce",
       "tets and hexes"},
  };
  for (const BadReduction& bad : cases) {
    SCOPED_TRACE(bad.what);
    const Fault fault = test::fault_of([&] { scene_with(bad.overrides); });
    EXPECT_EQ(fault.id, bad.id) << fault.message;
    EXPECT_THAT(fault.place, HasSubstr(bad.place));
    EXPECT_THAT(fault.message, HasSubstr(bad.says));
  }
}

}  // namespace
}  // namespace lilyan
