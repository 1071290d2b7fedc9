#include <lilyan/mesh/refine.hpp>

#include <lilyan/mesh/shape_functions.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <span>

namespace lilyan {

namespace {

// The vertices in the middles of edges, faces and cells, each made once.
class Middles {
 public:
  explicit Middles(const Vector& X) : X_(X), next_(static_cast<Index>(X.size() / 3)) {}

  Index of(std::vector<Index> between) {
    std::sort(between.begin(), between.end());
    const auto [place, is_new] = numbers_.try_emplace(std::move(between), next_);
    if (is_new) {
      ++next_;
      Vec3 sum = Vec3::Zero();
      for (const Index v : place->first) sum += vertex(X_, v);
      positions_.push_back(sum / static_cast<double>(place->first.size()));
    }
    return place->second;
  }

  Vector all_positions() const {
    Vector X(3 * Eigen::Index{next_});
    X.head(X_.size()) = X_;
    for (std::size_t k = 0; k < positions_.size(); ++k)
      vertex(X, static_cast<Index>(X_.size() / 3) + static_cast<Index>(k)) = positions_[k];
    return X;
  }

  // The members of a sorted set, and the new vertices all of whose neighbours are members.
  std::vector<Index> with_new_members(std::vector<Index> set) const {
    const std::size_t given = set.size();
    const auto is_member = [&](Index v) {
      return std::binary_search(set.begin(), set.begin() + static_cast<std::ptrdiff_t>(given), v);
    };
    std::vector<Index> added;
    for (const auto& [between, number] : numbers_)
      if (std::all_of(between.begin(), between.end(), is_member)) added.push_back(number);
    std::sort(added.begin(), added.end());
    set.insert(set.end(), added.begin(), added.end());
    return set;
  }

