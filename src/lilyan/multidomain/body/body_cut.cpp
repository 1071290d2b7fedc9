#include <lilyan/multidomain/body/body_cut.hpp>

#include <lilyan/core/groups.hpp>
#include <lilyan/mesh/faces.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <queue>

namespace lilyan {
namespace {

using FaceKey = std::array<Index, 4>;  // corners, ascending; the last of a triangle is -1

constexpr std::array<std::array<Index, 3>, 4> kTetFaces = {{{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}}};

template <class Use>
void for_each_face(const Cells& cells, Index cell, const Use& use) {
  const std::span<const Index> v = cells.vertices(cell);
  if (cells.kind(cell) == CellKind::tet)
    for (const auto& [a, b, c] : kTetFaces) use(std::vector<Index>{v[a], v[b], v[c]});
  else
    for (const auto& face : kHexFaces) use(std::vector<Index>{v[face[0]], v[face[1]], v[face[2]], v[face[3]]});
}

FaceKey key_of(const std::vector<Index>& face) {
  FaceKey key = {-1, -1, -1, -1};
  std::copy(face.begin(), face.end(), key.begin());
  std::sort(key.begin(), key.begin() + static_cast<std::ptrdiff_t>(face.size()));
  return key;
}

// Pairs of cells with a face in common: use(cell, cell, face).
template <class Use>
void for_each_inner_face(const Cells& cells, const Use& use) {
  std::map<FaceKey, Index> open;
  for (Index cell = 0; cell < cells.count(); ++cell)
    for_each_face(cells, cell, [&](const std::vector<Index>& face) {
      const auto [found, is_new] = open.emplace(key_of(face), cell);
      if (is_new) return;
      use(found->second, cell, face);
      open.erase(found);
    });
}

void add_face(const std::vector<Index>& face, Faces& faces) {
  if (face.size() == 3)
    faces.triangles.push_back({face[0], face[1], face[2]});
  else
    faces.quads.push_back({face[0], face[1], face[2], face[3]});
}

// From a domain to the root.
std::vector<Index> way_up(const std::vector<Index>& parent, Index domain) {
  std::vector<Index> way;
  for (; domain >= 0; domain = parent[static_cast<std::size_t>(domain)]) way.push_back(domain);
  return way;
}

// The ring that an edge between two domains of a tree closes.
std::vector<Index> ring(const std::vector<Index>& parent, Index i, Index j) {
  std::vector<Index> up = way_up(parent, i), down = way_up(parent, j);
  while (up.size() > 1 && down.size() > 1 && up[up.size() - 2] == down[down.size() - 2]) up.pop_back(), down.pop_back();
  down.pop_back();
  up.insert(up.end(), down.rbegin(), down.rend());
  return up;
}

}  // namespace

const CutInterface* BodyCut::between(Index i, Index j) const {
  const auto [a, b] = std::minmax(i, j);
  for (const CutInterface& interface : interfaces)
    if (interface.a == a && interface.b == b) return &interface;
  return nullptr;
}

BodyCut cut_body(const Vector& X, const Cells& cells, const std::vector<Index>& domain_of_cell, Index domains) {
  BodyCut cut;
  cut.domains.resize(static_cast<std::size_t>(domains));
  std::map<std::pair<Index, Index>, Faces> met;
  Groups pieces(static_cast<std::size_t>(cells.count()));
  const auto domain_of = [&](Index cell) { return domain_of_cell[static_cast<std::size_t>(cell)]; };
  for_each_inner_face(cells, [&](Index first, Index second, const std::vector<Index>& face) {
    if (domain_of(first) == domain_of(second))
      pieces.join(static_cast<std::size_t>(first), static_cast<std::size_t>(second));
    else
      add_face(face, met[std::minmax(domain_of(first), domain_of(second))]);
  });
  std::vector<Index> counted(static_cast<std::size_t>(domains), 0);
  for (Index cell = 0; cell < cells.count(); ++cell) {
    CutDomain& domain = cut.domains[static_cast<std::size_t>(domain_of(cell))];
    domain.cells.push_back(cell);
    const std::span<const Index> corners = cells.vertices(cell);
    domain.vertices.insert(domain.vertices.end(), corners.begin(), corners.end());
    if (pieces.of(static_cast<std::size_t>(cell)) == static_cast<std::size_t>(cell))
      ++counted[static_cast<std::size_t>(domain_of(cell))];
  }
  for (std::size_t d = 0; d < cut.domains.size(); ++d) {
    std::vector<Index>& vertices = cut.domains[d].vertices;
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    cut.domains[d].pieces = counted[d];
  }
  for (const auto& [pair, faces] : met) {
    CutInterface interface {
      pair.first, pair.second, {}, {}
    };
    const Vector area = area_of_vertices(X, faces);
    for (Index i = 0; i < area.size(); ++i)
      if (area[i] > 0) interface.vertices.push_back(i);
    interface.weights.resize(static_cast<Eigen::Index>(interface.vertices.size()));
    for (std::size_t k = 0; k < interface.vertices.size(); ++k)
      interface.weights[static_cast<Eigen::Index>(k)] = area[interface.vertices[k]];
    cut.interfaces.push_back(std::move(interface));
  }
  return cut;
}

bool find_tree(const BodyCut& cut, Index root, const std::vector<Index>& parents, CutTree& tree, NoTree& why) {
  const std::size_t count = cut.domains.size();
  tree.parent.assign(count, -1);
  tree.order = {root};
  std::vector<bool> is_reached(count, false);
  is_reached[static_cast<std::size_t>(root)] = true;
  const auto may_hang = [&](Index child, Index on) {
    const Index given = parents[static_cast<std::size_t>(child)];
    return given < 0 || given == on;
  };
  for (std::size_t k = 0; k < tree.order.size(); ++k) {
    const Index at = tree.order[k];
    for (const CutInterface& interface : cut.interfaces) {
      if (interface.a != at && interface.b != at) continue;
      const Index other = interface.a == at ? interface.b : interface.a;
      if (other == tree.parent[static_cast<std::size_t>(at)] || !may_hang(other, at)) continue;
      if (is_reached[static_cast<std::size_t>(other)]) {
        if (parents[static_cast<std::size_t>(at)] >= 0) continue;  // it is known to hang on another
        why.cycle = ring(tree.parent, at, other);
        return false;
      }
      is_reached[static_cast<std::size_t>(other)] = true;
      tree.parent[static_cast<std::size_t>(other)] = at;
      tree.order.push_back(other);
    }
  }
  const auto lonely = std::find(is_reached.begin(), is_reached.end(), false);
  if (lonely == is_reached.end()) return true;
  why.lonely = static_cast<Index>(lonely - is_reached.begin());
  return false;
}

std::vector<Index> cut_automatically(const Vector& X, const Cells& cells, Index count) {
  const auto n = static_cast<std::size_t>(cells.count());
  const Vector middles = centroids(X, cells);
  std::vector<std::vector<Index>> neighbours(n);
  for_each_inner_face(cells, [&](Index a, Index b, const std::vector<Index>&) {
    neighbours[static_cast<std::size_t>(a)].push_back(b);
    neighbours[static_cast<std::size_t>(b)].push_back(a);
  });
  // Distances from cell to cell, so that a domain is one piece. Each seed is the cell that is farthest from those before it.
  std::vector<double> distance(n, std::numeric_limits<double>::infinity());
  std::vector<Index> domain(n, -1);
  using Entry = std::pair<double, Index>;
  Index seed = 0;
  for (Index number = 0; number < count; ++number) {
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> front;
    distance[static_cast<std::size_t>(seed)] = 0;
    domain[static_cast<std::size_t>(seed)] = number;
    front.push({0, seed});
    while (!front.empty()) {
      const auto [far, cell] = front.top();
      front.pop();
      if (far > distance[static_cast<std::size_t>(cell)]) continue;
      for (const Index next : neighbours[static_cast<std::size_t>(cell)]) {
        const double way = far + (vertex(middles, next) - vertex(middles, cell)).norm();
        if (!(way < distance[static_cast<std::size_t>(next)])) continue;
        distance[static_cast<std::size_t>(next)] = way;
        domain[static_cast<std::size_t>(next)] = number;
        front.push({way, next});
      }
    }
    seed = static_cast<Index>(std::max_element(distance.begin(), distance.end()) - distance.begin());
  }
  return domain;
}

}  // namespace lilyan
