#include <lilyan/mesh/faces.hpp>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <map>

namespace lilyan {

namespace {

constexpr std::array<std::array<double, 2>, 4> kSigns = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};

// By a rule of two points each way, exact where the quad is flat.
void add_quad(const Vector& X, const Quad& quad, Vector& area) {
  const double at = 1 / std::sqrt(3.0);
  for (const auto& point : kSigns) {
    const double xi = at * point[0], eta = at * point[1];
    Vec3 along_xi = Vec3::Zero(), along_eta = Vec3::Zero();
    for (std::size_t a = 0; a < 4; ++a) {
      along_xi += 0.25 * kSigns[a][0] * (1 + kSigns[a][1] * eta) * vertex(X, quad[a]);
      along_eta += 0.25 * kSigns[a][1] * (1 + kSigns[a][0] * xi) * vertex(X, quad[a]);
    }
    const double weight = along_xi.cross(along_eta).norm();
    for (std::size_t a = 0; a < 4; ++a) area[quad[a]] += weight * 0.25 * (1 + kSigns[a][0] * xi) * (1 + kSigns[a][1] * eta);
  }
}

}  // namespace

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
    return faces;
  }
  faces.edges = rim(cells.triangles);
  std::map<VertexPair, double> thickness;
  for (std::size_t t = 0; t < cells.triangles.size(); ++t)
    for (std::size_t c = 0; c < 3; ++c)
      thickness[{cells.triangles[t][c], cells.triangles[t][(c + 1) % 3]}] = cells.thickness.empty() ? 1 : cells.thickness[t];
  for (const VertexPair& edge : faces.edges) faces.widths.push_back(thickness.at(edge));
  return faces;
}

Vector area_of_vertices(const Vector& X, const Faces& faces) {
  Vector area = area_of_vertices(X, faces.triangles);
  for (const Quad& quad : faces.quads) add_quad(X, quad, area);
  for (std::size_t e = 0; e < faces.edges.size(); ++e) {
    const auto [a, b] = faces.edges[e];
    const double half = 0.5 * faces.widths[e] * (vertex(X, a) - vertex(X, b)).norm();
    area[a] += half;
    area[b] += half;
  }
  return area;
}

}  // namespace lilyan
