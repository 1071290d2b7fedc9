// Whatever a scene holds, it is either built or refused with an InputError, and soon.
#include <lilyan/core/error.hpp>
#include <lilyan/scene/load.hpp>

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <set>

namespace lilyan {
namespace {

using nlohmann::json;

// Every key of a scene, on the smallest of meshes.
const char* const kFullScene = R"({
  "lilyan": 1, "name": "full", "gravity": [0, -9.81, 0],
  "bodies": [{
    "name": "a", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1], "center": [0, 0, 0], "split": 6,
      "transform": {"scale": [1, 2, 1], "rotate": {"axis": [0, 0, 1], "degrees": 30}, "translate": [0, 1, 0]}},
    "material": {"type": "neo_hookean", "mu": 10, "bulk_modulus": 20}, "mass": 1,
    "regions": [{"select": {"type": "tets", "indices": [0]}, "material": {"type": "orthotropic", "youngs_moduli": [9, 8, 7], "poissons_ratio": 0.3,
        "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}},
      {"select": {"type": "box", "min": [-9, -9, -9], "max": [9, 9, 9]}, "material": {"type": "preset", "name": "wood", "axes": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}}],
    "deform": [{"type": "stretch", "factors": [1, 1, 1.1]}, {"type": "twist", "axis": [1, 0, 0], "degrees": 9},
      {"type": "bend", "along": [1, 0, 0], "axis": [0, 1, 0], "degrees": 9}, {"type": "rotate", "axis": [1, 1, 0], "degrees": 9},
      {"type": "translate", "by": [0, 0, 1]}, {"type": "affine", "matrix": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}],
    "velocity": {"linear": [0, 0, 1], "angular": [1, 0, 0]}
  }, {"mesh": {"type": "box", "size": [1, 1, 1], "cells": [1, 1, 1]}, "material": {"type": "stvk", "youngs_modulus": 9, "poissons_ratio": 0.3}, "density": 1}],
  "pins": [{"name": "p", "body": "a", "select": {"type": "vertices", "indices": [0, 1]}, "axes": ["x", "y"],
      "motion": [{"translate": [1, 0, 0], "rotate": {"axis": [1, 0, 0], "degrees": 9, "center": [0, 0, 0]}, "from": 0, "to": 1}]},
    {"body": "body1", "select": {"type": "plane", "point": [0, 0, 0], "normal": [1, 0, 0]}}],
  "loads": [{"name": "f", "type": "force", "body": "a", "select": {"type": "box", "min": [-9, -9, -9], "max": [9, 9, 9]}, "force": [1, 2, 3],
      "from": 0, "to": 1, "profile": {"type": "sine", "frequency": 2, "phase": 90}},
    {"type": "traction", "body": "body1", "select": {"type": "all"}, "traction": [1, 2, 3], "profile": {"type": "table", "times": [0, 1], "values": [1, 0]}},
    {"type": "acceleration", "body": "a", "acceleration": [1, 0, 0], "to": 1, "profile": {"type": "pulse"}}],
  "potentials": [{"name": "w", "body": "a", "select": {"type": "all"}, "expression": "k*m*(x^2 + sin(y)*t)*1", "parameters": {"k": 3}, "energy": "gravity"},
    {"particles": {"p": {"body": "a", "vertex": 2}, "q": {"body": "body1", "vertex": 1}}, "expression": "1/distance(p, q)^2 + p.m"}],
  "integrator": {"type": "avf"}, "time": {"step": 0.1, "duration": 1},
  "solver": {"tolerance": 1e-9, "max_iterations": 20, "hessian": "exact", "on_failure": "halve"},
  "output": {"interval": 0.1, "frames": ["vtu"], "probes": [{"name": "q", "body": "a", "nearest": [0, 0, 0]}], "ledger": {"every": 2}, "checkpoint": {"steps": 3}}
})";

// True where the scene was built.
bool builds(const std::string& text) {
  try {
    parse_scene(text, "full.json");
    return true;
  } catch (const InputError& error) {
    EXPECT_FALSE(error.faults().empty());
    return false;
  }
}

TEST(HostileScene, TheSceneBeforeItIsSpoiltIsGood) { EXPECT_NO_THROW(parse_scene(kFullScene, "full.json")); }

// A value as JSON.
class HostileValue : public testing::TestWithParam<const char*> {};

TEST_P(HostileValue, InPlaceOfEveryValueOfAScene) {
  const json scene = json::parse(kFullScene), flat = scene.flatten();
  std::set<std::string> places;  // the values themselves, and everything that holds them
  for (const auto& [pointer, ignored] : flat.items())
    for (json::json_pointer place(pointer); !place.empty(); place = place.parent_pointer()) places.insert(place.to_string());
  EXPECT_GT(places.size(), 300);
  for (const std::string& place : places) {
    json spoilt = scene;
    spoilt[json::json_pointer(place)] = json::parse(GetParam());
    builds(spoilt.dump());
  }
}

INSTANTIATE_TEST_SUITE_P(All, HostileValue,
                         testing::Values("null", "true", "-1", "0", "1e308", "-1e308", "5e-324", "4294967296", "9.2e18", R"("")",
                                         R"("x")", R"("all")", "[]", "{}", "[0, 0, 0]", "[null, null, null]",
                                         R"({"type": "file"})"));

TEST(HostileScene, RandomlyDamagedText) {
  std::mt19937 random(7);  // the same damage every time
  const std::string alphabet = "{}[]\",:.-+0eE \\/\n\t*a\x80";
  const std::string good = kFullScene;
  for (int round = 0; round < 3000; ++round) {
    std::string text = good;
    for (std::size_t edits = 1 + random() % 3; edits > 0; --edits) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
        case 0: text[at] = alphabet[random() % alphabet.size()]; break;
        case 1: text.erase(at, 1 + random() % 20); break;
        case 2: text.insert(at, 1, alphabet[random() % alphabet.size()]); break;
        default: text.resize(std::max<std::size_t>(at, 1)); break;
      }
    }
    builds(text);
  }
}

TEST(HostileScene, AMillionFaultsAreRefusedSoon) {
  std::string text = R"({"lilyan": 1, "bodies": [{})";
  for (int k = 0; k < 100000; ++k) text += ",{}";
  EXPECT_FALSE(builds(text + "]}"));
}

}  // namespace
}  // namespace lilyan
