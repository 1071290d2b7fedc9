// Damping as scenes write it.
#include <lilyan/run/advance.hpp>
#include <lilyan/scene/load.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lilyan {
namespace {

using testing::HasSubstr;

const char* const kTwoBars = R"({
  "lilyan": 1, "gravity": [0, 0, 0],
  "bodies": [{
    "name": "left", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1]},
    "material": {"type": "stvk", "mu": 1000, "lambda": 500}, "mass": 1, "deform": [{"type": "stretch", "factors": [1.1, 1, 1]}]
  }, {
    "name": "right", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1], "center": [5, 0, 0]},
    "material": {"type": "stvk", "mu": 1000, "lambda": 500}, "mass": 1, "deform": [{"type": "stretch", "factors": [1.1, 1, 1]}]
  }],
  "integrator": {"type": "avf"},
  "time": {"step": 0.01, "steps": 50}
})";

Scene damped(const std::string& damping, std::vector<std::string> overrides = {}) {
  overrides.push_back("damping=[" + damping + "]");
  return parse_scene(kTwoBars, "bars.json", overrides);
}

// The share of the elastic and kinetic energy that is left of each body after the run.
struct Left {
  double left, right;
};

Left energy_left(const Scene& scene) {
  History history = scene.simulation.history();
  Workspace workspace;
  for (std::int64_t k = 0; k < scene.simulation.settings().steps; ++k) {
    auto step = scene.simulation.stepper().attempt(
        history, {k, static_cast<double>(k + 1) * scene.simulation.settings().h, scene.simulation.settings().h}, workspace);
    EXPECT_TRUE(step);
    if (!step) break;
    history.accept(std::move(*step));
  }
  auto kinetic_of = [&](const Body& body, const Frame& frame) {
    const Vector v = scene.simulation.system().velocity(frame.p);
    const Eigen::Index first = 3 * Eigen::Index{body.first_vertex}, count = 3 * Eigen::Index{body.vertices};
    return 0.5 * frame.p.segment(first, count).dot(v.segment(first, count));
  };
  return {kinetic_of(scene.inventory.bodies[0], history.now()), kinetic_of(scene.inventory.bodies[1], history.now())};
}

TEST(SceneDamping, ActsOnAllBodiesOrOnTheOneItNames) {
  const Left free = energy_left(damped(""));
  for (const std::string kind :
       {R"("type": "strain", "coefficient": 0.01)", R"("type": "strain", "coefficient": 0.01, "form": "implicit_exact")",
        R"("type": "rayleigh", "mass": 5)", R"("type": "rayleigh", "stiffness": 0.01)", R"("type": "drag", "slow": 5)"}) {
    const Left both = energy_left(damped("{" + kind + "}")), one = energy_left(damped("{" + kind + R"(, "body": "right"})"));
    EXPECT_LT(both.left, 0.9 * free.left) << kind;
    EXPECT_LT(both.right, 0.9 * free.right) << kind;
    EXPECT_NEAR(one.left, free.left, 1e-9 * free.left) << kind;
    EXPECT_LT(one.right, 0.9 * free.right) << kind;
  }
}

TEST(SceneDamping, OfSeveralEntriesAddsUp) {
  const std::string entry = R"({"type": "rayleigh", "mass": 5})", twice = R"({"type": "rayleigh", "mass": 10})";
  EXPECT_NEAR(energy_left(damped(entry + "," + entry)).left, energy_left(damped(twice)).left, 1e-12);
}

// energy_momentum keeps angular momentum whatever damps the body from within, where the form lets it.
TEST(SceneDamping, OfTheExactFormTurnsNoBody) {
  for (const std::string form : {"implicit", "implicit_exact"}) {
    const Scene scene = damped(R"({"type": "strain", "coefficient": 0.01, "form": ")" + form + "\"}",
                               {R"(integrator={"type": "energy_momentum"})", R"(bodies.0.velocity={"angular": [1, 2, 3]})"});
    Simulation simulation = scene.simulation;
    const History& history = simulation.history();
    Drift drift;
    drift.see(simulation.ledger());
    for (std::int64_t k = 0; k < scene.simulation.settings().steps; ++k) {
      ASSERT_TRUE(simulation.step());
      drift.see(simulation.ledger());
    }
    if (form == "implicit_exact")
      EXPECT_LT(drift.angular(), 1e-11);
    else
      EXPECT_GT(drift.angular(), 1e-7);
    EXPECT_LT(drift.energy(), 1e-9) << "with what was dissipated";
  }
}

void expect_refusal(const std::string& damping, const std::string& words, const std::vector<std::string>& overrides = {}) {
  try {
    damped(damping, overrides);
    FAIL() << damping << " was accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(words));
  }
}

TEST(SceneDamping, ThatCannotBeIsRefused) {
  expect_refusal(R"({"type": "strain"})", "coefficient");
  expect_refusal(R"({"type": "strain", "coefficient": 0})", "damping/0/coefficient");
  expect_refusal(R"({"type": "strain", "coefficient": -1})", "above 0");
  expect_refusal(R"({"type": "strain", "coefficient": 1e-3, "form": "exact"})", "\"implicit\", \"implicit_exact\", \"explicit\"");
  expect_refusal(R"({"type": "rayleigh"})", "neither \"mass\" nor \"stiffness\"");
  expect_refusal(R"({"type": "rayleigh", "mass": -1})", "at least 0");
  expect_refusal(R"({"type": "drag", "wind": [1, 0, 0]})", "neither \"slow\" nor \"fast\"");
  expect_refusal(R"({"type": "drag", "slow": 1, "wind": [1, 0]})", "wind");
  expect_refusal(R"({"type": "glue"})", "glue");
  expect_refusal(R"({"type": "strain", "coefficient": 1, "body": "lefft"})", "did you mean \"left\"");
  expect_refusal(R"({"type": "strain", "coefficient": 1e-3})", "go backwards", {"integrator.order=4"});
}

}  // namespace
}  // namespace lilyan
