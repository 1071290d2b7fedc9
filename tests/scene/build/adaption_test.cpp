// Steps of changing length as scenes write them.
#include <lilyan/core/error.hpp>
#include <lilyan/run/advance.hpp>
#include <lilyan/run/run_time.hpp>
#include <lilyan/scene/load.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lilyan::adaption_scenes {
namespace {

using testing::HasSubstr;

const char* const kBar = R"({
  "lilyan": 1, "gravity": [0, 0, 0],
  "bodies": [{
    "name": "bar", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1]},
    "material": {"type": "stvk", "mu": 1000, "lambda": 500}, "mass": 1, "deform": [{"type": "stretch", "factors": [1.1, 1, 1]}]
  }],
  "integrator": {"type": "implicit_midpoint"},
  "time": {"step": 0.01, "duration": 0.2}
})";

Scene adapted(const std::string& adaption, std::vector<std::string> overrides = {}) {
  overrides.push_back("time.adaption=" + adaption);
  return parse_scene(kBar, "bar.json", overrides);
}

struct Lengths {
  double shortest = 1e300, longest = 0, end = 0;
};

Lengths lengths(const Scene& scene) {
  Lengths seen;
  Simulation simulation = scene.simulation;
  const History& history = simulation.history();
  while (!simulation.is_finished()) {
    const auto made = simulation.step();
    EXPECT_TRUE(made) << scene.record.adaption;
    if (!made) break;
    seen.shortest = std::min(seen.shortest, history.now().h);
    seen.longest = std::max(seen.longest, history.now().h);
  }
  seen.end = history.now().t;
  return seen;
}

TEST(SceneAdaption, TakesEveryRuleInEveryWay) {
  for (const std::string rule : {R"("type": "energy", "energy": 5)", R"("type": "acceleration", "acceleration": 30)",
                                 R"("type": "poses", "speed": 1)", R"("type": "phase", "speed": 1, "acceleration": 30)"}) {
    for (const std::string how : {"naive", "naive_implicit", "reversible", "variational"}) {
      const bool of_energy = rule.find("energy") != std::string::npos || rule.find("poses") != std::string::npos;
      if (how == "variational" && !of_energy) continue;
      const Scene scene = adapted("{" + rule + R"(, "enforced": ")" + how + "\"}");
      const Lengths seen = lengths(scene);
      EXPECT_GE(seen.end, 0.2);
      EXPECT_LT(seen.end, 0.21);
      EXPECT_LT(seen.shortest, 0.95 * seen.longest) << scene.record.adaption;
      EXPECT_LE(seen.longest, 0.01) << scene.record.adaption;
      EXPECT_GT(seen.shortest, 1e-4) << scene.record.adaption;
    }
  }
}

TEST(SceneAdaption, IsReversibleWhereItDoesNotSay) {
  EXPECT_THAT(adapted(R"({"type": "energy", "energy": 5})").record.adaption, HasSubstr("enforced reversible"));
}

TEST(SceneAdaption, CanBeHeldToAShortestStep) {
  EXPECT_EQ(lengths(adapted(R"({"type": "energy", "energy": 0.001, "shortest": 0.5})")).shortest, 0.005);
}

TEST(SceneAdaption, WorksWithEveryMethodThatIsReversible) {
  const std::string rule = R"({"type": "energy", "energy": 5})";
  for (const std::string method : {"avf", "implicit_midpoint", "newmark", "velocity_verlet", "variational"}) {
    const double step = method == "velocity_verlet" ? 0.001 : 0.01;
    const Scene scene = adapted(rule, {"integrator={\"type\": \"" + method + "\"}", "time.step=" + std::to_string(step)});
    EXPECT_GE(lengths(scene).end, 0.2) << method;
  }
}

void expect_refusal(const std::string& adaption, const std::string& words, const std::vector<std::string>& overrides = {}) {
  try {
    adapted(adaption, overrides);
    FAIL() << adaption << " was accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr(words));
  }
}

TEST(SceneAdaption, ThatCannotBeIsRefused) {
  const std::string rule = R"({"type": "energy", "energy": 5})", naive = R"({"type": "energy", "energy": 5, "enforced": "naive"})",
                    variational = R"({"type": "energy", "energy": 5, "enforced": "variational"})";
  expect_refusal(R"({"type": "energy"})", "energy");
  expect_refusal(R"({"type": "energy", "energy": 0})", "above 0");
  expect_refusal(R"({"type": "energy", "energy": 5, "shortest": 0})", "above 0");
  expect_refusal(R"({"type": "energy", "energy": 5, "shortest": 1.5})", "at most 1");
  expect_refusal(R"({"type": "energy", "energy": 5, "enforced": "somehow"})", "naive");
  expect_refusal(R"({"type": "weather"})", "poses");
  expect_refusal(R"({"type": "poses", "acceleration": 1})", "speed");
  expect_refusal("3", "time/adaption");
  expect_refusal(rule, "not reversible in time", {"integrator.type=backward_euler"});
  expect_refusal(rule, "not reversible in time", {R"(integrator={"type": "avf", "momentum": "conserved"})"});
  expect_refusal(R"({"type": "acceleration", "acceleration": 5, "enforced": "variational"})", "depends on an energy alone");
  expect_refusal(R"({"type": "phase", "speed": 1, "acceleration": 5, "enforced": "variational"})", "depends on an energy alone");
  expect_refusal(variational, "no variational adaption of avf", {"integrator.type=avf"});
  expect_refusal(variational, "no variational adaption of variational", {R"(integrator={"type": "variational", "alpha": 0.3})"});
  expect_refusal(variational, "implicit_exact", {R"(damping=[{"type": "strain", "coefficient": 1e-4, "form": "implicit_exact"}])"});
  expect_refusal(variational, "does not know constraints", {R"(constraints=[{"type": "volume"}])"});
  expect_refusal(naive, "no motion", {"integrator.type=static"});
  expect_refusal(naive, "halves of a step", {"solver.on_failure=halve"});
}

TEST(SceneAdaption, IsPartOfWhatAResumedRunMayNotChange) {
  const auto hash = [](const std::string& rule, const std::vector<std::string>& overrides = {}) {
    return adapted(rule, overrides).record.hash;
  };
  const std::uint64_t first = hash(R"({"type": "energy", "energy": 5})");
  EXPECT_NE(first, hash(R"({"type": "energy", "energy": 6})"));
  EXPECT_EQ(first, hash(R"({"type": "energy", "energy": 5})", {"time.duration=0.3"}));
}

}  // namespace
}  // namespace lilyan::adaption_scenes
