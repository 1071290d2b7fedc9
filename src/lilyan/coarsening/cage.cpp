#include <lilyan/coarsening/cage.hpp>

#include <lilyan/mesh/shape_functions.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

struct Extent {
  Vec3 low, high;
};

// Of the cells: a vertex that none of them has is no part of the body.
Extent extent_of(const FineBody& body) {
  Extent extent{Vec3::Constant(std::numeric_limits<double>::infinity()), Vec3::Constant(-std::numeric_limits<double>::infinity())};
  for (Index e = 0; e < body.cells.count(); ++e)
    for (Index i : body.cells.vertices(e)) {
      extent.low = extent.low.cwiseMin(vertex(body.X, i));
      extent.high = extent.high.cwiseMax(vertex(body.X, i));
    }
  return extent;
}

// Where cells end along an axis.
std::vector<double> ends_along(double low, double high, Index cells, std::vector<double> planes) {
  constexpr double kApart = 1e-6;  // of the length: nearer planes are one
  const double length = high - low;
  planes.push_back(high);
  std::sort(planes.begin(), planes.end());
  std::vector<double> ends = {low};
  for (const double plane : planes) {
    const double from = ends.back();
    const bool is_last = plane == high;
    if (!is_last && !(plane > from + kApart * length && plane < high - kApart * length)) continue;
    const auto count = std::max<Index>(1, static_cast<Index>(std::lround(cells * (plane - from) / length)));
    for (Index k = 1; k < count; ++k) ends.push_back(from + (plane - from) * k / count);
    ends.push_back(plane);
    if (is_last) break;
  }
  return ends;
}

}  // namespace

CoarseMesh cage_around(const FineBody& body, const std::array<Index, 3>& cells, const std::vector<CagePlane>& planes) {
  const Extent extent = extent_of(body);
  const int dimension = body.dimension();
  std::array<std::vector<double>, 3> ends;
  for (int axis = 0; axis < 3; ++axis) {
    if (axis >= dimension) {
      ends[2] = {extent.low[2]};
      continue;
    }
    std::vector<double> cuts;
    for (const CagePlane& plane : planes)
      if (plane.axis == axis) cuts.push_back(plane.position);
    const auto at = static_cast<std::size_t>(axis);
    ends[at] = ends_along(extent.low[axis], extent.high[axis], cells[at], std::move(cuts));
  }
  const std::array<Index, 3> n = {static_cast<Index>(ends[0].size()), static_cast<Index>(ends[1].size()),
                                  static_cast<Index>(ends[2].size())};
  CoarseMesh mesh;
  mesh.X.resize(3 * Eigen::Index{n[0]} * n[1] * n[2]);
  const auto number = [&](Index i, Index j, Index k) { return (i * n[1] + j) * n[2] + k; };
  for (Index i = 0; i < n[0]; ++i)
    for (Index j = 0; j < n[1]; ++j)
      for (Index k = 0; k < n[2]; ++k)
        vertex(mesh.X, number(i, j, k)) =
            Vec3(ends[0][static_cast<std::size_t>(i)], ends[1][static_cast<std::size_t>(j)], ends[2][static_cast<std::size_t>(k)]);
  for (Index i = 0; i + 1 < n[0]; ++i)
    for (Index j = 0; j + 1 < n[1]; ++j) {
      if (dimension == 2) {
        Quad& quad = mesh.cells.quads.emplace_back();
        for (std::size_t a = 0; a < 4; ++a) quad[a] = number(i + (kQuadSigns[a][0] > 0), j + (kQuadSigns[a][1] > 0), 0);
        continue;
      }
      for (Index k = 0; k + 1 < n[2]; ++k) {
        Hex& hex = mesh.cells.hexes.emplace_back();
        for (std::size_t a = 0; a < 8; ++a)
          hex[a] = number(i + (kHexSigns[a][0] > 0), j + (kHexSigns[a][1] > 0), k + (kHexSigns[a][2] > 0));
      }
    }
  return mesh;
}

std::array<Index, 3> even_cells(const FineBody& body, double wanted) {
  const Extent extent = extent_of(body);
  const Vec3 size = extent.high - extent.low;
  const int dimension = body.dimension();
  double measure = 1;
  for (int axis = 0; axis < dimension; ++axis) measure *= size[axis];
  const double edge = std::pow(measure / wanted, 1.0 / dimension);
  std::array<Index, 3> cells = {1, 1, 1};
  for (int axis = 0; axis < dimension; ++axis)
    cells[static_cast<std::size_t>(axis)] = std::max<Index>(1, static_cast<Index>(std::lround(size[axis] / edge)));
  return cells;
}

}  // namespace lilyan
