#include <lilyan/run/shape_watch.hpp>

#include <lilyan/materials/rotation_fit.hpp>
#include <lilyan/mesh/shape_functions.hpp>
#include <lilyan/meshing/columns.hpp>
#include <lilyan/run/inventory.hpp>
#include <lilyan/run/locking.hpp>

#include <fmt/format.h>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

constexpr Index kMostColumns = 4000;                     // of a body
constexpr double kLayersOfTets = 4, kLayersOfHexes = 2;  // that bend within some 6 % of the frequency

Eigen::Matrix<double, 3, 2> edges_of(const Vector& x, const Triangle& triangle) {
  Eigen::Matrix<double, 3, 2> edges;
  edges << vertex(x, triangle[1]) - vertex(x, triangle[0]), vertex(x, triangle[2]) - vertex(x, triangle[0]);
  return edges;
}

// Green's strain in the plane of the triangle, from its edges at x and the inverse of its edges at rest in a frame of that plane.
Eigen::Matrix2d surface_strain(const Vector& x, const Triangle& triangle, const Eigen::Matrix2d& inverse) {
  const Eigen::Matrix<double, 3, 2> F = edges_of(x, triangle) * inverse;
  return 0.5 * (F.transpose() * F - Eigen::Matrix2d::Identity());
}

bool is_small_strain(const Law& law) {
  return std::visit([](const auto& of) { return of.kMeasure == StrainMeasure::small; }, law);
}

// Those with a law, and hexes and quads with a stiffness of their own.
std::vector<Index> elastic_cells(const Inventory& inventory) {
  std::vector<Index> cells;
  for (Index e = 0; e < static_cast<Index>(inventory.law_of_cell.size()); ++e) {
    const CellKind kind = inventory.cells.kind(e);
    if (inventory.has_law(e) || kind == CellKind::hex || kind == CellKind::quad) cells.push_back(e);
  }
  return cells;
}

bool is_looked_at(const Inventory& inventory) {
  return !elastic_cells(inventory).empty() || std::any_of(inventory.bodies.begin(), inventory.bodies.end(), [](const Body& body) {
    return body.kind == CellKind::tet || body.kind == CellKind::hex;
  });
}

// Edges of a tet or a flat triangle with the unit vector along z, dx/dxi in the middle of a hex.
Mat3 frame_of(const Vector& x, const Cells& cells, Index e) {
  const std::span<const Index> v = cells.vertices(e);
  if (cells.kind(e) == CellKind::hex)
    return hex_jacobian(x, cells.hexes[static_cast<std::size_t>(e - cells.first(CellKind::hex))], Vec3::Zero());
  Mat3 edges = Mat3::Zero();
  edges(2, 2) = 1;
  for (std::size_t a = 1; a < v.size(); ++a) edges.col(static_cast<Eigen::Index>(a) - 1) = vertex(x, v[a]) - vertex(x, v[0]);
  return edges;
}

// By how much the polar rotation of F turns [rad]; 0 where that is clearly no more than kLargestTurn.
double turn_of(const Mat3& F) {
  constexpr double kClearly = 0.5;
  const Vec3 axis(F(2, 1) - F(1, 2), F(0, 2) - F(2, 0), F(1, 0) - F(0, 1));  // 2 sin(theta) of a rotation
  if (axis.norm() < kClearly * 2 * std::sin(kLargestTurn) && F.trace() > 2) return 0;
  const Mat3 R = fit_rotation(F, {}).R;
  return std::acos(std::clamp((R.trace() - 1) / 2, -1.0, 1.0));
}

const Body* body_of(const Inventory& inventory, Index cell) {
  for (const Body& body : inventory.bodies)
    if (cell >= body.first_cell && cell < body.first_cell + body.cells) return &body;
  return nullptr;
}

// How much the largest stress of bending is too low, as the mean over a cell; docs/run_files.md has the figures that it fits.
double stress_error(CellKind kind, double layers) {
  return std::min(0.6, kind == CellKind::hex ? 1.05 / layers : 1.3 / (layers * layers));
}

}  // namespace

