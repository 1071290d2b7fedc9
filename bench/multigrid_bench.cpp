// How many iterations of conjugate gradients multigrid needs on bodies that are hard for it, at 24,000 tets.
#include <lilyan/core/error.hpp>
#include <lilyan/run/advance.hpp>
#include <lilyan/scene/load.hpp>

#include "bars.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>

namespace lilyan::bench {
namespace {

// A bar of one material with one end held, unless said otherwise.
struct Hard {
  std::string name;
  double youngs_modulus = 1e6, poissons_ratio = 0.4;
  std::string law = "stvk";
  std::string box = R"("size": [1, 1, 4], "cells": [10, 10, 40])";
  bool is_free = false;
  std::string more = {};  // keys of the body
  double step = 1 / 30.0;
  double contrast = 1;  // of the stiffness: slabs along the bar are so much stiffer than what is between them
};

std::string scene_text(const Hard& hard, const std::string& linear) {
  const auto material = [&](double youngs_modulus) {
    return fmt::format(R"({{"type": "{}", "youngs_modulus": {}, "poissons_ratio": {}}})", hard.law, youngs_modulus,
                       hard.poissons_ratio);
  };
  std::string regions;
  if (hard.contrast != 1)
    for (const double z : {-1.6, -0.8, 0.0, 0.8, 1.6})
      regions += fmt::format(R"({}{{"select": {{"type": "box", "min": [-1, -1, {}], "max": [1, 1, {}]}}, "material": {}}})",
                             regions.empty() ? "" : ", ", z - 0.2, z + 0.2, material(hard.contrast * hard.youngs_modulus));
  const std::string pins = R"([{"body": "b", "select": {"type": "plane", "point": [0, 0, -1.999], "normal": [0, 0, -1]}}])";
  return fmt::format(R"({{"lilyan": 1, "gravity": [0, {}, 0], "pins": {}, "integrator": {{"type": "avf"}},
    "solver": {{"linear": "{}"}}, "time": {{"step": {}, "steps": 10}},
    "bodies": [{{"name": "b", "mesh": {{"type": "box", "split": 6, {}}}, "material": {}, "regions": [{}], "density": 1000{}}}]}})",
                     hard.is_free ? 0 : -9.81, hard.is_free ? "[]" : pins, linear, hard.step, hard.box,
                     material(hard.youngs_modulus), regions, hard.more);
}

struct Measured {
  std::string solver;
  StepStatistics total;
  double worst = 0;          // mean of a step's solves
  double ms = 0, drift = 0;  // per Newton iteration; energy error

  double per_solve() const { return static_cast<double>(total.linear_iterations) / total.newton_iterations; }
};

Measured run(const Hard& hard, const std::string& linear) {
  Simulation moving = parse_scene(scene_text(hard, linear), hard.name, {}).simulation;
  Drift drift;
  drift.see(moving.ledger());
  Measured measured;
  const double ms = once_ms([&] {
    while (!moving.is_finished()) {
      const auto made = moving.step();
      if (!made) break;
      const StepStatistics& one = made->statistics;
      if (one.newton_iterations > 0)
        measured.worst = std::max(measured.worst, static_cast<double>(one.linear_iterations) / one.newton_iterations);
      measured.total.add(one);
      drift.see(moving.ledger());
    }
  });
  measured.solver = moving.linear_solving().type;
  measured.ms = ms / measured.total.newton_iterations;
  measured.drift = drift.energy();
  return measured;
}

void measure(const Hard& hard) {
  const Measured one = run(hard, "multigrid"), other = run(hard, "factor");
  fmt::print("{:<36} {:<9} {:>6} {:>7} {:>6.1f} {:>6.1f} {:>7.1f} {:>8.1e}   {:>6} {:>7} {:>7.1f} {:>8.1e}\n", hard.name,
             one.solver, one.total.newton_iterations, one.total.factorizations, one.per_solve(), one.worst, one.ms, one.drift,
             other.total.newton_iterations, other.total.factorizations, other.ms, other.drift);
  std::fflush(stdout);
}

}  // namespace
}  // namespace lilyan::bench

int main() {
  using namespace lilyan::bench;
  const std::string spinning = R"(, "velocity": {"angular": [1, 2, 3]})";
  fmt::print(
      "Ten steps of avf on 24,000 tets, by multigrid and by the factor: Newton iterations, set-ups, iterations of conjugate "
      "gradients "
      "per Newton iteration in the mean and in the worst step, CPU ms per Newton iteration, energy error\n");
  fmt::print("{:<36} {:<9} {:>6} {:>7} {:>6} {:>6} {:>7} {:>8}   {:>6} {:>7} {:>7} {:>8}\n", "body", "solver", "Newton", "set-ups",
             "CG", "worst", "ms", "energy", "factor", "set-ups", "ms", "energy");
  try {
    measure({.name = "bar, E 1e6, nu 0.4"});
    measure({.name = "nu 0.45", .poissons_ratio = 0.45});
    measure({.name = "nu 0.49", .poissons_ratio = 0.49});
    measure({.name = "neo-Hookean", .law = "neo_hookean"});
    measure({.name = "slabs of 100 times the stiffness", .contrast = 1e2});
    measure({.name = "slabs of 10,000 times the stiffness", .contrast = 1e4});
    measure({.name = "cells 1:10", .youngs_modulus = 1e8, .box = R"("size": [1, 0.1, 4], "cells": [10, 10, 40])"});
    measure({.name = "plate, two cells thick",
             .youngs_modulus = 1e8,
             .box = R"("size": [4, 0.16, 3.2], "cells": [50, 2, 40])",
             .is_free = true,
             .more = spinning});
    measure({.name = "free, E 1e9", .youngs_modulus = 1e9, .is_free = true, .more = spinning});
    measure({.name = "free, E 1e10", .youngs_modulus = 1e10, .is_free = true, .more = spinning});
    measure({.name = "free, E 1e11", .youngs_modulus = 1e11, .is_free = true, .more = spinning});
    measure({.name = "twisted by a turn, fast",
             .youngs_modulus = 1e7,
             .law = "stable_neo_hookean",
             .is_free = true,
             .more = R"(, "deform": [{"type": "twist", "axis": [0, 0, 1], "degrees": 360}], "velocity": {"angular": [2, 4, 20]})"});
    measure({.name = "h = 1/300", .step = 1 / 300.0});
  } catch (const lilyan::InputError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
