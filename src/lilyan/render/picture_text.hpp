// What is written on a finished picture, with smooth edges: text, boxes, and the legend that says what the colours mean.
#pragma once

#include <lilyan/render/image.hpp>
#include <lilyan/render/scale.hpp>

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

// Whether values lie beyond the ends of the scale; the bar's end is then a point.
struct Beyond {
  bool below = false, above = false;
};

// A bar with numbers, the field's name and its unit, at the right edge of a picture.
void draw_legend(Image& image, const FieldScale& scale, const Beyond& beyond);
void draw_title(Image& image, const std::string& title);

// Height of a capital letter in pictures of this height [pixels].
double letter_height(int image_height);

}  // namespace lilyan::render
