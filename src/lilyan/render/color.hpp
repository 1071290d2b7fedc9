// Colours, and maps from numbers to them: linear light while a picture is computed, sRGB in its file, OKLab where a colour is
// chosen.
//
// OKLab [Ottosson 2020] is a space in which equal distances look about equally large: L is lightness (0 black, 1 white), chroma
// C the distance from grey and h the hue. sRGB's transfer function is that of IEC 61966-2-1.
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <vector>

namespace lilyan::render {

using Color = Eigen::Array3f;  // red, green, blue in linear light; 1 is the screen's white

struct OkLab {
  double L = 0, a = 0, b = 0;
};

OkLab to_oklab(const Color& color);
Color from_oklab(const OkLab& lab);                                // may leave [0, 1] where the screen has no such colour
Color from_oklch(double L, double chroma, double hue_in_degrees);  // the same in polar form

double srgb_encoded(double linear);  // [0, 1] -> [0, 1]
double srgb_decoded(double encoded);
std::uint8_t to_byte(float linear);  // encoded and rounded; what lies outside [0, 1] is brought to its end

// A calm colour for body k; neighbours in the list are easy to tell apart.
Color body_color(int k);

// A light grey for what is no body.
Color obstacle_color();

// From a number to a colour, so that equal differences of the number look equally large.
//
// Both maps are curves in OKLab, computed and not copied from a table. t in [0, 1] along the map:
//
//   sequential:  L = 0.28 + 0.65 t,   C = 0.125 + 0.055 sin^2(pi t),   h = 280 + 180 t degrees   (dark blue, red, light yellow)
//   diverging:   s = 2t - 1,   L = 0.95 - 0.5 |s|,   C = 0.25 |s| (1 - |s|/2),   h = 250 (s < 0) or 40 degrees   (blue, white, red)
//
// The sequential map's lightness rises in proportion to t, so that it survives a grey printer and most colour blindness; the
// diverging one's is symmetric about its middle, which stands for a value of its own such as 0 or J = 1.
enum class ColorMapKind { sequential, diverging };

// The curve itself; t is brought to [0, 1], and what is not a number is grey.
Color map_color(ColorMapKind kind, double t);

// The same from a table with linear steps between its entries, for use at every pixel.
class ColorMap {
 public:
  explicit ColorMap(ColorMapKind kind);
  Color at(double t) const;

 private:
  std::vector<Color> table_;
};

}  // namespace lilyan::render
