// Why a step may have failed, in words a user can act on.
#pragma once

#include <lilyan/run/scene.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lilyan {

// The cell with the smallest J = det F; none where there are no cells of elastic laws or x is not finite.
struct WorstCell {
  std::string body;
  CellKind kind = CellKind::tet;
  Index cell = 0;  // counted within the body
  double J = 1;
};
std::optional<WorstCell> worst_cell(const Inventory& inventory, const Vector& x);

// The vertex that moves fastest [m/s].
struct FastestVertex {
  std::string body;
  Index vertex = 0;  // counted within the body
  double speed = 0;
};
std::optional<FastestVertex> fastest_vertex(const Inventory& inventory, const Vector& v);

// For an explicit method: its longest stable step beside the one taken, about rest. Empty for the others.
std::string stability_words(const Scene& scene);

// One line each, the most telling first. `simulation` is that of the scene, at the last good step.
std::vector<std::string> likely_causes(const Scene& scene, const Simulation& simulation, const AdvanceFailure& failure);

}  // namespace lilyan
