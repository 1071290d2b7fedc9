#include <lilyan/report/scales.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {
namespace {

double farthest_corner(const RunSetting& setting) {
  double square = 0;
  for (const RunSetting::Body& body : setting.bodies) {
    double here = 0;
    for (std::size_t c = 0; c < 3; ++c) here += std::pow(std::max(std::abs(body.low[c]), std::abs(body.high[c])), 2);
    square = std::max(square, here);
  }
  return std::sqrt(square);
}

double total_mass(const RunSetting& setting) {
  double mass = 0;
  for (const RunSetting::Body& body : setting.bodies) mass += body.mass;
  return mass;
}

double finite_or_zero(double value) { return std::isfinite(value) ? value : 0; }

// What is not finite stays so: the largest finite error would hide it.
double relative(double told, const LedgerTrace& trace, Quantity quantity, double scale) {
  return std::isfinite(told) && scale > 0 ? trace.highest(quantity) / scale : told;
}

}  // namespace

ErrorScales error_scales(const RunRecord& run) {
  const RunSummary& summary = run.summary;
  ErrorScales scales{finite_or_zero(summary.scale), finite_or_zero(summary.linear_scale), finite_or_zero(summary.angular_scale)};
  if (!run.trace.exploded()) return scales;
  const double energy = run.trace.in_play(), linear = std::sqrt(2 * total_mass(run.setting) * energy),
               angular = farthest_corner(run.setting) * linear;
  if (energy > 0) scales.energy = energy;
  if (linear > 0) scales.linear = linear;
  if (angular > 0) scales.angular = angular;
  return scales;
}

RelativeErrors relative_errors(const RunRecord& run) {
  const RunSummary& summary = run.summary;
  if (!run.trace.exploded()) return {summary.max_drift, summary.linear_drift, summary.angular_drift};
  const ErrorScales scales = error_scales(run);
  return {relative(summary.max_drift, run.trace, Quantity::error, scales.energy),
          relative(summary.linear_drift, run.trace, Quantity::linear_drift, scales.linear),
          relative(summary.angular_drift, run.trace, Quantity::angular_drift, scales.angular)};
}

}  // namespace lilyan
