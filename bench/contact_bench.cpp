// What contact costs: Newton iterations of a ball that bounces, sheets of more and more triangles on a sphere, and a large bar on a
// floor beside the same bar without it; and how long it takes to start with thousands of bodies that touch.
#include <lilyan/core/error.hpp>
#include <lilyan/energy/contact/pair_contact.hpp>
#include <lilyan/run/advance.hpp>
#include <lilyan/scene/load.hpp>

#include "bars.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lilyan::bench {
namespace {

struct Measured {
  int steps = 0, iterations = 0, worst = 0;
  int contact_steps = 0, contact_iterations = 0;  // of steps that begin or end with energy in contact
  double ms = 0, drift = 0;
  Workspace::Seconds spent;
  ContactSeconds contact;
  Index most_pairs = 0;

  double per_iteration() const { return ms / std::max(1, iterations); }
  double per_iteration(double seconds) const { return 1000 * seconds / std::max(1, iterations); }
  double share(double seconds) const { return 1e5 * seconds / ms; }  // [%]
};

// From `first` on, counted in steps.
Measured run(Scene scene, int first = 0) {
  Simulation& moving = scene.simulation;
  Drift drift;
  drift.see(moving.ledger());
  Measured measured;
  bool touched = false;
  Workspace::Seconds spent;
  ContactSeconds contact;
  while (!moving.is_finished()) {
    if (moving.steps_done() == first) {
      spent = moving.seconds();
      if (scene.inventory.pairs) contact = scene.inventory.pairs->seconds();
    }
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
    if (scene.inventory.pairs)
      measured.most_pairs =
          std::max(measured.most_pairs,
                   static_cast<Index>(scene.inventory.pairs->touching(moving.history().now().x, moving.history().now().t).size()));
  }
  const Workspace::Seconds all = moving.seconds();
  measured.spent = {all.assembly - spent.assembly, all.factorisation - spent.factorisation, all.solve - spent.solve,
                    all.line_search - spent.line_search};
  if (scene.inventory.pairs) {
    const ContactSeconds now = scene.inventory.pairs->seconds();
    measured.contact = {now.search - contact.search, now.pairs - contact.pairs};
  }
  measured.drift = drift.energy();
  return measured;
}

Measured run(const std::string& text, int first = 0) { return run(parse_scene(text, "bench.json", {}), first); }

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

// One of 12,000 tets that falls along another.
std::string bars(bool meet) {
  return fmt::format(R"({{"lilyan": 1, "bodies": [
    {{"name": "lower", "density": 1000, "mesh": {{"type": "box", "size": [4, 1, 0.5], "cells": [40, 10, 5], "split": 6,
      "center": [0, 0.5, 0]}}, "material": {{"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.4}}}},
    {{"name": "upper", "density": 1000, "mesh": {{"type": "box", "size": [4, 1, 0.5], "cells": [40, 10, 5], "split": 6,
      "center": [2.03, 1.525, 0.02]}}, "material": {{"type": "stvk", "youngs_modulus": 1e6, "poissons_ratio": 0.4}},
      "velocity": {{"linear": [0, -1, 0]}}}}],
    "pins": [{{"body": "lower", "select": {{"type": "box", "min": [-3, -1, -1], "max": [3, 0.001, 1]}}}}],
    "contact": {}, "integrator": {{"type": "avf"}}, "time": {{"step": 0.01, "steps": 12}}}})",
                     meet ? R"([{"type": "between", "bodies": "all"}])" : "[]");
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
  fmt::print("Sheets that fall on a sphere and may meet themselves, one thread:\n{:>10} {:>8} {:>14} {:>10} {:>10} {:>14} {:>16}\n",
             "triangles", "pairs", "ms/iteration", "search", "pairs", "search [%]", "free [ms/it.]");
  double first = 0, last = 0;
  int few = 0, many = 0;
  for (const int cells : {22, 71, 224}) {
    const Measured with = run(sheet(cells, true), 2), without = run(sheet(cells, false), 2);
    const int triangles = 2 * cells * cells;
    fmt::print("{:>10} {:>8} {:>14.2f} {:>10.2f} {:>10.2f} {:>14.1f} {:>16.2f}\n", triangles, with.most_pairs, with.per_iteration(),
               with.per_iteration(with.contact.search), with.per_iteration(with.contact.pairs), with.share(with.contact.search),
               without.per_iteration());
    const double of_contact = with.per_iteration(with.contact.search + with.contact.pairs);
    if (few == 0) few = triangles, first = of_contact;
    many = triangles, last = of_contact;
  }
  fmt::print("Search and pairs grow with the power {:.2f} of the number of triangles.\n\n",
             std::log(last / first) / std::log(static_cast<double>(many) / few));
}

void print_bars() {
  fmt::print(
      "Two bars of 12,000 tets, one of which falls along the other, with contact and without, one thread:\n{:>8} {:>6} {:>14} "
      "{:>10} {:>10} {:>10} "
      "{:>10} {:>10}\n",
      "contact", "pairs", "ms/iteration", "set-up %", "solve %", "assembly %", "search %", "pairs %");
  double ms[2];
  for (const bool meets : {false, true}) {
    const Measured of = run(bars(meets), 3);
    ms[meets ? 1 : 0] = of.per_iteration();
    fmt::print("{:>8} {:>6} {:>14.1f} {:>10.1f} {:>10.1f} {:>10.1f} {:>10.1f} {:>10.1f}\n", meets ? "yes" : "no", of.most_pairs,
               of.per_iteration(), of.share(of.spent.factorisation), of.share(of.spent.solve), of.share(of.spent.assembly),
               of.share(of.contact.search), of.share(of.contact.pairs));
  }
  fmt::print("(set-up: the linear solver's, with its analysis; assembly has part of what pairs take) ratio {:.2f}\n",
             ms[1] / ms[0]);
}

void print_bowl() {
  const std::filesystem::path file = LILYAN_SCENES "/large/bowl_of_jelly.json";
  const Measured with = run(load_scene(file, {"time.duration=1"})),
                 without = run(load_scene(file, {"time.duration=1", "contact=[]"}));
  fmt::print(
      "\nscenes/large/bowl_of_jelly.json for 1 s: {:.0f} ms per step ({:.1f} Newton iterations, {} pairs at most), without contact "
      "{:.0f} ms ({:.1f})\n",
      with.ms / with.steps, static_cast<double>(with.iterations) / with.steps, with.most_pairs, without.ms / without.steps,
      static_cast<double>(without.iterations) / without.steps);
}

// A lattice of boxes, nearer to each other than where contact begins.
std::string lattice(int bodies, const Vec3& size, const std::string& cells) {
  const int side = static_cast<int>(std::ceil(std::cbrt(bodies)));
  const Vec3 apart = size.array() + 0.0015;
  std::string all;
  for (int k = 0; k < bodies; ++k)
    all += fmt::format(R"({}{{"name": "b{}", "density": 1000, "material": {{"type": "stvk", "youngs_modulus": 1e6,
      "poissons_ratio": 0.3}}, "mesh": {{"type": "box", "size": [{}, {}, {}], "cells": {}, "center": [{}, {}, {}]}}}})",
                       k == 0 ? "" : ",", k, size[0], size[1], size[2], cells, apart[0] * (k % side), apart[1] * (k / side % side),
                       apart[2] * (k / side / side));
  return fmt::format(R"({{"lilyan": 1, "gravity": [0, 0, 0], "bodies": [{}], "contact": [{{"type": "between", "bodies": "all"}}],
    "integrator": {{"type": "avf"}}, "time": {{"step": 0.001, "steps": 1}}}})",
                     all);
}

