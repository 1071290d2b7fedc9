// What is seen where: of each of a pixel's samples, the nearest triangle.
//
// A pixel has sixteen samples, in as many different columns and rows of it, so that also edges that run almost along the pixels
// get sixteen shades. Pixels are worked out in bands of rows; a band depends on nothing but the facets and their order, so the
// picture is the same for any number of threads.
#pragma once

#include <lilyan/render/facets.hpp>

#include <span>

namespace lilyan::render {

inline constexpr std::size_t kSamples = 16;
inline constexpr std::uint32_t kNothing = 0xffffffff;

// A sample's place in its pixel, in 1/256 pixel.
constexpr int sample_x(std::size_t k) { return static_cast<int>(16 * (4 * (k % 4) + k / 4) + 8); }
constexpr int sample_y(std::size_t k) { return static_cast<int>(16 * (4 * (k / 4) + k % 4) + 8); }

struct PixelSamples {
  std::array<float, kSamples> nearness;  // 1/depth
  std::array<std::uint32_t, kSamples> triangle;
};

// Rows [top, bottom) of a picture.
class VisibilityBand {
 public:
  VisibilityBand(int width, int top, int bottom);

  void draw(const Facet& facet);
  const PixelSamples& at(int x, int y) const { return pixels_[index(x, y)]; }

 private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y - top_) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }

  int width_, top_, bottom_;
  std::vector<PixelSamples> pixels_;
};

inline constexpr int kBandRows = 16;

// For each band of kBandRows rows, the facets that touch it, in their order.
std::vector<std::vector<std::uint32_t>> sort_into_bands(std::span<const Facet> facets, int height);

}  // namespace lilyan::render
