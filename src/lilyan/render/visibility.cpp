#include <lilyan/render/visibility.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan::render {

namespace {

// A triangle cut by five planes has at most eight corners.
struct Polygon {
  std::array<Vec3, 8> corners;
  std::size_t size = 0;
};

// What of the polygon lies where plane . (X, Y, W) >= offset.
Polygon clipped(const Polygon& polygon, const Vec3& plane, double offset) {
  Polygon kept;
  for (std::size_t k = 0; k < polygon.size; ++k) {
    const Vec3 &here = polygon.corners[k], &next = polygon.corners[(k + 1) % polygon.size];
    const double inside = plane.dot(here) - offset, next_inside = plane.dot(next) - offset;
    if (inside >= 0) kept.corners[kept.size++] = here;
    if ((inside >= 0) != (next_inside >= 0)) kept.corners[kept.size++] = here + inside / (inside - next_inside) * (next - here);
  }
  return kept;
}

class FacetMaker {
 public:
  FacetMaker(int width, int height, double near, std::vector<Facet>& facets)
      : width_(width), height_(height), near_(near), facets_(facets) {
    // Corners may lie this far outside the picture; only what goes beyond is cut, so that most triangles stay whole.
    const double room = std::max(width, height);
    planes_ = {Vec3(1, 0, room), Vec3(-1, 0, width + room), Vec3(0, 1, room), Vec3(0, -1, height + room)};
  }

  void add(const Vec3& a, const Vec3& b, const Vec3& c, std::uint32_t triangle) {
    Polygon polygon{{a, b, c}, 3};
    if (!inside(polygon)) {
      polygon = clipped(polygon, Vec3::UnitZ(), near_);
      for (const Vec3& plane : planes_)
        if (polygon.size > 0) polygon = clipped(polygon, plane, 0);
    }
    for (std::size_t k = 2; k < polygon.size; ++k)
      add_facet({polygon.corners[0], polygon.corners[k - 1], polygon.corners[k]}, triangle);
  }

 private:
  bool inside(const Polygon& polygon) const {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3& corner = polygon.corners[k];
      if (corner[2] < near_) return false;
      for (const Vec3& plane : planes_)
        if (plane.dot(corner) < 0) return false;
    }
    return true;
  }

  void add_facet(const std::array<Vec3, 3>& corners, std::uint32_t triangle) {
    Facet facet;
    facet.triangle = triangle;
    std::array<double, 3> nearness;
    for (std::size_t k = 0; k < 3; ++k) {
      nearness[k] = 1 / corners[k][2];
      facet.x[k] = static_cast<std::int32_t>(std::lround(kSubpixels * corners[k][0] * nearness[k]));
      facet.y[k] = static_cast<std::int32_t>(std::lround(kSubpixels * corners[k][1] * nearness[k]));
    }
    if (outside(facet.x, width_) || outside(facet.y, height_)) return;
    const auto from_first = [&](std::size_t k) {
      return std::array<std::int64_t, 2>{std::int64_t{facet.x[k]} - facet.x[0], std::int64_t{facet.y[k]} - facet.y[0]};
    };
    const auto [x1, y1] = from_first(1);
    const auto [x2, y2] = from_first(2);
    const std::int64_t area = x1 * y2 - x2 * y1;
    if (area == 0) return;
    // The plane of 1/depth over the picture, which is where it is linear.
    const double d1 = nearness[1] - nearness[0], d2 = nearness[2] - nearness[0], scale = kSubpixels / static_cast<double>(area);
    facet.nearness_x = scale * (d1 * static_cast<double>(y2) - d2 * static_cast<double>(y1));
    facet.nearness_y = scale * (d2 * static_cast<double>(x1) - d1 * static_cast<double>(x2));
    facet.nearness = nearness[0] - (facet.nearness_x * facet.x[0] + facet.nearness_y * facet.y[0]) / kSubpixels;
    if (area < 0) {
      std::swap(facet.x[1], facet.x[2]);
      std::swap(facet.y[1], facet.y[2]);
    }
    facets_.push_back(facet);
  }

  static bool outside(const std::array<std::int32_t, 3>& corners, int size) {
    const auto [least, largest] = std::minmax({corners[0], corners[1], corners[2]});
    return largest < 0 || least > size * kSubpixels;
  }

  int width_, height_;
  double near_;
  std::array<Vec3, 4> planes_;
  std::vector<Facet>& facets_;
};

// e(x, y) = a x + b y + c: not negative at the samples on the inner side of an edge. A sample on the edge itself belongs to the
// facet for which this is a left or an upper edge, so that one of two neighbours gets it and never both.
struct Edge {
  std::int64_t a, b, c;
  std::array<std::int64_t, kSamples> at_sample;  // from a pixel's corner
  std::int64_t most;                             // of these

