#include <lilyan/mesh/faces.hpp>

#include <lilyan/core/groups.hpp>
#include <lilyan/mesh/shape_functions.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace lilyan {

void Faces::keep_whole(const std::vector<bool>& is_selected) {
  auto is_part = [&](const auto& face) {
    return !std::all_of(face.begin(), face.end(), [&](Index i) { return is_selected[static_cast<std::size_t>(i)]; });
  };
  std::erase_if(triangles, is_part);
  std::erase_if(quads, is_part);
  std::size_t kept = 0;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    if (is_part(edges[e])) continue;
    edges[kept] = edges[e];
    widths[kept++] = widths[e];
  }
  edges.resize(kept);
  widths.resize(kept);
}

Faces outer_faces(const Cells& cells, FlatBody flat) {
  Faces faces;
  faces.triangles = surface(cells.tets);
  faces.quads = surface(cells.hexes);
  if (flat == FlatBody::sheet) {
    faces.triangles.insert(faces.triangles.end(), cells.triangles.begin(), cells.triangles.end());
    faces.quads.insert(faces.quads.end(), cells.quads.begin(), cells.quads.end());
    return faces;
  }
  faces.edges = rim(cells);
  std::map<VertexPair, double> width;
  const auto add_widths = [&width](const auto& polygons, const std::vector<double>& thickness) {
    for (std::size_t e = 0; e < polygons.size(); ++e)
      for (std::size_t c = 0; c < polygons[e].size(); ++c)
        width[{polygons[e][c], polygons[e][(c + 1) % polygons[e].size()]}] = thickness.empty() ? 1 : thickness[e];
  };
  add_widths(cells.triangles, cells.thickness);
  add_widths(cells.quads, cells.quad_thickness);
  for (const VertexPair& edge : faces.edges) faces.widths.push_back(width.at(edge));
  return faces;
}

Vector area_of_vertices(const Vector& X, const Faces& faces) {
  Vector area = area_of_vertices(X, faces.triangles);
  for (const Quad& quad : faces.quads) add_corner_areas(X, quad, 1, area);
  for (std::size_t e = 0; e < faces.edges.size(); ++e) {
    const auto [a, b] = faces.edges[e];
    const double half = 0.5 * faces.widths[e] * (vertex(X, a) - vertex(X, b)).norm();
    area[a] += half;
    area[b] += half;
  }
  return area;
}

namespace {

// What two cells may share: sorted vertices, the places that are not used -1.
using SharedKey = std::array<Index, 4>;

SharedKey key_of(std::initializer_list<Index> vertices) {
  SharedKey key = {-1, -1, -1, -1};
  std::copy(vertices.begin(), vertices.end(), key.begin());
  std::sort(key.begin(), key.end());
  return key;
}

std::vector<SharedKey> faces_of(CellKind kind, std::span<const Index> v) {
  std::vector<SharedKey> faces;
  switch (kind) {
    case CellKind::tet:
      return {key_of({v[0], v[1], v[2]}), key_of({v[0], v[1], v[3]}), key_of({v[0], v[2], v[3]}), key_of({v[1], v[2], v[3]})};
    case CellKind::hex:
      for (const auto& [a, b, c, d] : kHexFaces)
        faces.push_back(key_of({v[static_cast<std::size_t>(a)], v[static_cast<std::size_t>(b)], v[static_cast<std::size_t>(c)],
                                v[static_cast<std::size_t>(d)]}));
      return faces;
    case CellKind::triangle: return {key_of({v[0], v[1]}), key_of({v[1], v[2]}), key_of({v[2], v[0]})};
    case CellKind::quad: return {key_of({v[0], v[1]}), key_of({v[1], v[2]}), key_of({v[2], v[3]}), key_of({v[3], v[0]})};
    case CellKind::edge:
    case CellKind::point: break;
  }
  for (const Index i : v) faces.push_back(key_of({i}));
  return faces;
}

Index count_pieces(Index cells, std::vector<std::pair<SharedKey, Index>> shared) {
  std::sort(shared.begin(), shared.end());
  Groups pieces(static_cast<std::size_t>(cells));
  for (std::size_t k = 1; k < shared.size(); ++k)
    if (shared[k].first == shared[k - 1].first)
      pieces.join(static_cast<std::size_t>(shared[k].second), static_cast<std::size_t>(shared[k - 1].second));
  return static_cast<Index>(pieces.count());
}

}  // namespace

Index pieces_by_faces(const Cells& cells) {
  std::vector<std::pair<SharedKey, Index>> shared;
  for (Index e = 0; e < cells.count(); ++e)
    for (const SharedKey& face : faces_of(cells.kind(e), cells.vertices(e))) shared.emplace_back(face, e);
  return count_pieces(cells.count(), std::move(shared));
}

Index pieces_by_vertices(const Cells& cells) {
  std::vector<std::pair<SharedKey, Index>> shared;
  for (Index e = 0; e < cells.count(); ++e)
    for (const Index i : cells.vertices(e)) shared.emplace_back(key_of({i}), e);
  return count_pieces(cells.count(), std::move(shared));
}

}  // namespace lilyan
