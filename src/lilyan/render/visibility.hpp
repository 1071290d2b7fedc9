// What is seen where: triangles are projected, clipped and laid on a fine grid, and each of a pixel's samples sees the nearest.
//
// Corners are rounded to 1/256 pixel. Edge functions are then whole numbers, two triangles that share an edge agree about every
// sample on it, and no gap or overlap opens between them.
#pragma once

#include <lilyan/mesh/tet_mesh.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lilyan::render {

inline constexpr int kSubpixels = 256;  // a pixel

// What is left of a triangle after clipping.
struct Facet {
  std::array<std::int32_t, 3> x, y;         // corners in 1/256 pixel, clockwise in the picture (y grows downwards)
  double nearness, nearness_x, nearness_y;  // 1/depth = nearness + nearness_x * x + nearness_y * y, x and y in pixels
  std::uint32_t triangle;
};

// Facets of all triangles that show in a picture of this size, in their order. `projected` holds (X, Y, W) of every vertex, see
// Projection; triangles with a corner that is not finite do not show. What is nearer than `near` is cut off.
std::vector<Facet> make_facets(const std::vector<Vec3>& projected, const std::vector<Triangle>& triangles, int width, int height,
                               double near);

// A pixel has sixteen samples, in as many different columns and rows of it, so that also edges that run almost along the pixels
// get sixteen shades. Pixels are worked out in bands of rows; a band depends on nothing but the facets and their order, so the
// picture is the same for any number of threads.

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
