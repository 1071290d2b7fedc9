// Text, lines and boxes on a finished picture, with smooth edges.
#pragma once

#include <lilyan/render/image.hpp>

#include <string>

namespace lilyan::render {

struct Ink {
  std::array<std::uint8_t, 3> rgb{40, 44, 52};
  double opacity = 1;
};

// Lays ink on a pixel, `coverage` of it from 0 to 1; outside the image nothing happens.
void blend(Image& image, int x, int y, const Ink& ink, double coverage);

void fill_box(Image& image, double left, double top, double right, double bottom, const Ink& ink);  // [pixels]

// "^" raises the digits and minus signs behind it: "J/m^3". Text is UTF-8. `height` is that of a capital letter [pixels];
// (x, y) is where the baseline starts.
double text_width(const std::string& text, double height);
void draw_text(Image& image, double x, double y, double height, const std::string& text, const Ink& ink);

}  // namespace lilyan::render
