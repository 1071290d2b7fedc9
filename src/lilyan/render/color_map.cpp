#include <lilyan/render/color_map.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lilyan::render {

namespace {

constexpr int kSteps = 512;

Color no_number() { return from_oklch(0.6, 0, 0); }

}  // namespace

Color map_color(ColorMapKind kind, double t) {
  if (std::isnan(t)) return no_number();
  t = std::clamp(t, 0.0, 1.0);
  if (kind == ColorMapKind::sequential) {
    const double wave = std::sin(std::numbers::pi * t);
    return from_oklch(0.28 + 0.65 * t, 0.125 + 0.055 * wave * wave, 280 + 180 * t);
  }
  const double s = 2 * t - 1, size = std::abs(s);
  return from_oklch(0.95 - 0.5 * size, 0.25 * size * (1 - size / 2), s < 0 ? 250 : 40);
}

ColorMap::ColorMap(ColorMapKind kind) {
  for (int k = 0; k <= kSteps; ++k) table_.push_back(map_color(kind, static_cast<double>(k) / kSteps));
}

Color ColorMap::at(double t) const {
  if (std::isnan(t)) return no_number();
  const double place = std::clamp(t, 0.0, 1.0) * kSteps;
  const auto k = std::min(static_cast<std::size_t>(place), static_cast<std::size_t>(kSteps - 1));
  const auto beyond = static_cast<float>(place - static_cast<double>(k));
  return (1 - beyond) * table_[k] + beyond * table_[k + 1];
}

}  // namespace lilyan::render
