// Loads as scenes write them.
#include <lilyan/output/record_rows.hpp>
#include <lilyan/run/advance.hpp>
#include <lilyan/scene/load.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace lilyan {
namespace {

const char* const kLoadedBeam = R"({
  "lilyan": 1,
  "bodies": [{
    "name": "far", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1], "center": [9, 9, 9]},
    "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 10
  }, {
    "name": "beam", "mesh": {"type": "box", "size": [2, 0.5, 0.4], "cells": [8, 3, 2]},
    "material": {"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.3}, "density": 1000
  }],
  "pins": [{"body": "far", "select": {"type": "all"}},
           {"body": "beam", "select": {"type": "box", "min": [-1, -9, -9], "max": [-1, 9, 9]}}],
  "integrator": {"type": "static"},
  "time": {"step": 1, "steps": 1}
})";

const std::string kForce =
    R"({"type": "force", "body": "beam", "select": {"type": "box", "min": [1, -9, -9], "max": [1, 9, 9]}, "force": [30, -40, 5]})";
const std::string kTraction =
    R"({"type": "traction", "body": "beam", "select": {"type": "plane", "point": [0, 0.25, 0], "normal": [0, 1, 0]}, "traction": [0, -300, 40]})";
const std::string kAcceleration = R"({"type": "acceleration", "body": "beam", "acceleration": [1, 2, -3]})";

Scene loaded(const std::vector<std::string>& loads, std::vector<std::string> overrides = {}) {
  std::string list;
  for (const std::string& load : loads) list += (list.empty() ? "" : ",") + load;
  overrides.push_back("loads=[" + list + "]");
  return parse_scene(kLoadedBeam, "beam.json", overrides);
}

Vec3 sum(const Load& load) {
  Vec3 total = Vec3::Zero();
  for (const Load::Push& push : load.pushes()) total += push.force;
  return total;
}

TEST(SceneLoads, AddUpToWhatTheirEntrySays) {
  const Scene scene = loaded({kForce, kTraction, kAcceleration});
  ASSERT_EQ(scene.simulation.system().loads().size(), 3u);
  ASSERT_EQ(scene.inventory.loads.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(scene.inventory.loads[k].name, "load" + std::to_string(k));
  const double area = 2 * 0.4, mass = 1000 * 2 * 0.5 * 0.4;
  EXPECT_LT((sum(*scene.simulation.system().loads()[0]) - Vec3(30, -40, 5)).norm(), 1e-12);
  EXPECT_LT((sum(*scene.simulation.system().loads()[1]) - area * Vec3(0, -300, 40)).norm(), 1e-10);
  EXPECT_LT((sum(*scene.simulation.system().loads()[2]) - mass * Vec3(1, 2, -3)).norm(), 1e-9);
}

TEST(SceneLoads, OfAForceAreSharedEquallyAndOfATractionByRestArea) {
  const Scene scene = loaded({kForce, kTraction});
  const Index first = scene.inventory.bodies[1].first_vertex;
  for (const Load::Push& push : scene.simulation.system().loads()[0]->pushes()) EXPECT_EQ(push.force, Vec3(30, -40, 5) / 12);
  // A vertex inside the face carries a whole cell's area or, in an alternating cut, one and a half or half of it.
  double largest = 0;
  for (const Load::Push& push : scene.simulation.system().loads()[1]->pushes()) {
    EXPECT_GE(push.vertex, first);
    EXPECT_GT(vertex(scene.simulation.initial().x, push.vertex)[1], 0.249);
    largest = std::max(largest, push.force.norm());
  }
  EXPECT_LE(largest, 8 * Vec3(0, -300, 40).norm() * 0.25 * 0.2 / 6 * (1 + 1e-12));
}

TEST(SceneLoads, OfAnAccelerationOnTheWholeBodyActLikeGravity) {
  const Scene by_load =
      loaded({R"({"type": "acceleration", "body": "beam", "acceleration": [0, -9.81, 0]})"}, {"gravity=[0, 0, 0]"});
  const Scene by_gravity = loaded({});
  auto end = [](const Scene& scene) {
    Simulation simulation = scene.simulation;
    const History& history = simulation.history();
    EXPECT_TRUE(simulation.step());
    return history.now().x;
  };
  EXPECT_LT((end(by_load) - end(by_gravity)).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(SceneLoads, AndGravityAreBalancedByTheReactionsOfAnEquilibrium) {
  for (const char* law : {"stvk", "linear", "neo_hookean"}) {
    const Scene scene = loaded({kForce, kTraction, kAcceleration}, {std::string("bodies.1.material.type=") + law});
    Simulation simulation = scene.simulation;
    ASSERT_TRUE(simulation.step());
    const double mass = 1000 * 2 * 0.5 * 0.4;
    const Vec3 outside = Vec3(30, -40, 5) + 0.8 * Vec3(0, -300, 40) + mass * Vec3(1, 2 - 9.81, -3);
    EXPECT_LT((reactions(scene.simulation.system(), simulation.history().now())[1] + outside).norm(), 1e-10 * outside.norm())
        << law;
  }
}

TEST(SceneLoads, CloseTheBalanceWhereStepsAreHalved) {
  const std::string hit =
      R"({"type": "force", "body": "beam", "select": {"type": "box", "min": [1, -9, -9], "max": [1, 9, 9]}, "force": [0, 4e4, 0],
          "from": 0.01, "to": 0.05, "profile": {"type": "pulse"}})";
  const Scene scene = loaded(
      {hit}, {"integrator.type=avf", "time={\"step\": 0.02, \"steps\": 5}", "solver.max_iterations=4", "solver.on_failure=halve"});
  Simulation simulation = scene.simulation;
  Drift drift;
  drift.see(simulation.ledger());
  int failed = 0;
  for (int k = 0; k < 5; ++k) {
    const auto made = simulation.step();
    ASSERT_TRUE(made);
    failed += made->failed;
    drift.see(simulation.ledger());
  }
  EXPECT_GT(failed, 0);
  EXPECT_LT(drift.energy(), 1e-10);
}

TEST(SceneLoads, TakeTheirProfileFromTheirEntry) {
  const Scene scene = loaded(
      {R"({"type": "acceleration", "body": "beam", "acceleration": [1, 0, 0], "profile": {"type": "sine", "frequency": 2, "phase": 90}})",
       R"({"type": "acceleration", "body": "beam", "acceleration": [1, 0, 0], "from": 1, "to": 3, "profile": {"type": "ramp"}})",
       R"({"type": "acceleration", "body": "beam", "acceleration": [1, 0, 0], "from": 1, "to": 3, "profile": {"type": "pulse"}})",
       R"({"type": "acceleration", "body": "beam", "acceleration": [1, 0, 0], "to": 3, "profile": {"type": "table", "times": [0, 2], "values": [0, 5]}})",
       R"({"type": "acceleration", "body": "beam", "acceleration": [1, 0, 0], "to": 1, "profile": {"type": "constant"}})"});
  const std::vector<double> at_two = {1, 0.5, 1, 5, 0};
  for (std::size_t k = 0; k < at_two.size(); ++k)
    EXPECT_NEAR(scene.simulation.system().loads()[k]->profile().at(2), at_two[k], 1e-14) << k;
}

}  // namespace
}  // namespace lilyan
