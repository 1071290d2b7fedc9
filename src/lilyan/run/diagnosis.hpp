// Why a step may have failed, in words a user can act on.
#pragma once

#include <lilyan/run/advance.hpp>
#include <lilyan/run/run_plan.hpp>

#include <string>
#include <vector>

namespace lilyan {

// The cell with the smallest J = det F; none where the plan has no cells of elastic laws or x is not finite.
struct WorstCell {
  std::string body;
  CellKind kind = CellKind::tet;
  Index cell = 0;  // counted within the body
  double J = 1;
};
std::optional<WorstCell> worst_cell(const RunPlan& plan, const Vector& x);

// The vertex that moves fastest [m/s].
struct FastestVertex {
  std::string body;
  Index vertex = 0;  // counted within the body
  double speed = 0;
};
std::optional<FastestVertex> fastest_vertex(const RunPlan& plan, const Frame& now);

// For an explicit method: its longest stable step beside the one taken, about rest. Empty for the others.
std::string stability_words(const RunPlan& plan);

// One line each, the most telling first.
std::vector<std::string> likely_causes(const RunPlan& plan, const History& history, const AdvanceFailure& failure);

}  // namespace lilyan
