#include <lilyan/core/error.hpp>
#include <lilyan/mesh/box_tree.hpp>
#include <lilyan/meshing/clean_surface.hpp>

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

namespace lilyan {

namespace {

void check(const TriangleMesh& surface, const std::string& place) {
  for (const Triangle& triangle : surface.triangles)
    for (Index i : triangle)
      if (i < 0 || i >= surface.vertices())
        throw InputError(Fault{"mesh.index", place, fmt::format("a triangle has the vertex {}, which is not there", i), ""});
  if (!surface.X.allFinite()) throw InputError(Fault{"mesh.not-finite", place, "a vertex has coordinates that are not finite", ""});
}

Vec3 area_vector(const TriangleMesh& surface, const Triangle& t) {
  const Vec3 a = vertex(surface.X, t[0]), b = vertex(surface.X, t[1]), c = vertex(surface.X, t[2]);
  return 0.5 * (b - a).cross(c - a);
}

// Vertices at the same place become the first of them; those that no triangle uses go.
TriangleMesh welded(const TriangleMesh& surface) {
  const auto n = static_cast<std::size_t>(surface.vertices());
  const auto key = [&](Index i) {
    const Vec3 p = vertex(surface.X, i);
    return std::tuple(p[0], p[1], p[2], i);
  };
  std::vector<Index> order(n), first(n);
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return key(a) < key(b); });
  for (std::size_t k = 0; k < n; ++k) {
    const bool repeats = k > 0 && vertex(surface.X, order[k]) == vertex(surface.X, order[k - 1]);
    first[static_cast<std::size_t>(order[k])] = repeats ? first[static_cast<std::size_t>(order[k - 1])] : order[k];
  }
  TriangleMesh result;
  std::vector<Index> number(n, -1);
  std::vector<Vec3> points;
  for (Triangle triangle : surface.triangles) {
    for (Index& i : triangle) {
      Index& at = number[static_cast<std::size_t>(first[static_cast<std::size_t>(i)])];
      if (at < 0) at = static_cast<Index>(points.size()), points.emplace_back(vertex(surface.X, i));
      i = at;
    }
    result.triangles.push_back(triangle);
  }
  result.X.resize(3 * static_cast<Eigen::Index>(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i) vertex(result.X, static_cast<Index>(i)) = points[i];
  return result;
}

void drop_useless(TriangleMesh& surface) {
  std::vector<std::pair<Triangle, std::size_t>> keys;
  std::size_t flat = 0;
  for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
    if (!(area_vector(surface, surface.triangles[t]).squaredNorm() > 0)) {
      ++flat;
      continue;
    }
    Triangle key = surface.triangles[t];
    std::sort(key.begin(), key.end());
    keys.emplace_back(key, t);
  }
  std::sort(keys.begin(), keys.end());
  std::vector<std::size_t> kept;
  for (std::size_t k = 0; k < keys.size(); ++k)
    if (k == 0 || keys[k].first != keys[k - 1].first) kept.push_back(keys[k].second);
  std::sort(kept.begin(), kept.end());
  if (flat > 0) surface.notes.push_back(fmt::format("left out {} triangles without area", flat));
  if (kept.size() < keys.size())
    surface.notes.push_back(fmt::format("left out {} triangles that stood there twice", keys.size() - kept.size()));
  std::vector<Triangle> triangles;
  for (std::size_t t : kept) triangles.push_back(surface.triangles[t]);
  surface.triangles = std::move(triangles);
}

// Two triangles that share an edge which has no third.
struct Neighbours {
  std::size_t a, b;
  bool agree;  // face the same way: they run along the edge in opposite directions
};

// Groups open edges by the vertices that they share.
std::vector<OpenPlace> open_places(const TriangleMesh& surface, const std::vector<std::pair<Index, Index>>& edges) {
  std::vector<Index> parent(static_cast<std::size_t>(surface.vertices()));
  std::iota(parent.begin(), parent.end(), Index{0});
  const auto root = [&](Index i) {
    while (parent[static_cast<std::size_t>(i)] != i)
      i = parent[static_cast<std::size_t>(i)] = parent[static_cast<std::size_t>(parent[static_cast<std::size_t>(i)])];
    return i;
  };
  for (const auto& [a, b] : edges) parent[static_cast<std::size_t>(root(a))] = root(b);
  std::map<Index, std::pair<OpenPlace, Box>> found;
  for (const auto& [a, b] : edges) {
    auto& [place, box] = found.try_emplace(root(a), OpenPlace{}, Box::nothing()).first->second;
    ++place.edges;
    box.add(Vec3(vertex(surface.X, a)));
    box.add(Vec3(vertex(surface.X, b)));
  }
  std::vector<OpenPlace> places;
  for (auto& [ignored, entry] : found) {
    entry.first.width = (entry.second.high - entry.second.low).norm();
    entry.first.middle = entry.second.low / 2 + entry.second.high / 2;
    places.push_back(entry.first);
  }
  std::stable_sort(places.begin(), places.end(), [](const OpenPlace& a, const OpenPlace& b) { return a.width > b.width; });
  return places;
}

