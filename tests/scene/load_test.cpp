// Scenes become the systems that the conventions promise.
#include <lilyan/scene/load.hpp>

#include <lilyan/core/error.hpp>

#include <gmock/gmock.h>

#include <tests/support/temporary_folder.hpp>

#include <cmath>

namespace lilyan {
namespace {

using ::testing::HasSubstr;

const std::string kBar = R"({
  "lilyan": 1, "gravity": [0, 0, 0],
  "bodies": [{
    "name": "bar",
    "mesh": {"type": "box", "size": [4, 1, 1], "cells": [8, 2, 2]},
    "material": {"type": "stvk", "mu": 1000, "lambda": 500},
    "mass": 1,
    "deform": [{"type": "stretch", "factors": [1.1, 1, 1]}, {"type": "twist", "axis": [1, 0, 0], "degrees": 60}],
    "velocity": {"linear": [0.5, 0, 0], "angular": [0.6, 0.4, 2]}
  }],
  "integrator": {"type": "avf"},
  "time": {"step": 0.033, "steps": 10}
})";

Scene load(const std::vector<std::string>& overrides = {}, const std::string& text = kBar) {
  return parse_scene(text, "bar.json", overrides);
}

double total_energy(const Scene& scene) {
  const System& system = scene.simulation.system();
  return 0.5 * scene.simulation.history().now().p.dot(system.velocity(scene.simulation.history().now().p)) +
         system.potential_energy(scene.simulation.initial().x, 0);
}

TEST(LoadScene, ReferenceBarsHaveTheirPublishedEnergy) {
  EXPECT_NEAR(total_energy(load()), 106.77298, 1e-5);
  EXPECT_NEAR(total_energy(load({"bodies.0.deform.0.factors=[1.3, 1, 1]", "bodies.0.deform.1.degrees=90"})), 747.05314, 1e-5);
}

TEST(LoadScene, MassIsLumpedAndAddsUpToWhatWasAskedFor) {
  const Scene by_mass = load();
  EXPECT_NEAR(by_mass.simulation.system().vertex_mass().sum(), 1, 1e-14);
  std::string text = kBar;
  text.replace(text.find("\"mass\": 1,"), 10, "\"density\": 3,");
  EXPECT_NEAR(load({}, text).simulation.system().vertex_mass().sum(), 12, 1e-13);
}

TEST(LoadScene, LinearVelocityIsThatOfTheMassCentre) {
  const Scene scene = load();
  Vec3 p = Vec3::Zero();
  for (Index i = 0; i < scene.simulation.system().vertices(); ++i) p += vertex(scene.simulation.history().now().p, i);
  EXPECT_LT((p - Vec3(0.5, 0, 0)).norm(), 1e-14);
}

TEST(LoadScene, NotesPartsOfABodyThatFallWhileOthersAreHeld) {
  const test::TemporaryFolder folder;
  folder.write("two.veg",
               "*VERTICES\n8 3 0 0\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 5 0 0\n6 6 0 0\n7 5 1 0\n8 5 0 1\n"
               "*ELEMENTS\nTET\n2 4 0\n1 1 2 3 4\n2 5 6 7 8\n*MATERIAL m\nENU, 10, 1e5, 0.3\n*REGION\nallElements, m\n");
  const std::string text = R"({"lilyan": 1, "bodies": [{"name": "b", "mesh": {"type": "file", "path": "two.veg"}, "density": 10,
      "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}}],
      "pins": [{"body": "b", "select": {"type": "vertices", "indices": [0]}}],
      "integrator": {"type": "avf"}, "time": {"step": 0.01, "steps": 1}})";
  auto notes = [&](const std::vector<std::string>& overrides) {
    return parse_scene(text, folder / "two.json", overrides).record.notes;
  };
  EXPECT_THAT(notes({}), testing::Contains(HasSubstr("1 of the 2 parts of \"b\" are joined to nothing that is held, and fall")));
  EXPECT_THAT(notes({"pins.0.select.indices=[0, 4]"}), testing::Not(testing::Contains(HasSubstr("fall"))));
  EXPECT_THAT(notes({"pins=[]"}), testing::Not(testing::Contains(HasSubstr("fall")))) << "all of it is meant to";
  EXPECT_THAT(notes({"gravity=[0, 0, 0]"}), testing::Not(testing::Contains(HasSubstr("fall"))));
}

TEST(LoadScene, DurationIsRoundedToWholeSteps) {
  std::string text = kBar;
  text.replace(text.find("\"steps\": 10"), 11, "\"duration\": 10");
  EXPECT_EQ(load({"time.step=0.0333"}, text).simulation.settings().steps, 300);
  EXPECT_THAT(load({"time.step=0.0333"}, text).record.notes, testing::ElementsAre(HasSubstr("300 steps")));
  EXPECT_EQ(load({"time.step=0.1"}, text).simulation.settings().steps, 100);
  EXPECT_TRUE(load({"time.step=0.1"}, text).record.notes.empty());
  EXPECT_EQ(load({"time.step=100"}, text).simulation.settings().steps, 1);
}

TEST(LoadScene, HeldComponentsCarryNoMomentumAndStandWhereTheirScriptBegins) {
  const Scene scene =
      load({R"(pins=[{"body": "bar", "select": {"type": "box", "min": [-9, -9, -9], "max": [-1.99, 9, 9]}, "axes": ["x", "z"]}])"});
  const Coordinates& coordinates = scene.simulation.system().coordinates();
  EXPECT_EQ(coordinates.size(), 243 - 18);
  EXPECT_EQ(scene.inventory.pin_names, std::vector<std::string>{"pin0"});
  for (Index component = 0; component < coordinates.components(); ++component)
    EXPECT_TRUE(!coordinates.is_held(component) || scene.simulation.history().now().p[component] == 0) << component;
  Vector z, x = scene.simulation.initial().x;
  coordinates.restrict(scene.simulation.initial().x, z);
  coordinates.lift(z, 0, x);
  EXPECT_EQ(x, scene.simulation.initial().x);
}

