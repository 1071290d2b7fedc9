#include <lilyan/core/groups.hpp>
#include <lilyan/meshing/manifold.hpp>

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace lilyan {

namespace {

// Which things lie at which vertex: things of vertex i are things[first[i]] ... things[first[i + 1] - 1], ascending.
struct Stars {
  std::vector<std::size_t> first, things;

  template <class Things>
  Stars(const Things& all, Index vertices) : first(static_cast<std::size_t>(vertices) + 1, 0) {
    for (const auto& thing : all)
      for (Index i : thing) ++first[static_cast<std::size_t>(i) + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    things.resize(first.back());
    std::vector<std::size_t> next(first.begin(), first.end() - 1);
    for (std::size_t t = 0; t < all.size(); ++t)
      for (Index i : all[t]) things[next[static_cast<std::size_t>(i)]++] = t;
  }
};

bool share_a_face(const Tet& a, const Tet& b) {
  return std::count_if(a.begin(), a.end(), [&](Index i) { return std::find(b.begin(), b.end(), i) != b.end(); }) == 3;
}

// Doubles vertices whose tets are not joined by faces at that vertex. Vertices inside the body never are.
Index double_vertices(TetMesh& mesh, const std::vector<char>& on_boundary) {
  const Stars stars(mesh.tets, mesh.vertices());
  std::vector<Vec3> added;
  const std::vector<Tet> before = mesh.tets;
  for (Index v = 0; v < mesh.vertices(); ++v) {
    if (!on_boundary[static_cast<std::size_t>(v)]) continue;
    const std::size_t begin = stars.first[static_cast<std::size_t>(v)], size = stars.first[static_cast<std::size_t>(v) + 1] - begin;
    Groups sides(size);
    for (std::size_t a = 0; a < size; ++a)
      for (std::size_t b = a + 1; b < size; ++b)
        if (sides.of(a) != sides.of(b) && share_a_face(before[stars.things[begin + a]], before[stars.things[begin + b]]))
          sides.join(a, b);
    std::map<std::size_t, Index> copies = {{0, v}};  // the first tet's side keeps the vertex
    for (std::size_t k = 0; k < size; ++k) {
      const auto [copy, is_new] = copies.try_emplace(sides.of(k), mesh.vertices() + static_cast<Index>(added.size()));
      if (is_new) added.emplace_back(vertex(mesh.X, v));
      Tet& tet = mesh.tets[stars.things[begin + k]];
      std::replace(tet.begin(), tet.end(), v, copy->second);
    }
  }
  const Eigen::Index old = mesh.X.size();
  mesh.X.conservativeResize(old + 3 * static_cast<Eigen::Index>(added.size()));
  for (std::size_t k = 0; k < added.size(); ++k) mesh.X.segment<3>(old + 3 * static_cast<Eigen::Index>(k)) = added[k];
  return static_cast<Index>(added.size());
}

// The boundary triangles at a vertex form one closed fan: every other vertex they have belongs to two, and one can walk round.
bool is_one_fan(Index v, const std::vector<Triangle>& triangles, const Stars& stars) {
  const std::size_t begin = stars.first[static_cast<std::size_t>(v)], end = stars.first[static_cast<std::size_t>(v) + 1];
  std::map<Index, std::vector<Index>> next;
  for (std::size_t k = begin; k < end; ++k) {
    const Triangle& t = triangles[stars.things[k]];
    const std::size_t at = static_cast<std::size_t>(std::find(t.begin(), t.end(), v) - t.begin());
    next[t[(at + 1) % 3]].push_back(t[(at + 2) % 3]);
  }
  if (next.empty()) return true;
  std::size_t walked = 0;
  Index at = next.begin()->first;
  do {
    const auto found = next.find(at);
    if (found == next.end() || found->second.size() != 1) return false;
    at = found->second.front();
    ++walked;
  } while (at != next.begin()->first && walked <= next.size());
  return walked == next.size();
}

void drop_unused_vertices(TetMesh& mesh) {
  std::vector<Index> number(static_cast<std::size_t>(mesh.vertices()), -1);
  for (const Tet& tet : mesh.tets)
    for (Index i : tet) number[static_cast<std::size_t>(i)] = 0;
  Index count = 0;
  for (Index i = 0; i < mesh.vertices(); ++i)
    if (number[static_cast<std::size_t>(i)] == 0) {
      vertex(mesh.X, count) = Vec3(vertex(mesh.X, i));
      number[static_cast<std::size_t>(i)] = count++;
    }
  mesh.X.conservativeResize(3 * Eigen::Index{count});
  for (Tet& tet : mesh.tets)
    for (Index& i : tet) i = number[static_cast<std::size_t>(i)];
}

void keep_tets(TetMesh& mesh, const std::vector<char>& dropped) {
  std::vector<Tet> kept;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    if (!dropped[t]) kept.push_back(mesh.tets[t]);
  mesh.tets = std::move(kept);
}

// For every vertex where the boundary is more than one fan, the smallest tet with a boundary triangle there.
std::vector<char> tets_to_drop(const TetMesh& mesh) {
  const std::vector<Triangle> triangles = surface(mesh);
  const Stars fans(triangles, mesh.vertices()), stars(mesh.tets, mesh.vertices());
  std::vector<char> dropped(mesh.tets.size(), 0);
  for (Index v = 0; v < mesh.vertices(); ++v) {
    if (is_one_fan(v, triangles, fans)) continue;
    std::pair<double, std::size_t> smallest{std::numeric_limits<double>::infinity(), 0};
    for (std::size_t f = fans.first[static_cast<std::size_t>(v)]; f < fans.first[static_cast<std::size_t>(v) + 1]; ++f)
      for (std::size_t s = stars.first[static_cast<std::size_t>(v)]; s < stars.first[static_cast<std::size_t>(v) + 1]; ++s) {
        const Tet& tet = mesh.tets[stars.things[s]];
        const Triangle& face = triangles[fans.things[f]];
        const bool has_it =
            std::all_of(face.begin(), face.end(), [&](Index i) { return std::find(tet.begin(), tet.end(), i) != tet.end(); });
        if (has_it) smallest = std::min(smallest, std::pair(volume(mesh.X, tet), stars.things[s]));
      }
    dropped[smallest.second] = 1;
  }
  return dropped;
}

}  // namespace

ManifoldRepair make_manifold(TetMesh& mesh) {
  assert(mesh.tet_sets.empty() && mesh.materials.empty());
  ManifoldRepair repair;
  while (!mesh.tets.empty()) {  // every round but the last drops a tet
    std::vector<char> on_boundary(static_cast<std::size_t>(mesh.vertices()), 0);
    for (const Triangle& triangle : surface(mesh))
      for (Index i : triangle) on_boundary[static_cast<std::size_t>(i)] = 1;
    repair.doubled_vertices += double_vertices(mesh, on_boundary);
    const std::vector<char> dropped = tets_to_drop(mesh);
    const auto count = static_cast<Index>(std::count(dropped.begin(), dropped.end(), 1));
    if (count == 0) break;
    repair.dropped_tets += count;
    keep_tets(mesh, dropped);
  }
  drop_unused_vertices(mesh);
  return repair;
}

MeshParts parts_of(const TetMesh& mesh) {
  Groups groups(static_cast<std::size_t>(mesh.vertices()));
  for (const Tet& tet : mesh.tets)
    for (std::size_t k = 1; k < 4; ++k) groups.join(static_cast<std::size_t>(tet[0]), static_cast<std::size_t>(tet[k]));
  MeshParts parts;
  std::map<std::size_t, std::size_t> numbers;  // of groups, in the order of the tets
  for (const Tet& tet : mesh.tets) {
    const std::size_t part = numbers.emplace(groups.of(static_cast<std::size_t>(tet[0])), numbers.size()).first->second;
    parts.volumes.resize(numbers.size(), 0);
    parts.volumes[part] += volume(mesh.X, tet);
    parts.of_tet.push_back(part);
  }
  return parts;
}

void keep_parts(TetMesh& mesh, const MeshParts& parts, const std::vector<char>& kept) {
  std::vector<char> dropped;
  for (std::size_t part : parts.of_tet) dropped.push_back(!kept[part]);
  keep_tets(mesh, dropped);
  drop_unused_vertices(mesh);
}

Index drop_small_parts(TetMesh& mesh, double least) {
  const MeshParts parts = parts_of(mesh);
  const double largest = parts.volumes.empty() ? 0 : *std::max_element(parts.volumes.begin(), parts.volumes.end());
  std::vector<char> kept;
  for (double V : parts.volumes) kept.push_back(V >= least || V == largest);
  const auto count = static_cast<Index>(std::count(kept.begin(), kept.end(), 0));
  if (count > 0) keep_parts(mesh, parts, kept);
  return count;
}

}  // namespace lilyan
