#include <lilyan/run/run_state.hpp>
#include <lilyan/run/scene.hpp>
#include <lilyan/scene/load.hpp>

#include <tests/fuzz/refused_or_fine.hpp>

#include <array>

// What a checkpoint holds, as it is read once its checksum is right: a run that is taken up from it, and its next step. The first
// byte chooses the scene.
namespace {

using namespace lilyan;

constexpr const char* kFriction =
    R"({"lilyan": 1, "bodies": [{"name": "cube", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]},
  "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "density": 1000, "velocity": {"linear": [0.5, -1, 0]}}],
  "contact": [{"type": "plane", "point": [0, -0.51, 0], "normal": [0, 1, 0], "distance": 0.02, "friction": 0.3}],
  "integrator": {"type": "avf"}, "time": {"step": 0.004, "steps": 9}})";
constexpr const char* kDomains =
    R"({"lilyan": 1, "bodies": [{"name": "bar", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [2, 1, 1]},
  "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "density": 1000, "domains": {"count": 2, "modes": 4},
  "velocity": {"angular": [0, 3, 1]}}], "integrator": {"type": "multidomain_midpoint"}, "time": {"step": 0.004, "steps": 9}})";
constexpr const char* kAdaptive =
    R"({"lilyan": 1, "bodies": [{"name": "bar", "mesh": {"type": "box", "size": [2, 1, 1], "cells": [1, 1, 1]},
  "material": {"type": "stvk", "youngs_modulus": 1e5, "poissons_ratio": 0.3}, "density": 1000, "velocity": {"angular": [0, 3, 1]}}],
  "constraints": [{"type": "point", "name": "hook", "body": "bar", "select": {"type": "vertices", "indices": [0]}}],
  "integrator": {"type": "avf"}, "time": {"step": 0.004, "steps": 9, "adaption": {"type": "poses", "speed": 1}}})";

void take_up(const Scene& scene, std::span<const char> bytes) {
  const SavedRun saved = saved_run(bytes);
  Simulation simulation = scene.simulation;
  check_belongs(saved, scene.inventory, simulation);
  simulation.restore(saved.history);
  simulation.prepare();
  check_energy(saved, simulation);
  (void)simulation.step();
  simulation.ledger();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::array<Scene, 3> scenes = {parse_scene(kFriction, "a.json"), parse_scene(kDomains, "b.json"),
                                              parse_scene(kAdaptive, "c.json")};
  if (size == 0) return 0;
  const std::span<const char> bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  fuzz::expect_refused_or_fine([&] { take_up(scenes[data[0] % scenes.size()], bytes); });
  return 0;
}