 private:
  const Vector& X_;
  Index next_;
  std::map<std::vector<Index>, Index> numbers_;
  std::vector<Vec3> positions_;
};

double signed_volume(const Vector& X, const Tet& tet) {
  return (vertex(X, tet[1]) - vertex(X, tet[0]))
      .cross(vertex(X, tet[2]) - vertex(X, tet[0]))
      .dot(vertex(X, tet[3]) - vertex(X, tet[0]));
}

// Corners, then the middles 01, 02, 03, 12, 13, 23.
using TetPoints = std::array<Index, 10>;

std::array<Tet, 8> tets_in(const TetPoints& p, std::size_t diagonal) {
  // The octahedron's diagonals join opposite edges; each with the ring of the other four.
  constexpr std::array<std::array<std::size_t, 6>, 3> kDiagonals = {{{4, 9, 5, 6, 8, 7}, {5, 8, 4, 6, 9, 7}, {6, 7, 4, 5, 9, 8}}};
  const auto& [a, b, r0, r1, r2, r3] = kDiagonals[diagonal];
  return {{{p[0], p[4], p[5], p[6]},
           {p[4], p[1], p[7], p[8]},
           {p[5], p[7], p[2], p[9]},
           {p[6], p[8], p[9], p[3]},
           {p[a], p[b], p[r0], p[r1]},
           {p[a], p[b], p[r1], p[r2]},
           {p[a], p[b], p[r2], p[r3]},
           {p[a], p[b], p[r3], p[r0]}}};
}

void refine_tets(const std::vector<Tet>& tets, Middles& middles, std::vector<Tet>& parts) {
  std::vector<TetPoints> points;
  for (const Tet& t : tets)
    points.push_back({t[0], t[1], t[2], t[3], middles.of({t[0], t[1]}), middles.of({t[0], t[2]}), middles.of({t[0], t[3]}),
                      middles.of({t[1], t[2]}), middles.of({t[1], t[3]}), middles.of({t[2], t[3]})});
  const Vector X = middles.all_positions();
  for (const TetPoints& p : points) {
    const std::array<double, 3> lengths = {(vertex(X, p[4]) - vertex(X, p[9])).norm(), (vertex(X, p[5]) - vertex(X, p[8])).norm(),
                                           (vertex(X, p[6]) - vertex(X, p[7])).norm()};
    const auto shortest = static_cast<std::size_t>(std::min_element(lengths.begin(), lengths.end()) - lengths.begin());
    const bool is_positive = signed_volume(X, {p[0], p[1], p[2], p[3]}) > 0;
    for (Tet part : tets_in(p, shortest)) {
      if ((signed_volume(X, part) > 0) != is_positive) std::swap(part[2], part[3]);
      parts.push_back(part);
    }
  }
}

void refine_hexes(const std::vector<Hex>& hexes, Middles& middles, std::vector<Hex>& parts) {
  for (const Hex& hex : hexes) {
    // The 27 points at -1, 0, 1 along each axis of the cube: corners, and middles of the corners between which they lie.
    const auto point = [&](const std::array<int, 3>& at) {
      std::vector<Index> between;
      for (std::size_t a = 0; a < 8; ++a)
        if (std::equal(at.begin(), at.end(), kHexSigns[a].begin(),
                       [](int x, double sign) { return x == 0 || x == static_cast<int>(sign); }))
          between.push_back(hex[a]);
      return between.size() == 1 ? between.front() : middles.of(std::move(between));
    };
    for (const auto& octant : kHexSigns) {
      Hex part;
      for (std::size_t a = 0; a < 8; ++a) {
        std::array<int, 3> at;
        for (std::size_t i = 0; i < 3; ++i) at[i] = static_cast<int>((octant[i] + kHexSigns[a][i]) / 2);
        part[a] = point(at);
      }
      parts.push_back(part);
    }
  }
}

void refine_triangles(const std::vector<Triangle>& triangles, Middles& middles, std::vector<Triangle>& parts) {
  for (const Triangle& t : triangles) {
    const Index a = middles.of({t[1], t[2]}), b = middles.of({t[2], t[0]}), c = middles.of({t[0], t[1]});
    parts.insert(parts.end(), {{t[0], c, b}, {c, t[1], a}, {b, a, t[2]}, {a, b, c}});
  }
}

void refine_quads(const std::vector<Quad>& quads, Middles& middles, std::vector<Quad>& parts) {
  for (const Quad& quad : quads) {
    const Index middle = middles.of({quad.begin(), quad.end()});
    std::array<Index, 4> after;  // each corner, on the way round
    for (std::size_t c = 0; c < 4; ++c) after[c] = middles.of({quad[c], quad[(c + 1) % 4]});
    parts.insert(parts.end(), {{quad[0], after[0], middle, after[3]},
                               {after[0], quad[1], after[1], middle},
                               {middle, after[1], quad[2], after[2]},
                               {after[3], middle, after[2], quad[3]}});
  }
}

template <class Value>
std::vector<Value> repeated(const std::vector<Value>& values, std::size_t times) {
  std::vector<Value> all;
  for (const Value& value : values) all.insert(all.end(), times, value);
  return all;
}

}  // namespace

BodyMesh refined(const BodyMesh& mesh) {
  assert(mesh.cells.edges.empty() && mesh.cells.points.empty());
  BodyMesh fine = mesh;
  fine.rows = {0, 0};
  Middles middles(mesh.X);
  fine.cells = {};
  refine_tets(mesh.cells.tets, middles, fine.cells.tets);
  refine_hexes(mesh.cells.hexes, middles, fine.cells.hexes);
  refine_triangles(mesh.cells.triangles, middles, fine.cells.triangles);
  refine_quads(mesh.cells.quads, middles, fine.cells.quads);
  fine.X = middles.all_positions();
  const std::size_t parts = mesh.cells.triangles.empty() && mesh.cells.quads.empty() ? 8 : 4;
  fine.cells.thickness = repeated(mesh.cells.thickness, parts);
  fine.cells.quad_thickness = repeated(mesh.cells.quad_thickness, parts);
  fine.cell_material = repeated(mesh.cell_material, parts);
  for (auto& [name, cells] : fine.cell_sets) {
    std::vector<Index> all;
    for (const Index e : cells)
      for (std::size_t k = 0; k < parts; ++k) all.push_back(e * static_cast<Index>(parts) + static_cast<Index>(k));
    cells = std::move(all);
  }
  for (auto& [name, vertices] : fine.vertex_sets) vertices = middles.with_new_members(vertices);
  return fine;
}

}  // namespace lilyan
