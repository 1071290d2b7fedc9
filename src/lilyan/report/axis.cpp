#include <lilyan/report/axis.hpp>
#include <lilyan/report/html.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace lilyan {
namespace {

constexpr double kLargest = 1e300;  // beyond it differences of two values would overflow

double tamed(double value) { return std::clamp(value, -kLargest, kLargest); }

double power_of_ten(int exponent) { return std::pow(10.0, exponent); }
int decade_below(double value) { return static_cast<int>(std::floor(std::log10(value))); }

// The largest of 1, 2, 5 times a power of ten that cuts `span` into at most about `most` pieces.
double round_step(double span, int most) {
  const double least = span / most;
  const double decade = power_of_ten(decade_below(least));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * decade >= least * (1 - 1e-9)) return factor * decade;
  return 10 * decade;
}

// Digits after the point that a multiple of `step` needs.
int decimals_of(double step) { return std::max(0, -decade_below(step * (1 + 1e-9))); }

std::string tick_label(double value, double step, double largest) {
  if (std::abs(value) < step / 2) return "0";
  if (largest < 1e5 && step >= 1e-4) {
    const std::string text = fmt::format("{:.{}f}", value, decimals_of(step));
    return text.starts_with('-') ? "−" + text.substr(1) : text;
  }
  return number_text(value, 1 + std::max(0, decade_below(std::abs(value)) - decade_below(step)));
}

// "0.01", "1", "100", "10⁴": the one of a mantissa says nothing.
std::string power_label(int exponent) {
  constexpr std::string_view kOneTimes = "1×";
  const std::string text = number_text(power_of_ten(exponent), 3);
  return text.starts_with(kOneTimes) ? text.substr(kOneTimes.size()) : text;
}

}  // namespace

Axis Axis::linear_exact(ValueRange values, int ticks) {
  Axis axis;
  axis.low_ = tamed(values.low), axis.high_ = tamed(values.high);
  if (!(axis.high_ > axis.low_)) axis.high_ = axis.low_ + std::max(1.0, std::abs(axis.low_));
  axis.add_linear_ticks(round_step(axis.high_ - axis.low_, ticks));
  return axis;
}

Axis Axis::linear(ValueRange values, int ticks, double least_span) {
  const double low = tamed(values.low), high = tamed(values.high), middle = low / 2 + high / 2;
  double span = std::max(high - low, tamed(least_span));
  // What differs in the last digits only is a constant.
  span = std::max(span, 1e-9 * std::max(std::abs(low), std::abs(high)));
  if (span == 0) span = 1;
  const double step = round_step(span, ticks);
  Axis axis;
  axis.low_ = std::floor((middle - span / 2) / step + 1e-9) * step;
  axis.high_ = std::ceil((middle + span / 2) / step - 1e-9) * step;
  if (!(axis.high_ > axis.low_)) return linear_exact(values, ticks);
  axis.add_linear_ticks(step);
  return axis;
}

void Axis::add_linear_ticks(double step) {
  constexpr int kMost = 32;  // more than anyone asks for
  if (!(step > 0) || !std::isfinite(step)) return;
  const double largest = std::max(std::abs(low_), std::abs(high_));
  const double first = std::ceil(low_ / step - 1e-9);
  for (int k = 0; k < kMost; ++k) {
    const double value = (first + k) * step;
    if (value > high_ + 1e-9 * step) break;
    ticks_.push_back({value, tick_label(value, step, largest)});
  }
}

Axis Axis::logarithmic(ValueRange values, int ticks) {
  Axis axis;
  axis.scale_ = AxisScale::logarithmic;
  const int first = decade_below(values.low),
            last = std::max(first + 1, static_cast<int>(std::ceil(std::log10(values.high) - 1e-9)));
  axis.low_ = power_of_ten(first), axis.high_ = std::min(power_of_ten(last), 1e308);
  const int every = std::max(1, static_cast<int>(round_step(last - first, ticks)));
  for (int k = first; k <= last; ++k)
    if (k % every == 0) axis.ticks_.push_back({power_of_ten(k), power_label(k)});
  return axis;
}

Axis Axis::symmetric(ValueRange values, double bend, int ticks) {
  Axis axis;
  axis.scale_ = AxisScale::symmetric;
  axis.bend_ = bend;
  const int first = decade_below(bend);
  const auto decade_above = [](double value) { return static_cast<int>(std::ceil(std::log10(value) - 1e-9)); };
  const auto end = [&](double magnitude) {
    return magnitude > bend ? std::min(power_of_ten(decade_above(magnitude)), 1e308) : bend;
  };
  axis.low_ = values.low < 0 ? -end(-values.low) : 0;
  axis.high_ = values.high > 0 ? end(values.high) : 0;
  // The bend lies one decade's length from zero, each power of ten one more: ticks at every so many of these lengths are evenly
  // spaced, zero among them.
  const auto lengths = [&](double magnitude) { return magnitude > 0 ? 1 + decade_above(magnitude) - first : 0; };
  const int below = lengths(-axis.low_), above = lengths(axis.high_);
  const int every = std::max(1, static_cast<int>(round_step(std::max(1, below + above), ticks)));
  for (int k = below; k >= 1; --k)
    if (k % every == 0) axis.ticks_.push_back({-power_of_ten(first + k - 1), "−" + power_label(first + k - 1)});
  axis.ticks_.push_back({0, "0"});
  for (int k = 1; k <= above; ++k)
    if (k % every == 0) axis.ticks_.push_back({power_of_ten(first + k - 1), power_label(first + k - 1)});
  return axis;
}

double Axis::map(double value) const {
  switch (scale_) {
    case AxisScale::linear: return value;
    case AxisScale::logarithmic: return std::log10(std::max(value, low_));
    case AxisScale::symmetric: break;
  }
  const double size = std::abs(value);
  return std::copysign(size <= bend_ ? size / bend_ : 1 + std::log10(size) - std::log10(bend_), value);
}

double Axis::place(double value) const {
  const double inside = std::clamp(value, low_, high_);
  return (map(inside) - map(low_)) / (map(high_) - map(low_));
}

ReadableScale readable_scale(std::vector<double> envelope, bool has_negative, double least) {
  constexpr double kManyTimes = 1e3;
  std::erase_if(envelope, [&](double size) { return !(size > least); });
  if (envelope.empty()) return {AxisScale::linear, 1};
  const double first = envelope.front();  // where an explosion takes only a few rows, the start is what it is compared with
  const auto tenth = envelope.begin() + static_cast<std::ptrdiff_t>(envelope.size() / 10);
  std::nth_element(envelope.begin(), tenth, envelope.end());
  const double largest = *std::max_element(envelope.begin(), envelope.end()), small = std::min(first, *tenth);
  const double bend = power_of_ten(decade_below(small));
  if (largest / kManyTimes <= small) return {AxisScale::linear, bend};
  return {has_negative ? AxisScale::symmetric : AxisScale::logarithmic, bend};
}

}  // namespace lilyan
