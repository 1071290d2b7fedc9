#include <lilyan/meshing/shapes.hpp>

namespace lilyan {

namespace {

// Triangles over (i, j), counter-clockwise where the first side is x and the second y.
BodyMesh lattice(const std::array<double, 2>& size, const std::array<Index, 2>& cells, double thickness) {
  const auto [m, n] = cells;
  BodyMesh mesh;
  mesh.X = Vector::Zero(3 * (Eigen::Index{m} + 1) * (n + 1));
  for (Index i = 0; i <= m; ++i)
    for (Index j = 0; j <= n; ++j)
      vertex(mesh.X, i * (n + 1) + j) = Vec3(size[0] * (double(i) / m - 0.5), size[1] * (double(j) / n - 0.5), 0);
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < n; ++j) {
      const Index a = i * (n + 1) + j, b = a + n + 1, c = b + 1, d = a + 1;  // counter-clockwise
      if ((i + j) % 2 == 0)
        mesh.cells.triangles.insert(mesh.cells.triangles.end(), {{a, b, c}, {a, c, d}});
      else
        mesh.cells.triangles.insert(mesh.cells.triangles.end(), {{a, b, d}, {b, c, d}});
    }
  mesh.cells.thickness.assign(mesh.cells.triangles.size(), thickness);
  return mesh;
}

}  // namespace

BodyMesh rectangle(const std::array<double, 2>& size, const std::array<Index, 2>& cells, const Vec3& center, double thickness) {
  BodyMesh mesh = lattice(size, cells, thickness);
  mesh.X.reshaped(3, mesh.vertices()).colwise() += center;
  return mesh;
}

BodyMesh sheet(const std::array<double, 2>& size, const std::array<Index, 2>& cells, const Vec3& center, double thickness) {
  BodyMesh mesh = lattice(size, cells, thickness);
  for (Index i = 0; i < mesh.vertices(); ++i) {
    const Vec3 flat = vertex(mesh.X, i);
    vertex(mesh.X, i) = center + Vec3(flat[0], 0, flat[1]);
  }
  for (Triangle& triangle : mesh.cells.triangles) std::swap(triangle[1], triangle[2]);  // z comes before x where y is up
  mesh.rows = {cells[0] + 1, cells[1] + 1};
  return mesh;
}

BodyMesh rod(const Vec3& from, const Vec3& to, Index cells, double cross_section) {
  BodyMesh mesh;
  mesh.X.resize(3 * (Eigen::Index{cells} + 1));
  for (Index i = 0; i <= cells; ++i) vertex(mesh.X, i) = from + double(i) / cells * (to - from);
  for (Index i = 0; i < cells; ++i) mesh.cells.edges.push_back({i, i + 1});
  mesh.cells.cross_section.assign(mesh.cells.edges.size(), cross_section);
  return mesh;
}

}  // namespace lilyan
