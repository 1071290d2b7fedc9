// Backtracking along a direction until a merit function has decreased enough.
#pragma once

#include <functional>
#include <optional>

namespace lilyan {

struct LineSearchResult {
  double step;  // of the direction; the last one tried where not accepted
  bool accepted;
  int backtracks;
};

// Halves the step from `first` until merit(step) <= merit_0 + 1e-4 step slope + slack (Armijo). `slope` < 0 is the derivative at
// 0; merit may return +infinity; `slack` >= 0 allows for rounding.
LineSearchResult backtrack(const std::function<double(double)>& merit, double merit_0, double slope, double slack,
                           double first = 1);

}  // namespace lilyan
