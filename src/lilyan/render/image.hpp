// A picture of bytes, as files and screens have it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace lilyan::render {

using Pixel = std::array<std::uint8_t, 4>;  // red, green, blue in sRGB; opacity, not multiplied into the others

struct Image {
  int width = 0, height = 0;
  std::vector<Pixel> pixels;  // row by row from the top

  Pixel& at(int x, int y) {
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
  }
  const Pixel& at(int x, int y) const { return const_cast<Image*>(this)->at(x, y); }
};

}  // namespace lilyan::render
