// Reduced bodies that lock are told by their stiffness, beside what the whole body does.
#include <lilyan/run/advance.hpp>
#include <lilyan/run/stiffening.hpp>
#include <lilyan/scene/load.hpp>

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <random>
#include <string>

namespace lilyan::stiffening_bars {
namespace {

struct Bar {
  double thickness, modulus;
  std::string law = "stvk";
};

Scene scene_of(const Bar& bar, const std::string& reduce, const std::string& integrator = "static") {
  return parse_scene(fmt::format(R"({{"lilyan": 1, "gravity": [0, -9.81, 0], "bodies": [{{"name": "bar",
    "mesh": {{"type": "box", "size": [1, {0}, {0}], "cells": [12, 2, 2], "elements": "hexes", "center": [0.5, 0, 0]}},
    "material": {{"type": "{1}", "youngs_modulus": {2}, "poissons_ratio": 0.3}}, "density": 1000{3}}}],
    "pins": [{{"body": "bar", "select": {{"type": "plane", "point": [0, 0, 0], "normal": [-1, 0, 0]}}}}],
    "integrator": {{"type": "{4}"}}, "time": {{"step": 1, "steps": 1}}}})",
                                 bar.thickness, bar.law, bar.modulus, reduce, integrator),
                     "bar.json", {});
}

struct Rest {
  double sag, stiffening;
  std::size_t notes;
};

Rest rest_of(const Bar& bar, const std::string& reduce) {
  Scene scene = scene_of(bar, reduce);
  EXPECT_TRUE(scene.simulation.step());
  const Vector moved = scene.simulation.positions() - scene.inventory.rest;
  const double stiff = stiffening(scene.simulation.system(), scene.inventory, scene.simulation.history().now().x, 1);
  return {moved.cwiseAbs().maxCoeff(), stiff, stiffening_notes(scene.inventory, stiff).size()};
}

TEST(Stiffening, TellsWhatLocksOfWhatBends) {
  std::mt19937 random(28);
  const auto draw = [&](double low, double high) { return std::uniform_real_distribution<>(low, high)(random); };
  int locked = 0, good = 0;
  for (int k = 0; k < 5; ++k) {
    const double thickness = draw(0.05, 0.15);
    const Bar bar{thickness, 2e4 / (thickness * thickness) * std::pow(10, draw(-1, 1.5))};  // all sag by some hundredths or more
    const Rest whole = rest_of(bar, "");
    EXPECT_EQ(whole.stiffening, 1);
    for (const char* reduce : {R"(, "reduce": {"modes": 12, "basis": "modes"})", R"(, "reduce": {"modes": 3, "basis": "modes"})",
                               R"(, "reduce": {"modes": 20})"}) {
      const Rest reduced = rest_of(bar, reduce);
      const double too_stiff = whole.sag / reduced.sag;
      SCOPED_TRACE(fmt::format("{}: {} times too stiff, told {}", reduce, too_stiff, reduced.stiffening));
      if (too_stiff > 1.8) {
        EXPECT_EQ(reduced.notes, 1u);
      }
      if (too_stiff < 1.15) {
        EXPECT_EQ(reduced.notes, 0u);
      }
      ++(too_stiff > 1.8 ? locked : good);
    }
  }
  EXPECT_GT(locked, 3);
  EXPECT_GT(good, 3);
}

TEST(Stiffening, IsNotAskedOfDomains) {
  const Scene scene = scene_of({0.1, 1e6, "linear"}, R"(, "domains": {"count": 3, "modes": 4})", "multidomain_midpoint");
  EXPECT_EQ(stiffening(scene.simulation.system(), scene.inventory, scene.simulation.history().now().x, 0), 1);
}

TEST(Stiffening, IsNoneOfLinearLaws) {
  const Rest rest = rest_of({0.1, 1e5, "linear"}, R"(, "reduce": {"modes": 6, "basis": "modes"})");
  EXPECT_NEAR(rest.stiffening, 1, 1e-2);
  EXPECT_EQ(rest.notes, 0u);
}

}  // namespace
}  // namespace lilyan::stiffening_bars
