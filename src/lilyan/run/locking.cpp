#include <lilyan/run/locking.hpp>

#include <lilyan/run/inventory.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace lilyan {

namespace {

constexpr double kLocks = 0.45;

// The relative error of a frequency of bending, of bars ten times as long as thick (docs/run_files.md prints them).
struct Measured {
  double poissons_ratio;
  double four, two;  // layers across
};

using Table = std::array<Measured, 8>;

constexpr Table kHexes = {{{0.45, 0.046, 0.143},
                           {0.47, 0.065, 0.183},
                           {0.49, 0.127, 0.281},
                           {0.495, 0.178, 0.352},
                           {0.499, 0.334, 0.615},
                           {0.4995, 0.433, 0.809},
                           {0.4999, 0.841, 1.572},
                           {0.49999, 2.279, 4.165}}};

constexpr Table kTetsByTurns = {{{0.45, 0.072, 0.248},
                                 {0.47, 0.078, 0.263},
                                 {0.49, 0.092, 0.292},
                                 {0.495, 0.100, 0.305},
                                 {0.499, 0.117, 0.321},
                                 {0.4995, 0.122, 0.324},
                                 {0.4999, 0.127, 0.326},
                                 {0.49999, 0.129, 0.327}}};

// The geometric means of boxes cut into six tets and of the mesher's cylinders, from which each is up to 30 % off.
constexpr Table kTets = {{{0.45, 0.262, 0.735},
                          {0.47, 0.377, 1.01},
                          {0.49, 0.825, 1.94},
                          {0.495, 1.31, 2.82},
                          {0.499, 3.25, 5.31},
                          {0.4995, 4.36, 6.21},
                          {0.4999, 6.50, 7.30},
                          {0.49999, 7.6, 7.7}}};

// By straight lines between the logarithms of 1 - 2 nu and of the errors.
Measured look_up(const Table& table, double poissons_ratio) {
  const auto above = std::find_if(table.begin() + 1, table.end() - 1,
                                  [&](const Measured& entry) { return entry.poissons_ratio >= poissons_ratio; });
  const Measured &low = *(above - 1), &high = *above;
  const auto place = [](double nu) { return std::log(1 - 2 * nu); };
  const double way = std::clamp(
      (place(poissons_ratio) - place(low.poissons_ratio)) / (place(high.poissons_ratio) - place(low.poissons_ratio)), 0.0, 1.0);
  const auto between = [&](double from, double to) { return from * std::pow(to / from, way); };
  return {poissons_ratio, between(low.four, high.four), between(low.two, high.two)};
}

// Whether most tets have one vertex of few tets, all of whose neighbours have more: every second corner of boxes cut into five.
bool is_cut_by_turns(const Cells& cells, Index vertices) {
  constexpr Index kFew = 8;
  constexpr double kMost = 0.7;
  std::vector<Index> tets_at(static_cast<std::size_t>(vertices), 0);
  for (const Tet& tet : cells.tets)
    for (const Index v : tet) ++tets_at[static_cast<std::size_t>(v)];
  std::vector<bool> is_least(static_cast<std::size_t>(vertices), true);
  const auto count = [&](Index v) { return tets_at[static_cast<std::size_t>(v)]; };
  for (const Tet& tet : cells.tets)
    for (const Index v : tet)
      if (count(v) > kFew || std::any_of(tet.begin(), tet.end(), [&](Index w) { return w != v && count(w) <= count(v); }))
        is_least[static_cast<std::size_t>(v)] = false;
  const auto has_least = [&](const Tet& tet) {
    return std::any_of(tet.begin(), tet.end(), [&](Index v) { return is_least[static_cast<std::size_t>(v)]; });
  };
  const auto with = std::count_if(cells.tets.begin(), cells.tets.end(), has_least);
  return static_cast<double>(with) > kMost * static_cast<double>(cells.tets.size());
}

// Two digits of a share in percent.
std::string percent(double share) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(100 * share)) - 1));
  return fmt::format("{:.3g}", std::round(100 * share / unit) * unit);
}

}  // namespace

std::string locking_words(const Inventory& inventory, const Body& body) {
  const bool is_hex = body.kind == CellKind::hex;
  if (!(body.poissons_ratio > kLocks + 1e-9) || (body.kind != CellKind::tet && !is_hex)) return {};
  const Cells cells = inventory.cells.part(body.kind, body.first_cell, body.cells, body.first_vertex);
  const Table& table = is_hex ? kHexes : is_cut_by_turns(cells, body.vertices) ? kTetsByTurns : kTets;
  const Measured error = look_up(table, body.poissons_ratio);
  return fmt::format(
      "body \"{}\" has Poisson's ratio {:.6g}, and {} keep their volumes too well above 0.45: expect frequencies of bending about "
      "{} % too high with four layers and {} % with two; use 0.45 where the change of volume does not matter, {}a finer mesh",
      body.name, body.poissons_ratio, plural(body.kind), percent(error.four), percent(error.two),
      is_hex || &table == &kTetsByTurns ? "or " : "boxes of hexes or of five tets, or ");
}

}  // namespace lilyan
