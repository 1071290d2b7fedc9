// A small typeface of our own, drawn with a pen of constant width: letters are lines and arcs.
//
// Printable ASCII and the micro sign. Units: capitals are 7 high, small letters 5, the baseline is 0.
#pragma once

#include <Eigen/Core>

#include <vector>

namespace lilyan::render {

inline constexpr double kCapitalHeight = 7;

struct Glyph {
  double width = 0;                                   // without the space beside it
  std::vector<std::vector<Eigen::Vector2d>> strokes;  // polygons along the pen's way, y upwards
};

// Code points that the typeface lacks are an empty box.
const Glyph& glyph(char32_t code_point);

}  // namespace lilyan::render
