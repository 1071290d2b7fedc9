// Multigrid over many steps of a bar of 24,000 tets: energy, iterations, and an energy that is not convex.
#include <lilyan/run/advance.hpp>
#include <lilyan/scene/load.hpp>

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace lilyan::long_multigrid {
namespace {

struct Outcome {
  double drift = 0;
  StepStatistics total;
  std::string solver;
};

Outcome swing(const std::string& law, double youngs_modulus, int steps, const std::string& linear) {
  const std::string text = fmt::format(R"({{"lilyan": 1, "gravity": [0, -9.81, 0],
    "bodies": [{{"name": "bar", "mesh": {{"type": "box", "size": [1, 1, 4], "cells": [10, 10, 40], "split": 6}},
      "material": {{"type": "{}", "youngs_modulus": {}, "poissons_ratio": 0.4}}, "density": 1000}}],
    "pins": [{{"body": "bar", "select": {{"type": "plane", "point": [0, 0, -2], "normal": [0, 0, -1]}}}}],
    "integrator": {{"type": "avf"}}, "solver": {{"linear": "{}"}}, "time": {{"step": 0.03333333333333333, "steps": {}}}}})",
                                       law, youngs_modulus, linear, steps);
  Simulation bar = parse_scene(text, "bar.json", {}).simulation;
  Outcome outcome;
  Drift drift;
  drift.see(bar.ledger());
  while (!bar.is_finished()) {
    const auto made = bar.step();
    EXPECT_TRUE(made);
    if (!made) break;
    outcome.total.add(made->statistics);
    drift.see(bar.ledger());
  }
  outcome.drift = drift.energy();
  outcome.solver = bar.linear_solving().type;
  return outcome;
}

TEST(LongMultigrid, KeepsTheEnergyOfAStiffBarOverAThousandSteps) {
  const Outcome outcome = swing("stvk", 1e8, 1000, "auto");
  EXPECT_EQ(outcome.solver, "multigrid");
  EXPECT_LT(outcome.drift, 1e-10);
  EXPECT_LE(outcome.total.linear_iterations, 12.0 * outcome.total.newton_iterations);
  EXPECT_EQ(outcome.total.short_of_tolerance, 0);
}

TEST(LongMultigrid, KeepsTheEnergyOfASoftBarOverAThousandSteps) {
  const Outcome outcome = swing("stable_neo_hookean", 1e6, 1000, "auto");
  EXPECT_EQ(outcome.solver, "multigrid");
  EXPECT_LT(outcome.drift, 1e-10);
  EXPECT_EQ(outcome.total.short_of_tolerance, 0);
}

// Its Hessian is indefinite from step 19 on.
TEST(LongMultigrid, KeepsTheEnergyOfABarThatCollapsesInAboutAsManyIterationsAsTheFactor) {
  const Outcome multigrid = swing("stvk", 1e6, 60, "multigrid"), factor = swing("stvk", 1e6, 60, "factor");
  for (const Outcome& outcome : {multigrid, factor}) {
    EXPECT_LT(outcome.drift, 1e-10);
    EXPECT_EQ(outcome.total.short_of_tolerance, 0);
  }
  EXPECT_EQ(multigrid.solver, "multigrid");
  EXPECT_LE(multigrid.total.newton_iterations, 1.1 * factor.total.newton_iterations);
}

}  // namespace
}  // namespace lilyan::long_multigrid
