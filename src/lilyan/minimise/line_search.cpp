#include <lilyan/minimise/line_search.hpp>

#include <cmath>
#include <limits>

namespace lilyan {

LineSearchResult backtrack(const std::function<double(double)>& merit, double merit_0, double slope, double slack, double first) {
  constexpr double kSufficient = 1e-4;  // of the decrease that the slope promises
  constexpr int kMostBacktracks = 60;
  // A step whose slope promises less than this could only be judged by rounding.
  const double least = slack > 0 ? slack : std::numeric_limits<double>::epsilon() * std::abs(merit_0) / kSufficient;
  double step = first;
  for (int backtracks = 0;; ++backtracks, step *= 0.5) {
    const double value = merit(step);
    if (value <= merit_0 + kSufficient * step * slope + slack) return {step, true, backtracks};
    if (backtracks == kMostBacktracks || -0.5 * step * slope <= least) return {step, false, backtracks};
  }
}

}  // namespace lilyan