std::vector<Neighbours> examine_edges(CleanSurface& clean) {
  struct Edge {
    std::pair<Index, Index> ends;
    std::size_t triangle;
    bool upwards;
  };
  std::vector<Edge> edges;
  const std::vector<Triangle>& triangles = clean.surface.triangles;
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const Index a = triangles[t][k], b = triangles[t][(k + 1) % 3];
      edges.push_back({std::minmax(a, b), t, a < b});
    }
  std::sort(edges.begin(), edges.end(),
            [](const Edge& a, const Edge& b) { return std::pair(a.ends, a.triangle) < std::pair(b.ends, b.triangle); });
  std::vector<Neighbours> neighbours;
  std::vector<std::pair<Index, Index>> open;
  for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
    while (end < edges.size() && edges[end].ends == edges[begin].ends) ++end;
    ++clean.edges;
    if (end - begin == 1) open.push_back(edges[begin].ends);
    clean.crowded_edges += end - begin > 2;
    if (end - begin == 2)
      neighbours.push_back({edges[begin].triangle, edges[begin + 1].triangle, edges[begin].upwards != edges[begin + 1].upwards});
  }
  clean.open_edges = static_cast<Index>(open.size());
  clean.open_places = open_places(clean.surface, open);
  return neighbours;
}

// Turns the minority of every connected part; a part that has only one side (a Moebius strip) comes out as it may.
Index orient(TriangleMesh& surface, const std::vector<Neighbours>& neighbours) {
  const std::size_t n = surface.triangles.size();
  std::vector<std::vector<std::pair<std::size_t, bool>>> adjacent(n);
  for (const auto& [a, b, agree] : neighbours) adjacent[a].emplace_back(b, agree), adjacent[b].emplace_back(a, agree);
  std::vector<char> seen(n, 0), turned(n, 0);
  Index count = 0;
  for (std::size_t seed = 0; seed < n; ++seed) {
    if (seen[seed]) continue;
    std::vector<std::size_t> part = {seed};
    seen[seed] = 1;
    std::size_t turns = 0;
    for (std::size_t k = 0; k < part.size(); ++k)
      for (const auto& [other, agree] : adjacent[part[k]]) {
        if (seen[other]) continue;
        seen[other] = 1;
        turned[other] = agree ? turned[part[k]] : !turned[part[k]];
        turns += static_cast<std::size_t>(turned[other]);
        part.push_back(other);
      }
    const bool turn_the_others = 2 * turns > part.size();
    for (std::size_t t : part)
      if (static_cast<bool>(turned[t]) != turn_the_others) std::swap(surface.triangles[t][1], surface.triangles[t][2]), ++count;
  }
  return count;
}

void measure(CleanSurface& clean) {
  const TriangleMesh& surface = clean.surface;
  const Vec3 middle = surface.X.reshaped(3, surface.vertices()).rowwise().mean();
  clean.volume = clean.area = 0;
  for (const Triangle& triangle : surface.triangles) {
    const Vec3 N = area_vector(surface, triangle);
    clean.area += N.norm();
    clean.volume += N.dot(vertex(surface.X, triangle[0]) - middle) / 3;
  }
}

}  // namespace

std::string openness(const CleanSurface& clean) {
  if (clean.open_places.empty()) return "the surface is closed";
  const OpenPlace& widest = clean.open_places.front();
  const std::string across = fmt::format("{:.3g} m across, near [{:.3g}, {:.3g}, {:.3g}] m", widest.width, widest.middle[0],
                                         widest.middle[1], widest.middle[2]);
  const std::string edges = fmt::format("{} edges have a triangle on one side only", clean.open_edges);
  if (clean.open_places.size() == 1) return fmt::format("the surface is open in one place ({}), {}", edges, across);
  return fmt::format("the surface is open in {} places ({}), the widest {}", clean.open_places.size(), edges, across);
}

CleanSurface clean_surface(const TriangleMesh& surface, const std::string& place) {
  check(surface, place);
  CleanSurface clean;
  clean.surface = welded(surface);
  drop_useless(clean.surface);
  if (clean.surface.triangles.empty())
    throw InputError(Fault{"mesh.no-surface", place, "the surface has no triangle with an area", "it must enclose a volume"});
  const Index turned = orient(clean.surface, examine_edges(clean));
  if (turned > 0)
    clean.surface.notes.push_back(fmt::format("turned {} triangles that faced the other way than their neighbours", turned));
  measure(clean);
  if (clean.volume < 0) {
    for (Triangle& triangle : clean.surface.triangles) std::swap(triangle[1], triangle[2]);
    clean.volume = -clean.volume;
    clean.surface.notes.emplace_back("the surface faced inwards; turned it inside out");
  }
  return clean;
}

}  // namespace lilyan
