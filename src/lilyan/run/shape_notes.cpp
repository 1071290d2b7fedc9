#include <lilyan/run/shape_notes.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lilyan {

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
