// An axis of a plot: where a value stands on it, and ticks at round numbers.
//
//   linear        v
//   logarithmic   log10 v                                             v > 0
//   symmetric     v/b for |v| <= b, else sign(v) (1 + log10(|v|/b))   both signs and many decades; b: the bend
#pragma once

#include <string>
#include <vector>

namespace lilyan {

enum class AxisScale { linear, logarithmic, symmetric };

struct Tick {
  double value;
  std::string label;
};

// The values that an axis must show.
struct ValueRange {
  double low, high;  // finite, low <= high
};

class Axis {
 public:
  // From round number to round number, with at most about `ticks` of them. A range narrower than `least_span` is widened about its
  // middle, so that rounding errors do not fill a plot.
  static Axis linear(ValueRange values, int ticks, double least_span = 0);
  static Axis linear_exact(ValueRange values, int ticks);            // ends at the values themselves
  static Axis logarithmic(ValueRange values, int ticks);             // values > 0
  static Axis symmetric(ValueRange values, double bend, int ticks);  // bend > 0

  AxisScale scale() const { return scale_; }
  double bend() const { return bend_; }  // of a symmetric axis
  double low() const { return low_; }
  double high() const { return high_; }
  double place(double value) const;  // 0 at the low end, 1 at the high end; values beyond stand at the ends
  const std::vector<Tick>& ticks() const { return ticks_; }

 private:
  double map(double value) const;
  void add_linear_ticks(double step);

  AxisScale scale_ = AxisScale::linear;
  double low_ = 0, high_ = 1, bend_ = 1;
  std::vector<Tick> ticks_;
};

// The scale on which values can be read whose largest magnitudes over time are `envelope`: linear, unless the largest of them is
// more than a thousand times the first or the small ones (a tenth is smaller). `bend` is a power of ten near those. What is not
// above `least` counts as zero.
struct ReadableScale {
  AxisScale scale;
  double bend;
};
ReadableScale readable_scale(std::vector<double> envelope, bool has_negative, double least = 0);

}  // namespace lilyan
