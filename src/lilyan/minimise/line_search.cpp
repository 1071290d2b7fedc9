#include <lilyan/minimise/line_search.hpp>

namespace lilyan {

LineSearchResult backtrack(const std::function<double(double)>& merit, double merit_0, double slope, double slack) {
  constexpr double kSufficient = 1e-4;  // of the decrease that the slope promises
  constexpr int kMostBacktracks = 60;   // 2^-60: below rounding of any step worth taking
  double step = 1;
  for (int backtracks = 0;; ++backtracks, step *= 0.5) {
    const double value = merit(step);
    if (value <= merit_0 + kSufficient * step * slope + slack) return {step, true, backtracks};
    if (backtracks == kMostBacktracks) return {step, false, backtracks};
  }
}

}  // namespace lilyan
