// A cube of layers, by turns soft and a hundred times stiffer, that sticks out of a wall.
#include "bodies.hpp"

namespace bodies {

namespace {

constexpr Index kCells = 12, kLayers = 6;  // along an edge; across the cube
constexpr double kEdge = 1, kSoft = 1e4;   // [m], [Pa]
constexpr double kContrast = 100;
constexpr Index kTetsOfACell = 5;

constexpr const char* kLayeredCubeScene =
    R"(// A cube of @layers@ layers normal to z, by turns soft and a hundred times stiffer, sticks out of a wall. Gravity bends it down, and a
// wind along z shears its soft layers.
//
// The layers are thinner than the cells of a coarse mesh: a body to coarsen.
{
  "lilyan": 1,
  "name": "layered_cube",
  "bodies": [{
    "name": "cube",
    "mesh": {"type": "box", "size": [@edge@, @edge@, @edge@], "cells": [@cells@, @cells@, @cells@]},
    "material": {"type": "corotated", "youngs_modulus": @soft@, "poissons_ratio": 0.3},
    "density": 1000,
    "regions": [
@regions@
    ]
  }],
  "pins": [{"name": "wall", "body": "cube", "select": {"type": "plane", "point": [@left@, 0, 0], "normal": [-1, 0, 0]}}],
  "loads": [{"name": "wind", "type": "acceleration", "body": "cube", "acceleration": [0, 0, 1]}],
  "integrator": {"type": "avf"},
  "time": {"step": 0.02, "duration": 2},
  "output": {"interval": 0.04, "frames": ["vtu"], "probes": [{"name": "corner", "body": "cube", "nearest": [@right@, @right@, @right@]}]}
}
)";

}  // namespace

Written write_layered_cube(const Request& request) {
  std::string regions;
  const double thickness = kEdge / kLayers;
  for (Index layer = 1; layer < kLayers; layer += 2) {
    const double from = layer * thickness - kEdge / 2;
    regions += (regions.empty() ? "" : ",\n") + filled(R"(      {"select": {"type": "box", "min": @min@, "max": @max@},
       "material": {"type": "corotated", "youngs_modulus": @stiff@, "poissons_ratio": 0.3}})",
                                                       {{"min", text(rounded(Vec3(-kEdge, -kEdge, from)))},
                                                        {"max", text(rounded(Vec3(kEdge, kEdge, from + thickness)))},
                                                        {"stiff", text(kContrast * kSoft)}});
  }
  write_text(request.folder / "layered_cube.json", filled(kLayeredCubeScene, {{"layers", count(kLayers)},
                                                                              {"edge", text(kEdge)},
                                                                              {"cells", std::to_string(kCells)},
                                                                              {"soft", text(kSoft)},
                                                                              {"left", text(-kEdge / 2)},
                                                                              {"right", text(kEdge / 2)},
                                                                              {"regions", regions}}));
  Written result{"layered_cube.json", 0, 0, kTetsOfACell * kCells * kCells * kCells};
  result.vertices = (kCells + 1) * (kCells + 1) * (kCells + 1);
  return result;
}

}  // namespace bodies
