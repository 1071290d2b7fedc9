// What the colours mean: a bar with numbers, the field's name and its unit, at the right edge of a picture.
#pragma once

#include <lilyan/render/image.hpp>
#include <lilyan/render/scale.hpp>

namespace lilyan::render {

// Whether values lie beyond the ends of the scale; the bar's end is then a point.
struct Beyond {
  bool below = false, above = false;
};

void draw_legend(Image& image, const FieldScale& scale, const Beyond& beyond);
void draw_title(Image& image, const std::string& title);

// Height of a capital letter in pictures of this height [pixels].
double letter_height(int image_height);

}  // namespace lilyan::render
