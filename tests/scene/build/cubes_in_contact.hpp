// Two cubes that meet what a test gives them.
#pragma once

#include <lilyan/scene/load.hpp>

#include <string>
#include <vector>

namespace lilyan::test {

// Two cubes of 1 m, one 0.2 m above the other.
inline const char* const kCubes = R"({
  "lilyan": 1,
  "bodies": [{
    "name": "low", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [2, 2, 2], "center": [0, 0.6, 0]},
    "material": {"type": "stvk", "mu": 1000, "lambda": 500}, "mass": 1
  }, {
    "name": "high", "mesh": {"type": "box", "size": [1, 1, 1], "cells": [2, 2, 2], "center": [0.1, 1.8, 0.05]},
    "material": {"type": "stvk", "mu": 2000, "lambda": 500}, "mass": 1
  }],
  "integrator": {"type": "avf"},
  "time": {"step": 0.01, "steps": 40}
})";

inline Scene touching(const std::string& contact, std::vector<std::string> overrides = {}) {
  overrides.push_back("contact=[" + contact + "]");
  return parse_scene(kCubes, "cubes.json", overrides);
}

inline const char* const kGround = R"({"type": "plane", "point": [0, 0, 0], "normal": [0, 2, 0]})";
inline const char* const kAll = R"({"type": "between", "bodies": "all"})";

}  // namespace lilyan::test
