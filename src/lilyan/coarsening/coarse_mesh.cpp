#include <lilyan/coarsening/coarse_mesh.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/mesh/box_tree.hpp>
#include <lilyan/mesh/shape_functions.hpp>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <span>

namespace lilyan {

namespace {

[[noreturn]] void refuse(const char* id, const std::string& message, const std::string& hint) {
  throw InputError({id, "", message, hint});
}

Box box_around(const CoarseMesh& mesh, std::span<const Index> corners, const char* id, std::size_t cell) {
  Box box = Box::nothing();
  for (Index i : corners) {
    if (i < 0 || 3 * Eigen::Index{i} >= mesh.X.size() || !vertex(mesh.X, i).allFinite())
      refuse(id, fmt::format("coarse cell {} has vertex {}, which is not in the mesh or has no finite position", cell, i), "");
    box.add(vertex(mesh.X, i));
  }
  return box;
}

LocalFrame frame_of(const Box& box, int dimension, double frame_z) {
  LocalFrame frame{box.centre(), 0.5 * (box.high - box.low)};
  if (dimension == 2) frame.centre[2] = frame_z, frame.half[2] = 1;
  return frame;
}

// Puts the corners in the order in which hexes and quads list them, whatever order the mesh has.
void order_corners(BoxCell& cell) {
  const BoxCell given = cell;
  for (std::size_t a = 0; a < given.corners.size(); ++a) {
    const Vec3 wanted =
        cell.dimension == 3 ? Vec3(kHexSigns[a][0], kHexSigns[a][1], kHexSigns[a][2]) : Vec3(kQuadSigns[a][0], kQuadSigns[a][1], 0);
    const auto found = std::find(given.signs.begin(), given.signs.end(), wanted);
    cell.signs[a] = wanted;
    cell.corners[a] = given.corners[static_cast<std::size_t>(found - given.signs.begin())];
  }
}

// The corners of a box are its 2^d sign patterns, each once.
BoxCell box_cell(const CoarseMesh& mesh, std::span<const Index> corners, int dimension, double frame_z, std::size_t number) {
  constexpr double kAligned = 1e-9;  // of the box's edge
  constexpr const char* kHint = "use a cage of boxes with edges along x, y and z, or coarsen into tets";
  const Box box = box_around(mesh, corners, "coarsening.boxes", number);
  BoxCell cell;
  cell.dimension = dimension;
  cell.frame = frame_of(box, dimension, frame_z);
  cell.corners.assign(corners.begin(), corners.end());
  unsigned seen = 0;
  for (Index i : corners) {
    Vec3 sign = Vec3::Zero();
    unsigned pattern = 0;
    for (int k = 0; k < dimension; ++k) {
      const double xi = (vertex(mesh.X, i)[k] - cell.frame.centre[k]) / cell.frame.half[k];
      if (!(std::abs(std::abs(xi) - 1) <= kAligned))
        refuse("coarsening.boxes",
               fmt::format("coarse cell {} is not an axis-parallel box: a corner is off it by {:.3g} of its edge", number,
                           0.5 * std::abs(std::abs(xi) - 1)),
               kHint);
      sign[k] = xi > 0 ? 1 : -1;
      if (xi > 0) pattern |= 1u << k;
    }
    seen |= 1u << pattern;
    cell.signs.push_back(sign);
  }
  if (seen != (1u << (1u << dimension)) - 1u)
    refuse("coarsening.boxes", fmt::format("coarse cell {} is not an axis-parallel box: two of its corners coincide", number),
           kHint);
  order_corners(cell);
  cell.measure = 1;
  for (int k = 0; k < dimension; ++k) {
    cell.measure *= 2 * cell.frame.half[k];
    cell.sides.push_back({-Vec3::Unit(k), -box.low[k]});
    cell.sides.push_back({Vec3::Unit(k), box.high[k]});
  }
  return cell;
}

// The side of a tet or triangle through all corners but one, seen from that one.
HalfSpace side_without(const Simplex& simplex, std::size_t left_out) {
  std::array<Vec3, 3> on = {};
  std::size_t count = 0;
  for (std::size_t v = 0; v <= static_cast<std::size_t>(simplex.dimension); ++v)
    if (v != left_out) on[count++] = simplex.corners[v];
  const Vec3 across = simplex.dimension == 3 ? Vec3(on[2] - on[0]) : Vec3(Vec3::UnitZ());
  Vec3 normal = (on[1] - on[0]).cross(across).normalized();
  if (normal.dot(simplex.corners[left_out] - on[0]) > 0) normal = -normal;
  return {normal, normal.dot(on[0])};
}

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

std::vector<BoxCell> box_cells(const CoarseMesh& mesh, int dimension, double frame_z) {
  std::vector<BoxCell> cells;
  if (dimension == 3)
    for (const Hex& hex : mesh.cells.hexes) cells.push_back(box_cell(mesh, hex, dimension, frame_z, cells.size()));
  else
    for (const Quad& quad : mesh.cells.quads) cells.push_back(box_cell(mesh, quad, dimension, frame_z, cells.size()));
  if (cells.empty())
    refuse("coarsening.boxes", fmt::format("the coarse mesh has no {}", dimension == 3 ? "hexes" : "quads"),
           dimension == 3 ? "coarsen a body of tets into hexes" : "coarsen a slice of triangles into quads");
  return cells;
}

std::vector<CuttingCell> simplex_cells(const CoarseMesh& mesh, int dimension, double frame_z) {
  constexpr double kFlat = 1e-12;  // of the box around it
  const auto corners = static_cast<std::size_t>(dimension) + 1;
  const std::size_t count = dimension == 3 ? mesh.cells.tets.size() : mesh.cells.triangles.size();
  if (count == 0)
    refuse("coarsening.simplices", fmt::format("the coarse mesh has no {}", dimension == 3 ? "tets" : "triangles"),
           dimension == 3 ? "coarsen a body of tets into tets" : "coarsen a slice of triangles into triangles");
  std::vector<CuttingCell> cells(count);
  for (std::size_t q = 0; q < count; ++q) {
    const std::span<const Index> vertices(dimension == 3 ? mesh.cells.tets[q].data() : mesh.cells.triangles[q].data(), corners);
    const Box box = box_around(mesh, vertices, "coarsening.simplices", q);
    cells[q].frame = frame_of(box, dimension, frame_z);
    Simplex simplex;
    simplex.dimension = dimension;
    for (std::size_t v = 0; v < corners; ++v) {
      simplex.corners[v] = vertex(mesh.X, vertices[v]);
      if (dimension == 2) simplex.corners[v][2] = frame_z;
    }
    cells[q].measure = simplex.measure();
    if (!(cells[q].measure > kFlat * std::pow((box.high - box.low).norm(), dimension)))
      refuse("coarsening.simplices", fmt::format("coarse cell {} is flat", q), "repair the coarse mesh");
    for (std::size_t v = 0; v < corners; ++v) cells[q].sides.push_back(side_without(simplex, v));
  }
  return cells;
}

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
