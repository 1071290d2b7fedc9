// From a number to a colour, so that equal differences of the number look equally large.
//
// Both maps are curves in OKLab, computed and not copied from a table. t in [0, 1] along the map:
//
//   sequential:  L = 0.28 + 0.65 t,   C = 0.125 + 0.055 sin^2(pi t),   h = 280 + 180 t degrees   (dark blue, red, light yellow)
//   diverging:   s = 2t - 1,   L = 0.95 - 0.5 |s|,   C = 0.25 |s| (1 - |s|/2),   h = 250 (s < 0) or 40 degrees   (blue, white, red)
//
// The sequential map's lightness rises in proportion to t, so that it survives a grey printer and most colour blindness; the
// diverging one's is symmetric about its middle, which stands for a value of its own such as 0 or J = 1.
#pragma once

#include <lilyan/render/color.hpp>

#include <vector>

namespace lilyan::render {

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
