// A flat bar in plane strain with a narrow soft crack in its upper side.
#include "bodies.hpp"

namespace bodies {

namespace {

constexpr Index kAlong = 64, kAcross = 16;       // squares of two triangles
constexpr double kLength = 4, kHeight = 1;       // [m]
constexpr double kFrom = 1, kTo = 1.125;         // the crack, along the bar [m]
constexpr double kDepth = 0.625 * kHeight;       // of the crack [m]
constexpr double kModulus = 1e7, kSofter = 100;  // [Pa]

constexpr const char* kCrackedBarScene =
    R"(// A bar in plane strain, held at its left end, bends under its weight. A crack in its upper side, a hundred times softer than the rest,
// opens.
//
// The crack is narrower than the cells of a coarse mesh: a body to coarsen.
{
  "lilyan": 1,
  "name": "cracked_bar",
  "bodies": [{
    "name": "bar",
    "mesh": {"type": "rectangle", "size": [@length@, @height@], "cells": [@along@, @across@], "center": @center@},
    "material": {"type": "corotated", "youngs_modulus": @modulus@, "poissons_ratio": 0.3},
    "density": 1000,
    "regions": [{"select": {"type": "box", "min": @min@, "max": @max@},
      "material": {"type": "corotated", "youngs_modulus": @soft@, "poissons_ratio": 0.3}}]
  }],
  "pins": [{"name": "wall", "body": "bar", "select": {"type": "plane", "point": [0, 0, 0], "normal": [-1, 0, 0]}}],
  "integrator": {"type": "avf"},
  "time": {"step": 0.01, "duration": 3},
  "output": {"interval": 0.03, "frames": ["vtu"], "probes": [{"name": "tip", "body": "bar", "nearest": @tip@}]}
}
)";

}  // namespace

Written write_cracked_bar(const Request& request) {
  write_text(request.folder / "cracked_bar.json", filled(kCrackedBarScene, {{"length", text(kLength)},
                                                                            {"height", text(kHeight)},
                                                                            {"along", std::to_string(kAlong)},
                                                                            {"across", std::to_string(kAcross)},
                                                                            {"center", text(Vec3(kLength / 2, kHeight / 2, 0))},
                                                                            {"modulus", text(kModulus)},
                                                                            {"soft", text(kModulus / kSofter)},
                                                                            {"min", text(Vec3(kFrom, kHeight - kDepth, 0))},
                                                                            {"max", text(Vec3(kTo, kHeight, 0))},
                                                                            {"tip", text(Vec3(kLength, kHeight / 2, 0))}}));
  Written result{"cracked_bar.json", 0, 0, 2 * kAlong * kAcross, "triangles"};
  result.vertices = (kAlong + 1) * (kAcross + 1);
  return result;
}

}  // namespace bodies