TEST(LoadScene, SecondBodyFollowsTheFirst) {
  const Scene scene = load(
      {R"(bodies.1={"mesh": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1], "center": [9, 0, 0], "transform": {"scale": 2}},
                                "material": {"type": "neo_hookean", "youngs_modulus": 1e4, "poissons_ratio": 0.3}, "density": 5})",
       R"(output.probes=[{"name": "far", "body": "body1", "nearest": [99, 99, 99]}])"});
  ASSERT_EQ(scene.inventory.bodies.size(), 2u);
  EXPECT_EQ(scene.inventory.bodies[1].name, "body1");
  EXPECT_EQ(scene.inventory.bodies[1].first_vertex, 81);
  EXPECT_EQ(scene.inventory.bodies[1].first_cell, 160);
  EXPECT_EQ(scene.inventory.cells.tets.size(), 165u);
  EXPECT_EQ(scene.output.probes.at(0).shares, (std::vector<WeightedVertex>{{81 + 7, 1}}));
  EXPECT_LT((vertex(scene.simulation.initial().x, 88) - Vec3(19, 1, 1)).norm(), 1e-14);
  EXPECT_NEAR(scene.simulation.system().vertex_mass().sum(), 1 + 40, 1e-12);
}

TEST(LoadScene, HashIgnoresOnlyWhatAResumedRunMayChange) {
  const std::uint64_t hash = load().record.hash;
  EXPECT_EQ(load({"time.steps=99"}).record.hash, hash);
  EXPECT_EQ(load({"name=other"}).record.hash, hash);
  EXPECT_EQ(load({"output.ledger.every=7"}).record.hash, hash);
  EXPECT_EQ(load({"bodies.0.mass=1.0"}).record.hash, hash);
  EXPECT_EQ(load({"solver.tolerance=1e-12"}).record.hash, hash);
  EXPECT_NE(load({"bodies.0.mass=2"}).record.hash, hash);
  EXPECT_NE(load({"time.step=0.03"}).record.hash, hash);
  EXPECT_NE(load({"solver.tolerance=1e-9"}).record.hash, hash);
  EXPECT_NE(load({"gravity.1=-1"}).record.hash, hash);
}

TEST(LoadScene, ReportsFaultsOfAllPartsAtOnce) {
  try {
    load({"bodies.0.mass=-1", "pins.0={\"body\": \"bra\", \"select\": {\"type\": \"all\"}}", "time.step=0", "integrator.type=afv",
          "bodies.1={\"mesh\": {\"type\": \"file\", \"path\": \"none.msh\"}, \"material\": {\"type\": \"stvk\", \"mu\": 1}, "
          "\"density\": 1}",
          "grvity=[0, 0, 0]"});
    FAIL() << "accepted";
  } catch (const InputError& error) {
    std::vector<std::string> places;
    for (const Fault& fault : error.faults()) places.push_back(fault.place);
    EXPECT_THAT(places, testing::UnorderedElementsAre("bodies/0/mass", "pins/0/body", "time/step", "integrator/type",
                                                      "bodies/1/material", "grvity"));
  }
}

TEST(LoadScene, FilesOfOneBodyAreLookedAtThoughAnotherBodyIsFaulty) {
  try {
    load({"bodies.0.mass=-1",
          "bodies.1={\"mesh\": {\"type\": \"file\", \"path\": \"none.msh\"}, \"material\": {\"type\": \"stvk\", \"mu\": 1, "
          "\"lambda\": 1}, \"density\": 1}"});
    FAIL() << "accepted";
  } catch (const InputError& error) {
    ASSERT_EQ(error.faults().size(), 2u);
    EXPECT_EQ(error.faults()[1].place, "bodies/1/mesh/path");
    EXPECT_THAT(error.faults()[1].message, HasSubstr("none.msh"));
  }
}

TEST(LoadScene, KeepsTheUsersOrderOfKeysInItsText) {
  const std::string text = load({"time.steps=7", "name=new", "bodies.0.mesh.size=[3, 1, 1]"}).record.text;
  std::size_t last = 0;
  for (const char* key : {"lilyan", "gravity", "bodies", "mesh", "type", "size", "cells", "material", "mu", "lambda", "mass",
                          "deform", "velocity", "linear", "angular", "integrator", "time", "step", "steps"}) {
    const std::size_t at = text.find('"' + std::string(key) + '"', last);
    ASSERT_NE(at, std::string::npos) << key << " does not come after the key before it in\n" << text;
    last = at;
  }
  EXPECT_THAT(text, HasSubstr("\"steps\": 7"));
  EXPECT_GT(text.rfind("\"name\""), last) << "what the user did not have comes last";
  EXPECT_EQ(total_energy(load({}, text)), total_energy(load({"bodies.0.mesh.size=[3, 1, 1]"}))) << "it is the same scene";
}

TEST(LoadScene, RefusesBodiesThatCannotBeNumberedOrKept) {
  const std::vector<std::pair<std::string, std::string>> sizes = {{"[300000000, 1, 1]", "more than the engine can number"},
                                                                  {"[100000000, 1, 1]", "GiB are free"}};
  for (const auto& [cells, words] : sizes) {
    try {
      load({"bodies.0.mesh.cells=" + cells});
      ADD_FAILURE() << cells;
    } catch (const InputError& error) {
      EXPECT_EQ(error.faults().front().id, "scene.too-large");
      EXPECT_THAT(error.what(), HasSubstr(words));
    }
  }
}

}  // namespace
}  // namespace lilyan