  Edge(std::int32_t x0, std::int32_t y0, std::int32_t x1, std::int32_t y1)
      : a(std::int64_t{y0} - y1), b(std::int64_t{x1} - x0), c(-(a * x0 + b * y0)) {
    const bool left_or_upper = a > 0 || (a == 0 && b > 0);
    if (!left_or_upper) --c;
    for (std::size_t k = 0; k < kSamples; ++k) at_sample[k] = a * sample_x(k) + b * sample_y(k);
    most = *std::max_element(at_sample.begin(), at_sample.end());
  }

  std::int64_t at_pixel(int x, int y) const { return kSubpixels * (a * x + b * y) + c; }
};

struct PixelRange {
  int first, end;
};

// Pixels from the one with the least corner to the one with the largest, within [low, high).
PixelRange pixels(const std::array<std::int32_t, 3>& corners, int low, int high) {
  const auto [least, largest] = std::minmax({corners[0], corners[1], corners[2]});
  const auto pixel = [](std::int32_t place) { return place >= 0 ? place / kSubpixels : -1; };
  return {std::max(pixel(least), low), std::min(pixel(largest) + 1, high)};
}

}  // namespace

std::vector<Facet> make_facets(const std::vector<Vec3>& projected, const std::vector<Triangle>& triangles, int width, int height,
                               double near) {
  std::vector<Facet> facets;
  facets.reserve(triangles.size());
  FacetMaker maker(width, height, near, facets);
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto corner = [&](std::size_t k) -> const Vec3& { return projected[static_cast<std::size_t>(triangles[t][k])]; };
    if (corner(0).allFinite() && corner(1).allFinite() && corner(2).allFinite())
      maker.add(corner(0), corner(1), corner(2), static_cast<std::uint32_t>(t));
  }
  return facets;
}

VisibilityBand::VisibilityBand(int width, int top, int bottom) : width_(width), top_(top), bottom_(bottom) {
  PixelSamples nothing;
  nothing.nearness.fill(0);
  nothing.triangle.fill(kNothing);
  pixels_.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(bottom - top), nothing);
}

void VisibilityBand::draw(const Facet& facet) {
  const std::array<Edge, 3> edges = {Edge(facet.x[0], facet.y[0], facet.x[1], facet.y[1]),
                                     Edge(facet.x[1], facet.y[1], facet.x[2], facet.y[2]),
                                     Edge(facet.x[2], facet.y[2], facet.x[0], facet.y[0])};
  std::array<float, kSamples> rise;  // of 1/depth from a pixel's corner to a sample
  for (std::size_t k = 0; k < kSamples; ++k)
    rise[k] = static_cast<float>((facet.nearness_x * sample_x(k) + facet.nearness_y * sample_y(k)) / kSubpixels);

  const PixelRange columns = pixels(facet.x, 0, width_), rows = pixels(facet.y, top_, bottom_);
  for (int y = rows.first; y < rows.end; ++y)
    for (int x = columns.first; x < columns.end; ++x) {
      const std::int64_t e0 = edges[0].at_pixel(x, y), e1 = edges[1].at_pixel(x, y), e2 = edges[2].at_pixel(x, y);
      if (e0 + edges[0].most < 0 || e1 + edges[1].most < 0 || e2 + edges[2].most < 0) continue;
      const auto nearness = static_cast<float>(facet.nearness + facet.nearness_x * x + facet.nearness_y * y);
      PixelSamples& pixel = pixels_[index(x, y)];
      for (std::size_t k = 0; k < kSamples; ++k) {
        const std::int64_t inside = (e0 + edges[0].at_sample[k]) | (e1 + edges[1].at_sample[k]) | (e2 + edges[2].at_sample[k]);
        const float here = nearness + rise[k];
        const bool seen = inside >= 0 && here > pixel.nearness[k];
        pixel.nearness[k] = seen ? here : pixel.nearness[k];
        pixel.triangle[k] = seen ? facet.triangle : pixel.triangle[k];
      }
    }
}

std::vector<std::vector<std::uint32_t>> sort_into_bands(std::span<const Facet> facets, int height) {
  std::vector<std::vector<std::uint32_t>> bands(static_cast<std::size_t>((height + kBandRows - 1) / kBandRows));
  for (std::size_t f = 0; f < facets.size(); ++f) {
    const PixelRange rows = pixels(facets[f].y, 0, height);
    for (int band = rows.first / kBandRows; band * kBandRows < rows.end; ++band)
      bands[static_cast<std::size_t>(band)].push_back(static_cast<std::uint32_t>(f));
  }
  return bands;
}

}  // namespace lilyan::render