double Bending::frequency_error() const { return std::sqrt(1 + excess) - 1; }

BendingProbe::BendingProbe(const Inventory& inventory, const Body& body) : inventory_(inventory), kind_(body.kind) {
  if (kind_ != CellKind::tet && kind_ != CellKind::hex) return;
  if (body.cells > 0 && !inventory.has_law(body.first_cell)) return;
  constexpr double kSteepest = 0.5;  // cosine between the ends of a column
  const Vector X = body.part_of(inventory.rest);
  const Cells cells = inventory.cells.part(body.kind, body.first_cell, body.cells, body.first_vertex);
  for (const Column& column : columns_through(X, cells, kMostColumns)) {
    Way way;
    const Vec3 across = column.direction.unitOrthogonal();
    way.frame << across, column.direction.cross(across);
    const Eigen::Matrix2d near = way.frame.transpose() * edges_of(X, column.near),
                          far = way.frame.transpose() * edges_of(X, column.far);
    const double far_area = edges_of(X, column.far).col(0).cross(edges_of(X, column.far).col(1)).norm();
    if (!(std::abs(far.determinant()) > kSteepest * far_area)) continue;
    way.near_inverse = near.inverse();
    way.far_inverse = far.inverse();
    way.weight = column.area * column.length;
    way.height = 0.5 * (extent_along(X, cells, column.near_cell, column.direction) +
                        extent_along(X, cells, column.far_cell, column.direction));
    way.layers = column.length / way.height;
    way.cell = body.first_cell + column.near_cell;
    for (std::size_t k = 0; k < 3; ++k)
      way.near[k] = body.first_vertex + column.near[k], way.far[k] = body.first_vertex + column.far[k];
    ways_.push_back(way);
  }
}

Bending BendingProbe::look(const Vector& x) const {
  constexpr double kSmallest = 1e-8;  // strain
  const bool is_hex = kind_ == CellKind::hex;
  const double wanted = (is_hex ? kLayersOfHexes : kLayersOfTets) - 0.5;  // meshes are not regular
  double all = 0, volume = 0, bent = 0, layers = 0, excess = 0;
  for (const Way& way : ways_) {
    const Eigen::Matrix2d near = surface_strain(x, way.near, way.near_inverse), far = surface_strain(x, way.far, way.far_inverse);
    const Eigen::Matrix2d b = 0.5 * (near - far), m = 0.5 * (near + far);
    all += way.weight * (b.squaredNorm() + m.squaredNorm());
    volume += way.weight;
    if (!(way.layers < wanted)) continue;
    const double here = way.weight * b.squaredNorm();
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> principal(b);
    const int k = std::abs(principal.eigenvalues()[0]) > std::abs(principal.eigenvalues()[1]) ? 0 : 1;
    const double a =
        extent_along(inventory_.rest, inventory_.cells, way.cell, way.frame * principal.eigenvectors().col(k)) / way.height;
    bent += here;
    layers += here * way.layers;
    excess += here * (is_hex ? 0.15 + 0.4 * a * a : 0.7 + 1.2 * a * a) / (way.layers * way.layers);
  }
  if (!(all > kSmallest * kSmallest * volume) || !(bent > 0)) return {};
  return {bent / all, layers / bent, excess / bent};
}

ShapeWatch::ShapeWatch(const Inventory& inventory)
    : inventory_(inventory),
      has_cells_(is_looked_at(inventory)),
      ratios_(inventory.rest, inventory.cells, elastic_cells(inventory)) {
  for (const Index e : elastic_cells(inventory)) {
    if (!inventory.has_law(e)) continue;
    const Law& law = inventory.laws[static_cast<std::size_t>(inventory.law_of_cell[static_cast<std::size_t>(e)])];
    if (is_small_strain(law)) small_strain_.push_back({e, frame_of(inventory.rest, inventory.cells, e).inverse()});
  }
}

