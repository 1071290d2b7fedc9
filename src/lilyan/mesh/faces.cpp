#include <lilyan/mesh/faces.hpp>

#include <lilyan/mesh/quad.hpp>

#include <algorithm>
#include <map>

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

}  // namespace lilyan
