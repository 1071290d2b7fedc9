// Cloth of 6,400 vertices and 31,361 springs, hung at two corners, as in [Rojas 2018, sec. 5].
#include <lilyan/dynamics/ledger.hpp>
#include <lilyan/energy/springs.hpp>
#include <lilyan/run/advance.hpp>
#include <lilyan/scene/load.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>

namespace lilyan {
namespace {

const char* const kCloth = R"({
  "lilyan": 1,
  "bodies": [{"name": "cloth", "mesh": {"type": "sheet", "size": [1, 1], "cells": [79, 79]}, "mass": 0.2,
              "material": {"type": "springs", "law": "stvk", "stretching": 1000, "bending": 1000}}],
  "pins": [{"body": "cloth", "select": {"type": "sphere", "center": [-0.5, 0, -0.5], "radius": 1e-6}},
           {"body": "cloth", "select": {"type": "sphere", "center": [-0.5, 0, 0.5], "radius": 1e-6}}],
  "integrator": {"type": "avf"},
  "time": {"step": 0.033, "steps": 50}
})";

TEST(LargeCloth, KeepsItsEnergyAndFailsNoStep) {
  const Scene scene = parse_scene(kCloth, "cloth.json");
  EXPECT_EQ(scene.simulation.system().vertices(), 6400);
  std::size_t springs = 0;
  for (const auto& potential : scene.simulation.system().potentials())
    if (const auto* some = dynamic_cast<const Springs*>(potential.get())) springs += some->springs().size();
  EXPECT_EQ(springs, 18881u + 12480u);

  History history = scene.simulation.history();
  Workspace workspace;
  Drift drift;
  drift.see(ledger_row(scene.simulation.system(), history, 0));
  int iterations = 0;
  const auto start = std::chrono::steady_clock::now();
  for (std::int64_t k = 1; k <= scene.simulation.settings().steps; ++k) {
    auto step = scene.simulation.stepper().attempt(
        history, {k, static_cast<double>(k) * scene.simulation.settings().h, scene.simulation.settings().h}, workspace);
    ASSERT_TRUE(step) << k;
    iterations += static_cast<int>(step->statistics.newton_iterations);
    history.accept(std::move(*step));
    drift.see(ledger_row(scene.simulation.system(), history, 0));
  }
  const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  EXPECT_LT(drift.energy() * drift.energy_scale() / (0.2 * 9.81), 1e-9);
  std::printf("%.1f ms a Newton iteration, %d iterations in 50 steps; [Rojas 2018] has 949 ms\n", ms / iterations, iterations);
}

}  // namespace
}  // namespace lilyan
