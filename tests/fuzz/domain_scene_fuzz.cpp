#include <lilyan/run/scene.hpp>
#include <lilyan/scene/load.hpp>

#include <tests/fuzz/refused_or_fine.hpp>

#include <fmt/format.h>

// Small scenes of bodies of domains, drawn by a grammar whose choices are the bytes; what is built makes a step.
namespace {

using namespace lilyan;

class Choices {
 public:
  Choices(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  int below(int end) { return (at_ < size_ ? data_[at_++] : 0) % end; }

 private:
  const std::uint8_t* data_;
  std::size_t size_, at_ = 0;
};

std::string box(Choices& choose) {
  static constexpr double kSizes[] = {1, 0.1, 1e-3, 1e3, 1e-150, 1e150, 1e300};
  const double size = kSizes[choose.below(std::size(kSizes))];
  return fmt::format(R"({{"type": "box", "size": [{}, {}, {}], "cells": [{}, {}, {}], "elements": "{}"}})", 2 * size, size, size,
                     1 + choose.below(4), 1 + choose.below(2), 1 + choose.below(2), choose.below(3) == 0 ? "hexes" : "tets");
}

std::string domains(Choices& choose) {
  static constexpr const char* kBases[] = {"loaded", "derivatives", "modes"};
  if (choose.below(2) == 0) return fmt::format(R"({{"count": {}, "modes": {}}})", choose.below(9), choose.below(40));
  std::string list;
  const int count = 1 + choose.below(3);
  for (int k = 0; k < count; ++k)
    list += fmt::format(
        R"({}{{"name": "d{}", "modes": {}, "basis": "{}", "select": {{"type": "box", "min": [{}, -9, -9], "max": [{}, 9, 9]}}}})",
        k > 0 ? ", " : "", k, choose.below(14), kBases[choose.below(3)], -1 + 0.5 * choose.below(4),
        -1 + 0.5 * (1 + choose.below(4)));
  return "[" + list + "]";
}

std::string scene_of(Choices& choose) {
  static constexpr const char* kMethods[] = {"multidomain_newmark", "multidomain_midpoint", "multidomain_variational", "avf"};
  static constexpr double kSteps[] = {0.01, 1e-4, 10, 1e-300, 1e10};
  std::string text = fmt::format(
      R"({{"lilyan": 1, "bodies": [{{"name": "bar", "mesh": {}, "material": {{"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}}, "density": 1000, "domains": {}{}}}], "integrator": {{"type": "{}"}}, "time": {{"step": {}, "steps": 2}})",
      box(choose), domains(choose), choose.below(3) == 0 ? R"(, "velocity": {"angular": [0, 3, 1]})" : "",
      kMethods[choose.below(4)], kSteps[choose.below(std::size(kSteps))]);
  if (choose.below(2) == 0)
    text += R"(, "pins": [{"body": "bar", "select": {"type": "plane", "point": [-0.99, 0, 0], "normal": [-1, 0, 0]}}])";
  if (choose.below(3) == 0)
    text += R"(, "damping": [{"type": "rayleigh", "mass": 1, "stiffness": 0.01}, {"type": "drag", "slow": 1}])";
  return text + "}";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Choices choose(data, size);
  fuzz::expect_refused_or_fine([&] {
    Simulation simulation = parse_scene(scene_of(choose), "a.json").simulation;
    simulation.prepare();
    (void)simulation.step();
    simulation.positions();
    simulation.ledger();
  });
  return 0;
}
