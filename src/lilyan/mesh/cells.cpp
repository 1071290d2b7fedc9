#include <lilyan/mesh/cells.hpp>

#include <lilyan/mesh/shape_functions.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cassert>

namespace lilyan {

namespace {

struct Words {
  const char *one, *many;
};
constexpr std::array<Words, 6> kWords = {
    {{"tet", "tets"}, {"hex", "hexes"}, {"triangle", "triangles"}, {"quad", "quads"}, {"edge", "edges"}, {"point", "points"}}};

// f(list) with the member of Cells that lists the cells of the kind.
template <class Function>
auto with_list(CellKind kind, Function f) {
  switch (kind) {
    case CellKind::tet: return f(&Cells::tets);
    case CellKind::hex: return f(&Cells::hexes);
    case CellKind::triangle: return f(&Cells::triangles);
    case CellKind::quad: return f(&Cells::quads);
    case CellKind::edge: return f(&Cells::edges);
    case CellKind::point: break;
  }
  return f(&Cells::points);
}

// The member that says what cells of the kind measure across their own dimensions; nullptr where there is nothing to say.
constexpr std::vector<double> Cells::*measures(CellKind kind) {
  switch (kind) {
    case CellKind::triangle: return &Cells::thickness;
    case CellKind::quad: return &Cells::quad_thickness;
    case CellKind::edge: return &Cells::cross_section;
    default: return nullptr;
  }
}

// Of one cell, 1 where none is given.
double measure(const Cells& cells, CellKind kind, std::size_t e) {
  const std::vector<double>& all = cells.*measures(kind);
  return all.empty() ? 1 : all[e];
}

std::span<const Index> corners_of(const Index& point) { return {&point, 1}; }
template <std::size_t n>
std::span<const Index> corners_of(const std::array<Index, n>& cell) {
  return cell;
}

template <std::size_t n>
std::array<Index, n> moved(std::array<Index, n> cell, Index by) {
  for (Index& i : cell) i += by;
  return cell;
}

template <class Cell>
void append_moved(std::vector<Cell>& to, const std::vector<Cell>& from, std::size_t first, std::size_t count, Index by) {
  for (std::size_t e = first; e < first + count; ++e) {
    if constexpr (std::is_same_v<Cell, Index>)
      to.push_back(from[e] + by);
    else
      to.push_back(moved(from[e], by));
  }
}

// The faces of exactly one cell, in the order of the cells: faces[f] are the corners of face f, in the order they run.
template <std::size_t corners>
std::vector<std::array<Index, corners>> only_once(const std::vector<std::array<Index, corners>>& faces) {
  struct Keyed {
    std::array<Index, corners> key;
    std::size_t face;
  };
  std::vector<Keyed> keyed;
  keyed.reserve(faces.size());
  for (std::size_t f = 0; f < faces.size(); ++f) {
    keyed.push_back({faces[f], f});
    std::sort(keyed.back().key.begin(), keyed.back().key.end());
  }
  std::sort(keyed.begin(), keyed.end(), [](const Keyed& a, const Keyed& b) { return a.key < b.key; });
  std::vector<std::size_t> single;
  for (std::size_t i = 0, next = 0; i < keyed.size(); i = next) {
    while (next < keyed.size() && keyed[next].key == keyed[i].key) ++next;
    if (next - i == 1) single.push_back(keyed[i].face);
  }
  std::sort(single.begin(), single.end());
  std::vector<std::array<Index, corners>> found;
  for (std::size_t f : single) found.push_back(faces[f]);
  return found;
}

double area(const Vector& x, const Triangle& t) {
  const Vec3 a = vertex(x, t[0]), b = vertex(x, t[1]), c = vertex(x, t[2]);
  return 0.5 * (b - a).cross(c - a).norm();
}

// The sides of triangles or quads, in the order they run.
template <std::size_t corners>
void add_sides(const std::vector<std::array<Index, corners>>& faces, std::vector<VertexPair>& sides) {
  sides.reserve(sides.size() + corners * faces.size());
  for (const auto& face : faces)
    for (std::size_t k = 0; k < corners; ++k) sides.push_back({face[k], face[(k + 1) % corners]});
}

void add_halves(const Quad& quad, std::vector<Triangle>& triangles) {
  const auto& [a, b, c, d] = quad;
  triangles.insert(triangles.end(), {{a, b, c}, {a, c, d}});
}

}  // namespace

std::string singular(CellKind kind) { return kWords[static_cast<std::size_t>(kind)].one; }
std::string plural(CellKind kind) { return kWords[static_cast<std::size_t>(kind)].many; }

Index Cells::count(CellKind kind) const {
  return with_list(kind, [this](auto list) { return static_cast<Index>((this->*list).size()); });
}

Index Cells::count() const {
  Index sum = 0;
  for (CellKind kind : kCellKinds) sum += count(kind);
  return sum;
}

Index Cells::first(CellKind kind) const {
  Index sum = 0;
  for (CellKind before : kCellKinds) {
    if (before == kind) break;
    sum += count(before);
  }
  return sum;
}

CellKind Cells::kind(Index cell) const {
  for (CellKind kind : kCellKinds) {
    if (cell < count(kind)) return kind;
    cell -= count(kind);
  }
  assert(false);
  return CellKind::point;
}

std::span<const Index> Cells::vertices(Index cell) const {
  const CellKind its_kind = kind(cell);
  const auto e = static_cast<std::size_t>(cell - first(its_kind));
  return with_list(its_kind, [&](auto list) { return corners_of((this->*list)[e]); });
}

void Cells::append(const Cells& other, Index first_vertex) {
  for (CellKind kind : kCellKinds) {
    with_list(kind, [&](auto list) { append_moved(this->*list, other.*list, 0, (other.*list).size(), first_vertex); });
    if (const auto measured = measures(kind))
      (this->*measured).insert((this->*measured).end(), (other.*measured).begin(), (other.*measured).end());
  }
}

Cells Cells::part(CellKind kind, Index first_cell, Index count, Index first_vertex) const {
  Cells result;
  const auto begin = static_cast<std::size_t>(first_cell - first(kind)), n = static_cast<std::size_t>(count);
  with_list(kind, [&](auto list) { append_moved(result.*list, this->*list, begin, n, -first_vertex); });
  if (const auto measured = measures(kind); measured && !(this->*measured).empty()) {
    const auto at = (this->*measured).begin() + static_cast<std::ptrdiff_t>(begin);
    (result.*measured).assign(at, at + static_cast<std::ptrdiff_t>(n));
  }
  return result;
}

std::string counted(CellKind kind, Index count) { return fmt::format("{} {}", count, count == 1 ? singular(kind) : plural(kind)); }

std::string counted(const Cells& cells) {
  std::vector<std::string> kinds;
  for (CellKind kind : kCellKinds)
    if (cells.count(kind) > 0) kinds.push_back(counted(kind, cells.count(kind)));
  if (kinds.empty()) return "no cells";
  std::string text = kinds.front();
  for (std::size_t k = 1; k < kinds.size(); ++k) text += (k + 1 == kinds.size() ? " and " : ", ") + kinds[k];
  return text;
}

double volume(const Vector& x, const Cells& cells, Index cell) {
  const CellKind kind = cells.kind(cell);
  const auto e = static_cast<std::size_t>(cell - cells.first(kind));
  switch (kind) {
    case CellKind::tet: return volume(x, cells.tets[e]);
    case CellKind::hex: return hex_volume(x, cells.hexes[e]);
    case CellKind::triangle: return area(x, cells.triangles[e]) * measure(cells, kind, e);
    case CellKind::quad: return quad_area(x, cells.quads[e]) * measure(cells, kind, e);
    case CellKind::edge: return (vertex(x, cells.edges[e][0]) - vertex(x, cells.edges[e][1])).norm() * measure(cells, kind, e);
    case CellKind::point: return 0;
  }
  return 0;
}

Vector centroids(const Vector& x, const Cells& cells) {
  Vector points(3 * Eigen::Index{cells.count()});
  for (Index e = 0; e < cells.count(); ++e) {
    const std::span<const Index> corners = cells.vertices(e);
    Vec3 sum = Vec3::Zero();
    for (Index i : corners) sum += vertex(x, i);
    vertex(points, e) = sum / static_cast<double>(corners.size());
  }
  return points;
}

std::vector<Quad> surface(const std::vector<Hex>& hexes) {
  std::vector<Quad> faces;
  faces.reserve(6 * hexes.size());
  for (const Hex& hex : hexes)
    for (const auto& corners : kHexFaces) {
      auto& face = faces.emplace_back();
      for (std::size_t k = 0; k < 4; ++k) face[k] = hex[static_cast<std::size_t>(corners[k])];
    }
  return only_once(faces);
}

std::vector<Triangle> surface(const Cells& cells) {
  std::vector<Triangle> triangles = surface(cells.tets);
  for (const Quad& face : surface(cells.hexes)) add_halves(face, triangles);
  if (cells.triangles.empty() && cells.quads.empty()) return triangles;
  Index highest = -1;
  auto see = [&](const auto& list) {
    for (const auto& cell : list) highest = std::max(highest, *std::max_element(cell.begin(), cell.end()));
  };
  see(cells.tets), see(cells.hexes), see(cells.triangles), see(cells.quads);
  std::vector<bool> in_a_volume(static_cast<std::size_t>(highest) + 1, false);
  auto mark = [&](const auto& list) {
    for (const auto& cell : list)
      for (Index i : cell) in_a_volume[static_cast<std::size_t>(i)] = true;
  };
  mark(cells.tets), mark(cells.hexes);
  const auto is_face = [&](const auto& cell) {
    return std::all_of(cell.begin(), cell.end(), [&](Index i) { return in_a_volume[static_cast<std::size_t>(i)]; });
  };
  for (const Triangle& t : cells.triangles)
    if (!is_face(t)) triangles.push_back(t);
  for (const Quad& quad : cells.quads)
    if (!is_face(quad)) add_halves(quad, triangles);
  return triangles;
}

std::vector<VertexPair> rim(const std::vector<Triangle>& triangles) {
  std::vector<VertexPair> sides;
  add_sides(triangles, sides);
  return only_once(sides);
}

std::vector<VertexPair> rim(const Cells& cells) {
  std::vector<VertexPair> sides;
  add_sides(cells.triangles, sides);
  add_sides(cells.quads, sides);
  return only_once(sides);
}

std::vector<VertexPair> edges_of(const std::vector<Triangle>& triangles) {
  std::vector<VertexPair> edges;
  add_sides(triangles, edges);
  for (VertexPair& edge : edges) std::sort(edge.begin(), edge.end());
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

}  // namespace lilyan
