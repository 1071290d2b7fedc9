#include <lilyan/render/color.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace lilyan::render {

OkLab to_oklab(const Color& color) {
  const double r = color[0], g = color[1], b = color[2];
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s, 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

Color from_oklab(const OkLab& lab) {
  const auto cube = [](double v) { return v * v * v; };
  const double l = cube(lab.L + 0.3963377774 * lab.a + 0.2158037573 * lab.b);
  const double m = cube(lab.L - 0.1055613458 * lab.a - 0.0638541728 * lab.b);
  const double s = cube(lab.L - 0.0894841775 * lab.a - 1.2914855480 * lab.b);
  return Eigen::Array3d(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
                        -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
                        -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
      .cast<float>();
}

Color from_oklch(double L, double chroma, double hue_in_degrees) {
  const double hue = hue_in_degrees * std::numbers::pi / 180;
  return from_oklab({L, chroma * std::cos(hue), chroma * std::sin(hue)});
}

double srgb_encoded(double linear) { return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055; }

double srgb_decoded(double encoded) { return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4); }

std::uint8_t to_byte(float linear) {
  // A table is as good as the formula here: its steps are a fifth of a byte where the curve is steepest.
  constexpr int kSteps = 1 << 14;
  static const auto table = [] {
    std::array<std::uint8_t, kSteps + 1> bytes;
    for (int k = 0; k <= kSteps; ++k)
      bytes[static_cast<std::size_t>(k)] =
          static_cast<std::uint8_t>(std::lround(255 * srgb_encoded(static_cast<double>(k) / kSteps)));
    return bytes;
  }();
  if (!(linear > 0)) return 0;  // also what is not a number
  return table[static_cast<std::size_t>(std::min(linear, 1.0f) * kSteps + 0.5f)];
}

Color body_color(int k) {
  // Hues by the golden angle never repeat and stay far apart; the first is a quiet blue.
  constexpr double kFirstHue = 245, kGoldenAngle = 137.50776;
  return from_oklch(0.71, 0.105, std::fmod(kFirstHue + kGoldenAngle * k, 360.0));
}

Color obstacle_color() { return from_oklch(0.81, 0.006, 250); }

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
