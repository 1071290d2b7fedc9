// Triangles on their way to the picture: projected, clipped, and laid on a fine grid so that coverage is exact.
//
// Corners are rounded to 1/256 pixel. Edge functions are then whole numbers, two triangles that share an edge agree about every
// sample on it, and no gap or overlap opens between them.
#pragma once

#include <lilyan/mesh/tet_mesh.hpp>
#include <lilyan/render/camera.hpp>

#include <array>
#include <cstdint>
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

}  // namespace lilyan::render
