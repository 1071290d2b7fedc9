// What contact costs: Newton iterations of a ball that bounces, sheets of more and more triangles on a sphere, and a large bar on a
// floor beside the same bar without it.
#include <lilyan/core/error.hpp>
#include <lilyan/run/advance.hpp>
#include <lilyan/scene/load.hpp>

#include "bars.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace lilyan::bench {
namespace {

struct Measured {
  int steps = 0, iterations = 0, worst = 0;
  int contact_steps = 0, contact_iterations = 0;  // of steps that begin or end with energy in contact
  double ms = 0, drift = 0;

  double per_iteration() const { return ms / std::max(1, iterations); }
};

// From `first` on, counted in steps.
Measured run(const std::string& text, int first = 0) {
  Simulation moving = parse_scene(text, "bench.json", {}).simulation;
  Drift drift;
  drift.see(moving.ledger());
  Measured measured;
  bool touched = false;
  while (!moving.is_finished()) {
    StepStatistics statistics;
    const double ms = once_ms([&] {
      const auto step = moving.step();
      if (!step) throw InputError({"bench", "", step.failure().failure.reason, ""});
      statistics = step->statistics;
    });
    const LedgerRow row = moving.ledger();
    drift.see(row);
    const bool touches = row.contact > 0;
    if (moving.steps_done() > first) {
      ++measured.steps;
      measured.iterations += statistics.newton_iterations;
      measured.ms += ms;
      if (touches || touched) {
        ++measured.contact_steps;
        measured.contact_iterations += statistics.newton_iterations;
        measured.worst = std::max(measured.worst, statistics.newton_iterations);
      }
    }
    touched = touches;
  }
  measured.drift = drift.energy();
  return measured;
}

std::string ball(double size, double h) {
  return fmt::format(
      R"({{"lilyan": 1, "bodies": [{{"name": "ball", "mass": 1, "material": {{"type": "stvk", "mu": 1000, "lambda": 500}},
    "mesh": {{"type": "ball", "radius": 0.5, "size": {}, "center": [0, 0.8, 0]}},
    "velocity": {{"linear": [0.3, 0, 0], "angular": [0, 0, -3]}}}}],
    "contact": [{{"type": "plane", "point": [0, 0, 0], "normal": [0, 1, 0]}}],
    "integrator": {{"type": "avf"}}, "time": {{"step": {}, "duration": 4}}}})",
      size, h);
}

std::string sheet(int cells, bool meets) {
  return fmt::format(
      R"({{"lilyan": 1, "bodies": [{{"name": "sheet", "mass": 0.2,
    "material": {{"type": "springs", "law": "stvk", "stretching": 2000, "bending": 2}},
    "mesh": {{"type": "sheet", "size": [1, 1], "cells": [{0}, {0}], "transform": {{"translate": [0, 0.302, 0]}}}}}}],
    "contact": {1}, "integrator": {{"type": "avf"}}, "time": {{"step": 0.004, "steps": 12}}}})",
      cells, meets ? R"([{"type": "sphere", "center": [0, 0, 0], "radius": 0.3}, {"type": "self", "body": "sheet"}])" : "[]");
}

// 24,000 tets that lie along a floor.
std::string bar(bool meets) {
  return fmt::format(R"({{"lilyan": 1, "bodies": [{{"name": "bar", "density": 1000,
    "mesh": {{"type": "box", "size": [4, 1, 1], "cells": [40, 10, 10], "split": 6, "center": [0, 0.5045, 0]}},
    "material": {{"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.4}}}}],
    "contact": {}, "integrator": {{"type": "avf"}}, "time": {{"step": 0.01, "steps": 15}}}})",
                     meets ? R"([{"type": "box", "min": [-3, -0.5, -2], "max": [3, 0, 2]}])" : "[]");
}

void print_balls() {
  fmt::print("A ball that bounces on a plane for 4 s, avf:\n{:>8} {:>8} {:>12} {:>8} {:>12}\n", "size", "h", "iterations", "worst",
             "energy");
  for (const double size : {0.17, 0.125})
    for (const double h : {0.01, 0.033}) {
      const Measured measured = run(ball(size, h));
      fmt::print("{:>8} {:>8} {:>12.1f} {:>8} {:>12.1e}\n", size, h,
                 static_cast<double>(measured.contact_iterations) / std::max(1, measured.contact_steps), measured.worst,
                 measured.drift);
    }
  fmt::print("(iterations: the mean of Newton's in steps with contact)\n\n");
}

void print_sheets() {
  fmt::print("Sheets that fall on a sphere and may meet themselves, beside free ones, one thread:\n{:>10} {:>14} {:>14} {:>8}\n",
             "triangles", "ms/iteration", "without", "ratio");
  double first = 0, last = 0;
  int few = 0, many = 0;
  for (const int cells : {22, 71, 158}) {
    const double with = run(sheet(cells, true), 2).per_iteration(), without = run(sheet(cells, false), 2).per_iteration();
    const int triangles = 2 * cells * cells;
    fmt::print("{:>10} {:>14.2f} {:>14.2f} {:>8.2f}\n", triangles, with, without, with / without);
    if (few == 0) few = triangles, first = with - without;
    many = triangles, last = with - without;
  }
  fmt::print("What contact adds grows with the power {:.2f} of the number of triangles.\n\n",
             std::log(last / first) / std::log(static_cast<double>(many) / few));
}

void print_bars() {
  const Measured with = run(bar(true), 5), without = run(bar(false), 5);
  fmt::print(
      "24,000 tets on a floor of triangles: {:.1f} ms per Newton iteration ({:.1f} per step), without it {:.1f} ms: ratio {:.2f}\n",
      with.per_iteration(), static_cast<double>(with.iterations) / with.steps, without.per_iteration(),
      with.per_iteration() / without.per_iteration());
}

}  // namespace
}  // namespace lilyan::bench

int main() {
  lilyan::bench::print_balls();
  lilyan::bench::print_sheets();
  lilyan::bench::print_bars();
}
