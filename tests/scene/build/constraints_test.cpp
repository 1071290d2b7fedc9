// Constraints as scenes write them.
#include <lilyan/constraints/constraint_kinds.hpp>
#include <lilyan/run/advance.hpp>
#include <lilyan/scene/load.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lilyan {
namespace {

using testing::HasSubstr;

// Two blocks that touch at x = 0, the right one with a finer mesh.
const char* const kTwoBlocks = R"({
  "lilyan": 1, "gravity": [0, -9.81, 0],
  "bodies": [{
    "name": "left", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1], "center": [-1, 0, 0]},
    "material": {"type": "stvk", "mu": 1000, "lambda": 500}, "mass": 1
  }, {
    "name": "right", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [4, 3, 2], "center": [1, 0, 0]},
    "material": {"type": "stable_neo_hookean", "mu": 1000, "lambda": 500}, "mass": 1
  }],
  "integrator": {"type": "avf"},
  "time": {"step": 0.01, "steps": 20}
})";

Scene constrained(const std::string& constraints, std::vector<std::string> overrides = {}) {
  overrides.push_back("constraints=[" + constraints + "]");
  return parse_scene(kTwoBlocks, "blocks.json", overrides);
}

struct ConstrainedRun {
  Drift drift;
  Frame start, end;
  double missed;  // by the worst constraint
};

ConstrainedRun run_constrained(const Scene& scene) {
  Simulation simulation = scene.simulation;
  const History& history = simulation.history();
  ConstrainedRun outcome;
  outcome.start = scene.simulation.history().now();
  outcome.drift.see(simulation.ledger());
  for (std::int64_t k = 0; k < scene.simulation.settings().steps; ++k) {
    const auto made = simulation.step();
    EXPECT_TRUE(made) << k;
    if (!made) break;
    outcome.drift.see(simulation.ledger());
  }
  outcome.end = history.now();
  outcome.missed = scene.simulation.system().constraints().value(history.now().x, history.now().t).cwiseAbs().maxCoeff();
  return outcome;
}

const char* const kLeftEnd = R"("body": "left", "select": {"type": "box", "min": [-9, -9, -9], "max": [-1.99, 9, 9]})";
const char* const kSeam = R"("body": "right", "select": {"type": "box", "min": [-0.01, -9, -9], "max": [0.01, 9, 9]})";

std::string constraint_of(const std::string& type, const std::string& rest) { return R"({"type": ")" + type + "\", " + rest + "}"; }

TEST(SceneConstraints, OfEveryKindAreKeptAndDoNoWork) {
  const std::vector<std::string> kinds = {
      constraint_of("distance", R"("between": [{"body": "left", "vertex": 0}, {"body": "right", "nearest": [2, 0.5, 0.5]}])"),
      constraint_of("plane", std::string(kLeftEnd) + R"(, "normal": [0, 2, 0])"),
      constraint_of("line", std::string(kLeftEnd) + R"(, "direction": [0, 1, 1])"),
      constraint_of("sphere", std::string(kLeftEnd) + R"(, "center": [-2, 3, 0])"),
      constraint_of("point", kLeftEnd),
      constraint_of("glue", std::string(kSeam) + R"(, "to": "left")"),
      constraint_of("rigid", kLeftEnd),
      constraint_of("volume", R"("body": "left")"),
      constraint_of("volume", R"("name": "both")"),
  };
  for (const std::string& kind : kinds) {
    const ConstrainedRun outcome = run_constrained(constrained(kind));
    EXPECT_LT(outcome.missed, 1e-10) << kind;
    EXPECT_LT(outcome.drift.energy(), 1e-9) << kind;
  }
}

TEST(SceneConstraints, OfGlueJoinBodiesOfDifferentMeshes) {
  const ConstrainedRun outcome = run_constrained(
      constrained(constraint_of("glue", std::string(kSeam) + R"(, "to": "left")") + "," + constraint_of("point", kLeftEnd)));
  // Held at the far end of the left block the right one hangs on, where it would have fallen by g t^2/2 = 0.196 m.
  double height = 0;
  const Scene scene = constrained("");
  for (Index i = scene.inventory.bodies[1].first_vertex; i < scene.simulation.system().vertices(); ++i)
    height += vertex(outcome.end.x, i).y() / scene.inventory.bodies[1].vertices;
  EXPECT_GT(height, -0.18);
}