VolumeRatios::Seen ShapeWatch::look(const Vector& x, double t, double elastic, ShapeRecord& record) {
  const VolumeRatios::Seen seen = ratios_.look(x);
  record.inverted = std::max(record.inverted, seen.inverted);
  if (seen.cell >= 0 && (record.least_cell < 0 || seen.least < record.least_j))
    record.least_j = seen.least, record.least_cell = seen.cell, record.least_time = t;
  look_for_turns(x, t, record);
  constexpr double kGrowth = 1.1;  // so that bending is looked for in few of many rows
  if (elastic > kGrowth * record.elastic && x.allFinite()) {
    record.elastic = elastic;
    if (probes_.empty())
      for (const Body& body : inventory_.bodies) probes_.emplace_back(inventory_, body);
    record.bending.clear();
    for (const BendingProbe& probe : probes_) record.bending.push_back(probe.look(x));
  }
  return seen;
}

void ShapeWatch::look_for_turns(const Vector& x, double t, ShapeRecord& record) const {
  for (const auto& [cell, rest_inverse] : small_strain_) {
    const double turn = turn_of(frame_of(x, inventory_.cells, cell) * rest_inverse);
    if (turn > std::max(record.turn, kLargestTurn)) record.turn = turn, record.turned_cell = cell, record.turn_time = t;
  }
}

std::string cell_words(const Inventory& inventory, Index cell) {
  const Body* body = body_of(inventory, cell);
  if (body == nullptr) return fmt::format("cell {}", cell);
  return fmt::format("{} {} of body \"{}\"", singular(body->kind), cell - body->first_cell, body->name);
}

std::vector<std::string> shape_warnings(const Inventory& inventory, const ShapeRecord& record) {
  std::vector<std::string> lines;
  if (record.inverted > 0)
    lines.push_back(
        fmt::format("up to {} cell{} at a time {} turned inside out, the worst {} with J = {:.3g} at t = {:.4g} s: there {}",
                    record.inverted, record.inverted == 1 ? "" : "s", record.inverted == 1 ? "was" : "were",
                    cell_words(inventory, record.least_cell), record.least_j, record.least_time,
                    inventory.has_law(record.least_cell)
                        ? "the law means nothing; use one that resists inversion (neo_hookean), smaller loads or a finer mesh"
                        : "the stiffness of a coarse cell means nothing; use smaller loads or more cells"));
  if (record.turn > kLargestTurn)
    lines.push_back(
        fmt::format("{} turned by {:.0f} degrees at t = {:.4g} s, and its law of small strain is for rotations below ten: a turned "
                    "body swells and "
                    "stiffens; use \"corotated\" with the same moduli",
                    cell_words(inventory, record.turned_cell), record.turn * 180 / std::numbers::pi, record.turn_time));
  return lines;
}

std::string bending_words(const Body& body, const Bending& bending) {
  return fmt::format(
      "body \"{}\" bends or twists with about {:.2g} layer{} of {} across: expect its stiffness about {:.0f} % too high there, its "
      "frequencies {:.0f} %, and its largest stresses, which are means over cells, {:.0f} % too low; use at least {} layers of "
      "tets or "
      "{} of hexes, of cells about as long as they are high",
      body.name, bending.layers, bending.layers < 1.05 ? "" : "s", plural(body.kind), 100 * bending.excess,
      100 * bending.frequency_error(), 100 * stress_error(body.kind, bending.layers), kLayersOfTets, kLayersOfHexes);
}

std::vector<std::string> shape_notes(const Inventory& inventory, const ShapeRecord& record) {
  std::vector<std::string> lines;
  for (std::size_t k = 0; k < inventory.bodies.size(); ++k) {
    const Body& body = inventory.bodies[k];
    if (k < record.bending.size() && record.bending[k].is_coarse()) lines.push_back(bending_words(body, record.bending[k]));
    if (std::string words = locking_words(inventory, body); !words.empty()) lines.push_back(std::move(words));
  }
  return lines;
}

}  // namespace lilyan
