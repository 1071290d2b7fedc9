#include <lilyan/run/overlaps.hpp>

#include <lilyan/dynamics/system.hpp>
#include <lilyan/mesh/box_tree.hpp>
#include <lilyan/meshing/locators.hpp>
#include <lilyan/run/inventory.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

namespace lilyan {

namespace {

constexpr double kInside = 1e-6;  // least barycentric coordinate: faces that touch do not overlap

// Which bodies something keeps apart or together.
class Acquaintances {
 public:
  Acquaintances(const System& system, const Inventory& inventory, const Vector& x, double t) : bodies_(inventory.bodies) {
    if (inventory.pairs) {
      const ContactSearch& search = inventory.pairs->search();
      std::vector<std::optional<std::size_t>> body;
      for (const ContactSurface& surface : search.surfaces())
        body.push_back(surface.points.empty() ? std::nullopt : body_of(surface.points.front()));
      const auto of = [&](Index surface) { return body[static_cast<std::size_t>(surface)]; };
      search.meetings().for_each(
          [&](std::int64_t, const Meeting& meeting) {
            if (of(meeting.a) && of(meeting.b)) add(*of(meeting.a), *of(meeting.b));
          },
          [&](std::int64_t, const Meetings::Group& group) {
            std::set<std::size_t>& members = groups_.emplace_back();
            for (const Index surface : group.surfaces)
              if (of(surface)) members.insert(*of(surface));
          });
    }
    if (system.constraints().empty()) return;
    std::vector<std::set<std::size_t>> held(static_cast<std::size_t>(system.constraints().rows()));
    for (const Entry& entry : system.constraints().gradient(system.space().state(x), t))
      if (const auto body = body_of(entry.column / 3)) held[static_cast<std::size_t>(entry.row)].insert(*body);
    for (const std::set<std::size_t>& row : held)
      for (const std::size_t a : row)
        for (const std::size_t b : row) add(a, b);
  }

  bool know_each_other(std::size_t a, std::size_t b) const {
    return pairs_.contains({std::min(a, b), std::max(a, b)}) ||
           std::any_of(groups_.begin(), groups_.end(),
                       [&](const std::set<std::size_t>& group) { return group.contains(a) && group.contains(b); });
  }

 private:
  std::optional<std::size_t> body_of(Index vertex) const {
    const auto after =
        std::upper_bound(bodies_.begin(), bodies_.end(), vertex, [](Index v, const Body& body) { return v < body.first_vertex; });
    if (after == bodies_.begin() || vertex >= (after - 1)->first_vertex + (after - 1)->vertices) return std::nullopt;
    return static_cast<std::size_t>(after - 1 - bodies_.begin());
  }
  void add(std::size_t a, std::size_t b) {
    if (a != b) pairs_.insert({std::min(a, b), std::max(a, b)});
  }

  const std::vector<Body>& bodies_;
  std::set<std::pair<std::size_t, std::size_t>> pairs_;
  std::vector<std::set<std::size_t>> groups_;
};

Box box_of(const Vector& x) {
  Box box = Box::nothing();
  for (Index i = 0; i < static_cast<Index>(x.size() / 3); ++i) box.add(vertex(x, i));
  return box;
}

// The tets of a body, hexes being cut into six.
std::vector<Tet> tets_of(const Cells& cells) {
  std::vector<Tet> tets = cells.tets;
  constexpr std::array<std::array<std::size_t, 2>, 6> kAboutTheDiagonal = {{{1, 2}, {2, 3}, {3, 7}, {7, 4}, {4, 5}, {5, 1}}};
  for (const Hex& hex : cells.hexes)
    for (const auto& [i, k] : kAboutTheDiagonal) tets.push_back({hex[0], hex[i], hex[k], hex[6]});
  return tets;
}

// Points inside the tets of one body.
class Inside {
 public:
  Inside(const Vector& x, std::vector<Tet> tets) : x_(x), tets_(std::move(tets)) {
    for (const Tet& tet : tets_) {
      Box box = Box::nothing();
      for (const Index v : tet) box.add(vertex(x_, v));
      boxes_.push_back(box);
    }
    tree_.emplace(boxes_);
    fitted_ = tree_->fitted(boxes_);
  }

  bool holds(const Vec3& point) const {
    bool inside = false;
    tree_->for_each_overlap({point, point}, fitted_, [&](Index e) {
      const std::array<double, 4> share = barycentric(x_, tets_[static_cast<std::size_t>(e)], point);
      inside = inside || *std::min_element(share.begin(), share.end()) > kInside;
    });
    return inside;
  }

 private:
  Vector x_;
  std::vector<Tet> tets_;
  std::vector<Box> boxes_, fitted_;
  std::optional<BoxTree> tree_;
};

bool is_solid(const Body& body) { return body.cells > 0 && (body.kind == CellKind::tet || body.kind == CellKind::hex); }

}  // namespace

std::vector<Overlap> overlaps(const System& system, const Inventory& inventory, const Vector& x, double t) {
  const std::vector<Body>& bodies = inventory.bodies;
  if (bodies.size() < 2 || !x.allFinite()) return {};
  std::vector<Box> boxes;
  for (const Body& body : bodies) boxes.push_back(box_of(body.part_of(x)));
  const BoxTree tree(boxes);
  const std::vector<Box> fitted = tree.fitted(boxes);
  const Acquaintances acquaintances(system, inventory, x, t);
  std::vector<std::optional<Inside>> insides(bodies.size());
  const auto has_vertex_in = [&](std::size_t a, std::size_t b) {
    std::optional<Inside>& inside = insides[b];
    if (!inside) {
      const Body& body = bodies[b];
      inside.emplace(body.part_of(x), tets_of(inventory.cells.part(body.kind, body.first_cell, body.cells, body.first_vertex)));
    }
    for (Index i = 0; i < bodies[a].vertices; ++i) {
      const Vec3 point = vertex(x, bodies[a].first_vertex + i);
      if (boxes[b].squared_distance(point) == 0 && inside->holds(point)) return true;
    }
    return false;
  };
  std::vector<Overlap> found;
  for (std::size_t a = 0; a < bodies.size(); ++a) {
    if (!is_solid(bodies[a])) continue;
    std::vector<std::size_t> near;
    tree.for_each_overlap(boxes[a], fitted, [&](Index other) {
      const auto b = static_cast<std::size_t>(other);
      if (b > a && is_solid(bodies[b]) && boxes[a].overlaps(boxes[b])) near.push_back(b);
    });
    std::sort(near.begin(), near.end());
    for (const std::size_t b : near)
      if (!acquaintances.know_each_other(a, b) && (has_vertex_in(a, b) || has_vertex_in(b, a))) found.push_back({a, b});
  }
  return found;
}

std::vector<std::string> overlap_notes(const Inventory& inventory, const std::vector<Overlap>& overlaps, const std::string& when) {
  if (overlaps.empty()) return {};
  const std::string others =
      overlaps.size() == 1 ? ""
                           : fmt::format(", and {} other pair{} of bodies,", overlaps.size() - 1, overlaps.size() == 2 ? "" : "s");
  return {
      fmt::format("bodies \"{}\" and \"{}\"{} overlap {}: no contact names both, so they pass through each other; add "
                  "{{\"type\": \"between\", \"bodies\": [...]}} to \"contact\"",
                  inventory.bodies[overlaps.front().a].name, inventory.bodies[overlaps.front().b].name, others, when)};
}

}  // namespace lilyan
