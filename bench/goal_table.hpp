// A table of ratios with the goals beside them: one row per ratio, which says whether the goal is met.
#pragma once

#include <optional>
#include <string>

namespace lilyan::bench {

struct Goal {
  enum class Bound { at_least, at_most } bound;
  double value;
};

struct Figure {
  std::string body;    // what is measured
  std::string what;    // "numerator / denominator"
  double numerator;    // in `unit`
  double denominator;  // likewise, not 0
  std::string unit = "ms";
  std::optional<Goal> goal = {};
  std::string published = "-";
};

void print_goal_heads();
void print_figure(const Figure& figure);

}  // namespace lilyan::bench