std::string boxes_of_100_tets(int bodies) { return lattice(bodies, {0.2, 0.2, 0.5}, "[2, 2, 5]"); }
std::string boxes_of_5_tets(int bodies) { return lattice(bodies, {0.2, 0.2, 0.2}, "[1, 1, 1]"); }

// Bodies of one particle each, of which one in sixteen touches the one before it.
std::string particles(int bodies) {
  std::string all;
  for (int k = 0; k < bodies; ++k) {
    const double x = k % 16 == 1 ? 0.0008 : 0.1 * (k % 16), y = 0.1 * (k / 16 % 25), z = 0.1 * (k / 400);
    all += fmt::format(R"({}{{"name": "p{}", "mesh": {{"type": "points", "positions": [[{}, {}, {}]], "masses": [0.001]}}}})",
                       k == 0 ? "" : ",", k, x, y, z);
  }
  return fmt::format(R"({{"lilyan": 1, "gravity": [0, 0, 0], "bodies": [{}], "contact": [{{"type": "between", "bodies": "all"}}],
    "integrator": {{"type": "avf"}}, "time": {{"step": 0.001, "steps": 1}}}})",
                     all);
}

struct Start {
  double seconds = 0, gigabytes = 0;  // of the processor; the most at any time
  std::size_t touching = 0;           // pairs
};

// In a process of its own, whose memory is that of this start alone.
Start started(const std::string& text) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    Scene scene = parse_scene(text, "bench.json", {});
    scene.simulation.prepare();
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    const Start start{seconds(usage.ru_utime) + seconds(usage.ru_stime), static_cast<double>(usage.ru_maxrss) / 0x1p20,
                      scene.inventory.pairs->touching(scene.simulation.positions(), 0).size()};
    _exit(write(ends[1], &start, sizeof start) == sizeof start ? 0 : 1);
  }
  Start start;
  close(ends[1]);
  if (read(ends[0], &start, sizeof start) != sizeof start) start = {};
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return start;
}

void print_start(const std::string& what, const std::function<std::string(int)>& scene_of, const std::vector<int>& counts) {
  fmt::print("\n{}: from the text of the scene to before its first step, seconds of the processor:\n{:>8} {:>10} {:>10} {:>12}\n",
             what, "bodies", "start [s]", "touching", "peak [GiB]");
  std::fflush(stdout);  // not by the children, too
  std::vector<Start> starts;
  for (const int bodies : counts) {
    starts.push_back(started(scene_of(bodies)));
    const Start& start = starts.back();
    fmt::print("{:>8} {:>10.2f} {:>10} {:>12.2f}\n", bodies, start.seconds, start.touching, start.gigabytes);
    std::fflush(stdout);
  }
  const double growth = std::log(static_cast<double>(counts.back()) / counts.front());
  fmt::print("The start grows with the power {:.2f} of the number of bodies, the memory with the power {:.2f}.\n",
             std::log(starts.back().seconds / starts.front().seconds) / growth,
             std::log(starts.back().gigabytes / starts.front().gigabytes) / growth);
}

void print_starts() {
  print_start("Bodies of one particle each", particles, {2000, 4000, 8000, 16000});
  print_start("Boxes of 5 tets that touch", boxes_of_5_tets, {2500, 5000, 10000, 20000});
  print_start("Boxes of 100 tets that touch", boxes_of_100_tets, {625, 1250, 2500, 5000});
}

}  // namespace
}  // namespace lilyan::bench

// --start: only how long it takes to start.
int main(int count, char** arguments) {
  if (count > 1 && std::string(arguments[1]) == "--start") {
    lilyan::bench::print_starts();
    return 0;
  }
  lilyan::bench::print_balls();
  lilyan::bench::print_sheets();
  lilyan::bench::print_bars();
  lilyan::bench::print_bowl();
  lilyan::bench::print_starts();
}
