#include <lilyan/coarsening/coarse_pins.hpp>

#include <lilyan/coarsening/boxes/box_functions.hpp>

#include <algorithm>
#include <functional>

namespace lilyan {

namespace {

bool is_held(const FineBody& body, Index vertex, int axis) { return body.held[static_cast<std::size_t>(3 * vertex + axis)]; }

// Where the pins of a cell end: at the widest gap that they leave at an end of it along an axis, or if there is none between two of
// them, in the middle.
void put_plane(const FineBody& body, const PinnedCell& cell, FrozenCell& frozen) {
  constexpr double kEnds = 0.05;  // of half an edge: a gap that is no scatter of vertices
  double widest = -1;
  bool ends = false;
  for (int axis = 0; axis < cell.box.dimension; ++axis) {
    std::vector<double> held;
    double low = cell.box.frame.centre[axis] + cell.box.frame.half[axis], high = low - 2 * cell.box.frame.half[axis];
    for (Index v : cell.vertices) {
      const double at = vertex(body.X, v)[axis];
      low = std::min(low, at), high = std::max(high, at);
      for (int k = 0; k < cell.box.dimension; ++k)
        if (frozen.components[static_cast<std::size_t>(k)] && is_held(body, v, k)) held.push_back(at);
    }
    std::sort(held.begin(), held.end());
    const auto consider = [&](double gap, double position, bool is_end) {
      const double width = gap / cell.box.frame.half[axis];
      const bool is_wide_end = is_end && width > kEnds;
      if (is_wide_end < ends || (is_wide_end == ends && width <= widest)) return;
      ends = is_wide_end, widest = width, frozen.axis = axis, frozen.position = position;
    };
    consider(held.front() - low, held.front(), true);
    consider(high - held.back(), held.back(), true);
    for (std::size_t k = 1; k < held.size(); ++k) consider(held[k] - held[k - 1], 0.5 * (held[k - 1] + held[k]), false);
  }
}

}  // namespace

std::vector<std::size_t> holding_corners(std::span<const double> weights) {
  constexpr double kMost = 0.5, kAlike = 1e-6;
  std::vector<double> sorted(weights.begin(), weights.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  double sum = 0, least = sorted.front();
  for (const double weight : sorted) {
    if (sum >= kMost) break;
    sum += weight;
    least = weight;
  }
  std::vector<std::size_t> corners;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] >= least - kAlike) corners.push_back(i);
  return corners;
}

CoarsePins coarse_pins(const FineBody& body, Index coarse_vertices, const std::vector<PinnedCell>& cells) {
  CoarsePins pins;
  pins.held.assign(3 * static_cast<std::size_t>(coarse_vertices), false);
  for (const PinnedCell& cell : cells)
    for (Index v : cell.vertices) {
      const Vector phi = box_functions(cell.box, cell.box.frame.coordinates(vertex(body.X, v)));
      for (const std::size_t i : holding_corners({phi.data(), static_cast<std::size_t>(phi.size())}))
        for (int k = 0; k < cell.box.dimension; ++k)
          if (is_held(body, v, k)) pins.held[static_cast<std::size_t>(3 * cell.box.corners[i] + k)] = true;
    }
  for (std::size_t q = 0; q < cells.size(); ++q) {
    FrozenCell frozen{static_cast<Index>(q), {}, 0, 0};
    bool any = false;
    for (int k = 0; k < cells[q].box.dimension; ++k) {
      bool corners = true, vertices = true, some = false;
      for (Index i : cells[q].box.corners) corners = corners && pins.held[static_cast<std::size_t>(3 * i + k)];
      for (Index v : cells[q].vertices) vertices = vertices && is_held(body, v, k), some = some || is_held(body, v, k);
      frozen.components[static_cast<std::size_t>(k)] = corners && some && !vertices;
      any = any || frozen.components[static_cast<std::size_t>(k)];
    }
    if (!any) continue;
    put_plane(body, cells[q], frozen);
    pins.frozen.push_back(frozen);
  }
  return pins;
}

}  // namespace lilyan
