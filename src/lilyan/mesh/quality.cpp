#include <lilyan/core/groups.hpp>
#include <lilyan/mesh/quality.hpp>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace lilyan {

namespace {

// An edge of a surface triangle, from its lower to its higher vertex.
struct Edge {
  Index low, high;
  int direction;                        // +1 where the triangle runs from low to high, else -1
  std::size_t low_corner, high_corner;  // 3 triangle + k
};

std::vector<Edge> sorted_edges(const std::vector<Triangle>& triangles) {
  std::vector<Edge> edges;
  edges.reserve(3 * triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t from = 3 * t + k, to = 3 * t + (k + 1) % 3;
      const Index a = triangles[t][k], b = triangles[t][(k + 1) % 3];
      edges.push_back(a < b ? Edge{a, b, +1, from, to} : Edge{b, a, -1, to, from});
    }
  std::sort(edges.begin(), edges.end(),
            [](const Edge& a, const Edge& b) { return std::pair(a.low, a.high) < std::pair(b.low, b.high); });
  return edges;
}

}  // namespace

SurfaceFigures surface_figures(const Vector& x, const std::vector<Triangle>& triangles) {
  SurfaceFigures result;
  result.triangles = static_cast<Index>(triangles.size());
  const std::vector<Edge> edges = sorted_edges(triangles);
  result.watertight = result.manifold = true;
  // Corners that meet at a vertex and across an edge belong to one fan; a manifold vertex has a single fan.
  Groups fans(3 * triangles.size());
  for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
    int balance = 0;
    for (; end < edges.size() && edges[end].low == edges[begin].low && edges[end].high == edges[begin].high; ++end) {
      balance += edges[end].direction;
      fans.join(edges[begin].low_corner, edges[end].low_corner);
      fans.join(edges[begin].high_corner, edges[end].high_corner);
    }
    const std::size_t meeting = end - begin;
    result.open_edges += meeting == 1;
    result.crowded_edges += meeting > 2;
    result.turned_edges += meeting == 2 && balance != 0;
    if (balance != 0) result.watertight = false;
    if (balance != 0 || meeting != 2) result.manifold = false;
  }
  std::vector<Index> vertices;
  for (const Triangle& triangle : triangles) vertices.insert(vertices.end(), triangle.begin(), triangle.end());
  std::sort(vertices.begin(), vertices.end());
  const auto distinct = std::unique(vertices.begin(), vertices.end()) - vertices.begin();
  if (fans.count() != static_cast<std::size_t>(distinct)) result.manifold = false;

  if (triangles.empty()) return result;
  const Vec3 origin = vertex(x, triangles[0][0]);  // near the surface, so that the volumes below do not cancel
  for (const Triangle& triangle : triangles) {
    const Vec3 a = vertex(x, triangle[0]) - origin, b = vertex(x, triangle[1]) - origin, c = vertex(x, triangle[2]) - origin;
    result.area += (b - a).cross(c - a).norm() / 2;
    result.volume += a.cross(b).dot(c) / 6;
  }
  return result;
}

Index count_components(Index vertices, const std::vector<Tet>& tets, const std::vector<Triangle>& triangles) {
  Groups parts(static_cast<std::size_t>(vertices));
  std::vector<char> used(static_cast<std::size_t>(vertices), 0);
  const auto join = [&](const auto& corners) {
    for (Index i : corners) {
      used[static_cast<std::size_t>(i)] = 1;
      parts.join(static_cast<std::size_t>(corners[0]), static_cast<std::size_t>(i));
    }
  };
  for (const Tet& tet : tets) join(tet);
  for (const Triangle& triangle : triangles) join(triangle);
  return static_cast<Index>(parts.count()) - static_cast<Index>(std::count(used.begin(), used.end(), 0));
}

double quality(const Vector& x, const Tet& tet) {
  double squares = 0;
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = a + 1; b < 4; ++b) squares += (vertex(x, tet[a]) - vertex(x, tet[b])).squaredNorm();
  const double l_rms = std::sqrt(squares / 6);
  return 6 * std::numbers::sqrt2 * volume(x, tet) / (l_rms * l_rms * l_rms);
}

DihedralAngles dihedral_angles(const Vector& x, const Tet& tet) {
  std::array<Vec3, 4> normals;  // outward, of any length
  for (std::size_t f = 0; f < 4; ++f) {
    const auto corner = [&](std::size_t k) -> Vec3 { return vertex(x, tet[static_cast<std::size_t>(kTetFaces[f][k])]); };
    normals[f] = (corner(1) - corner(0)).cross(corner(2) - corner(0));
  }
  DihedralAngles angles{180, 0};
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = a + 1; b < 4; ++b) {
      const double angle = std::atan2(normals[a].cross(normals[b]).norm(), -normals[a].dot(normals[b])) * (180 / std::numbers::pi);
      angles = {std::min(angles.smallest, angle), std::max(angles.largest, angle)};
    }
  return angles;
}

MeshFigures figures(const TetMesh& mesh) {
  MeshFigures result;
  result.vertices = mesh.vertices();
  result.tets = static_cast<Index>(mesh.tets.size());
  const auto points = mesh.X.reshaped(3, mesh.vertices());
  result.lowest = points.rowwise().minCoeff();
  result.highest = points.rowwise().maxCoeff();

  result.worst_quality = 2;  // above every quality
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    const Tet& tet = mesh.tets[t];
    result.volume += volume(mesh.X, tet);
    if (const double q = quality(mesh.X, tet); q < result.worst_quality) {
      result.worst_quality = q;
      result.worst_tet = static_cast<Index>(t);
    }
    const DihedralAngles angles = dihedral_angles(mesh.X, tet);
    result.dihedral.smallest = std::min(result.dihedral.smallest, angles.smallest);
    result.dihedral.largest = std::max(result.dihedral.largest, angles.largest);
  }
  result.components = count_components(mesh.vertices(), mesh.tets, {});

  const SurfaceFigures skin = surface_figures(mesh.X, surface(mesh));
  result.surface_triangles = skin.triangles;
  result.watertight = skin.watertight;
  result.manifold = skin.manifold;

  for (const auto& [name, tets] : mesh.tet_sets) result.tet_sets[name] = static_cast<Index>(tets.size());
  for (const FileMaterial& material : mesh.materials) result.materials.push_back({material, 0});
  for (Index m : mesh.tet_material) ++result.materials[static_cast<std::size_t>(m)].tets;
  return result;
}

}  // namespace lilyan