TEST(SceneConstraints, OfPointsFollowTheirMotionLikePins) {
  const std::string motion =
      R"("motion": {"translate": [0, 0.1, 0], "rotate": {"axis": [1, 0, 0], "degrees": 30, "center": [0, 0, 0]}, "to": 0.15})";
  const ConstrainedRun by_constraint = run_constrained(constrained(constraint_of("point", std::string(kLeftEnd) + ", " + motion)));
  Simulation pinned = constrained("", {std::string("pins=[{") + kLeftEnd + ", " + motion + "}]"}).simulation;
  while (!pinned.is_finished()) ASSERT_TRUE(pinned.step());
  EXPECT_LT((by_constraint.end.x - pinned.positions()).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_LT(by_constraint.drift.energy(), 1e-9);
}

TEST(SceneConstraints, AreKeptByEveryMethod) {
  for (const char* method : {"forward_euler", "symplectic_euler", "velocity_verlet", "backward_euler", "bdf2", "newmark",
                             "implicit_midpoint", "variational", "avf", "energy_momentum", "discrete_gradient", "bathe"}) {
    const ConstrainedRun outcome =
        run_constrained(constrained(constraint_of("rigid", kLeftEnd) + "," + constraint_of("volume", R"("body": "right")"),
                                    {std::string("integrator={\"type\": \"") + method + "\"}", "time.step=0.001"}));
    EXPECT_LT(outcome.missed, 1e-10) << method;
  }
  const ConstrainedRun equilibrium = run_constrained(
      constrained(constraint_of("point", kLeftEnd) + "," + constraint_of("glue", std::string(kSeam) + R"(, "to": "left")"),
                  {R"(integrator={"type": "static"})", "gravity=[0, -0.5, 0]", "time.steps=1"}));
  EXPECT_LT(equilibrium.missed, 1e-10);
}

TEST(SceneConstraints, ChangeInitialVelocitiesThatLeaveThemAndSaySo) {
  const Scene scene = constrained(constraint_of("point", kLeftEnd), {R"(bodies.0.velocity={"linear": [1, 0, 0]})"});
  EXPECT_THAT(scene.record.notes, testing::Contains(HasSubstr("initial velocities were changed to fit the constraints, by 1 m/s")));
}

// A chain of 20 links released horizontally, which whips.
const char* const kChain = R"({
  "lilyan": 1,
  "bodies": [{"name": "chain", "mesh": {"type": "rod", "from": [0, 0, 0], "to": [1, 0, 0], "cells": 20},
              "material": {"type": "rod", "stiffness": 1}, "mass": 1}],
  "pins": [{"body": "chain", "select": {"type": "vertices", "indices": [0]}}],
  "constraints": [{"type": "inextensible", "body": "chain"}],
  "integrator": {"type": "avf"}, "time": {"step": 0.01, "steps": 400}, "solver": {"on_failure": "halve"}
})";

TEST(SceneConstraints, LetAChainWhipAndKeepItsEnergy) {
  const ConstrainedRun outcome = run_constrained(parse_scene(kChain, "chain.json"));
  EXPECT_LT(outcome.missed, 1e-10);
  EXPECT_LT(outcome.drift.energy(), 1e-9);
}

TEST(SceneConstraints, ThatKeepLengthsWantEdges) {
  try {
    parse_scene(kTwoBlocks, "blocks.json", {R"(constraints=[{"type": "inextensible", "body": "left"}])"});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("\"left\" has no edges but 10 tets"));
  }
}

void expect_no_constraint(const std::string& constraints, const std::string& words,
                          const std::vector<std::string>& overrides = {}) {
  try {
    constrained(constraints, overrides);
    FAIL() << constraints << " was accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(words));
  }
}

TEST(SceneConstraints, ThatCannotBeAreRefused) {
  const std::string end = kLeftEnd, seam = kSeam;
  expect_no_constraint(constraint_of("rope", end), "rope");
  expect_no_constraint(constraint_of("distance", R"("between": [{"body": "left", "vertex": 0}])"), "constraints/0/between");
  expect_no_constraint(constraint_of("distance", R"("between": [{"body": "left"}, {"body": "left", "vertex": 1}])"), "neither of");
  expect_no_constraint(constraint_of("distance", R"("between": [{"body": "left", "vertex": 0}, {"body": "left", "vertex": 0}])"),
                       "same place");
  expect_no_constraint(constraint_of("distance", R"("between": [{"body": "left", "vertex": 0}, {"body": "left", "vertex": 99}])"),
                       "no vertex 99");
  expect_no_constraint(constraint_of("distance", R"("between": [{"body": "left", "vertex": 0}, {"body": "lefd", "vertex": 1}])"),
                       "did you mean \"left\"");
  expect_no_constraint(
      constraint_of("distance", R"("between": [{"body": "left", "vertex": 0}, {"body": "left", "vertex": 1}], "length": 7)"),
      "not fulfilled at the start");
  expect_no_constraint(constraint_of("plane", end + R"(, "normal": [0, 0, 0])"), "normal");
  expect_no_constraint(constraint_of("plane", end + R"(, "normal": [0, 1, 0], "point": [0, 3, 0])"), "not fulfilled");
  expect_no_constraint(constraint_of("sphere", end + R"(, "center": [-2, -0.5, -0.5])"), "at the centre");
  expect_no_constraint(constraint_of("sphere", end + R"(, "center": [0, 0, 0], "radius": 0)"), "above 0");
  expect_no_constraint(constraint_of("glue", seam + R"(, "to": "right")"), "itself");
  expect_no_constraint(constraint_of("glue", seam + R"(, "to": "centre")"), "no body is called");
  expect_no_constraint(
      constraint_of("glue", R"("body": "right", "select": {"type": "box", "min": [1.9, -9, -9], "max": [9, 9, 9]}, "to": "left")"),
      "does not touch \"left\"");
  expect_no_constraint(constraint_of("rigid", R"("body": "left", "select": {"type": "vertices", "indices": [3]})"), "two or more");
  expect_no_constraint(constraint_of("point", end + R"(, "motion": {"translate": [1, 0, 0], "from": 2, "to": 1})"), "before");
  expect_no_constraint(constraint_of("volume", R"("body": "middle")"), "no body is called");
  expect_no_constraint(constraint_of("point", end), "holds only vertices that pins hold already", {"pins=[{" + end + "}]"});
  expect_no_constraint(constraint_of("point", end) + "," + constraint_of("plane", end + R"(, "normal": [1, 1, 0])"),
                       "says already");
  expect_no_constraint(constraint_of("point", end) + "," + constraint_of("rigid", end), "says already");
  expect_no_constraint(
      constraint_of("volume", R"("body": "left")") + "," + constraint_of("volume", R"("body": "left", "name": "constraint0")"),
      "also the name of");
  expect_no_constraint(constraint_of("rigid", end), "closure", {R"(integrator={"type": "avf", "momentum": "conserved"})"});
  expect_no_constraint(constraint_of("rigid", end), "constraint_velocities", {"solver.constraint_velocities=fitting"});
}

}  // namespace
}  // namespace lilyan
