#include <lilyan/render/visibility.hpp>

#include <algorithm>

namespace lilyan::render {

namespace {

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
