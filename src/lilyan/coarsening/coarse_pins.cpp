#include <lilyan/coarsening/coarse_pins.hpp>

#include <lilyan/coarsening/box_functions.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

bool is_held(const FineBody& body, Index vertex, int axis) { return body.held[static_cast<std::size_t>(3 * vertex + axis)]; }

// Where the pins of a cell end: at the widest gap that they leave along an axis. Between two pinned ends the middle is taken.
void put_plane(const FineBody& body, const PinnedCell& cell, FrozenCell& frozen) {
  double widest = -1;
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
    const auto consider = [&](double gap, double position) {
      const double width = gap / cell.box.frame.half[axis];
      if (width > widest) widest = width, frozen.axis = axis, frozen.position = position;
    };
    consider(held.front() - low, held.front());
    consider(high - held.back(), held.back());
    for (std::size_t k = 1; k < held.size(); ++k) consider(held[k] - held[k - 1], 0.5 * (held[k - 1] + held[k]));
  }
}

}  // namespace

CoarsePins coarse_pins(const FineBody& body, Index coarse_vertices, const std::vector<PinnedCell>& cells) {
  CoarsePins pins;
  pins.held.assign(3 * static_cast<std::size_t>(coarse_vertices), false);
  for (const PinnedCell& cell : cells)
    for (Index v : cell.vertices) {
      const Vector phi = box_functions(cell.box, cell.box.frame.coordinates(vertex(body.X, v)));
      for (Eigen::Index i = 0; i < phi.size(); ++i)
        for (int k = 0; k < cell.box.dimension; ++k)
          if (is_held(body, v, k) && std::abs(phi[i]) > kHoldingWeight)
            pins.held[static_cast<std::size_t>(3 * cell.box.corners[static_cast<std::size_t>(i)] + k)] = true;
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
