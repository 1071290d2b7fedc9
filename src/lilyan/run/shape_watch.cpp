#include <lilyan/run/shape_watch.hpp>

#include <lilyan/materials/rotation_fit.hpp>
#include <lilyan/mesh/hex.hpp>
#include <lilyan/run/inventory.hpp>

#include <fmt/format.h>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

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

}  // namespace

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

namespace {

const Body* body_of(const Inventory& inventory, Index cell) {
  for (const Body& body : inventory.bodies)
    if (cell >= body.first_cell && cell < body.first_cell + body.cells) return &body;
  return nullptr;
}

}  // namespace

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
      "body \"{}\" bends or twists with about {:.2g} layer{} of {} across: expect its stiffness about {:.0f} % too high there, and "
      "its "
      "frequencies {:.0f} %; use at least {} layers of tets or {} of hexes, of cells about as long as they are high",
      body.name, bending.layers, bending.layers < 1.05 ? "" : "s", plural(body.kind), 100 * bending.excess,
      100 * bending.frequency_error(), kLayersOfTets, kLayersOfHexes);
}

std::string locking_words(const Body& body) {
  constexpr double kLocks = 0.45, kLocksHard = 0.495;
  const bool is_hex = body.kind == CellKind::hex;
  if (!(body.poissons_ratio > kLocks + 1e-9) || (body.kind != CellKind::tet && !is_hex)) return {};
  const bool hard = body.poissons_ratio > kLocksHard;
  return fmt::format(
      "body \"{}\" has Poisson's ratio {:.4g}, and {} keep their volumes too well above 0.45: expect frequencies of bending {} % "
      "too "
      "high with four layers and {} % with two; use 0.45 where the change of volume does not matter, or a finer mesh",
      body.name, body.poissons_ratio, plural(body.kind), is_hex ? (hard ? 34 : 13) : (hard ? 13 : 10),
      is_hex ? (hard ? 63 : 29) : (hard ? 33 : 30));
}

std::vector<std::string> shape_notes(const Inventory& inventory, const ShapeRecord& record) {
  std::vector<std::string> lines;
  for (std::size_t k = 0; k < inventory.bodies.size(); ++k) {
    const Body& body = inventory.bodies[k];
    if (k < record.bending.size() && record.bending[k].is_coarse()) lines.push_back(bending_words(body, record.bending[k]));
    if (std::string words = locking_words(body); !words.empty()) lines.push_back(std::move(words));
  }
  return lines;
}

}  // namespace lilyan
