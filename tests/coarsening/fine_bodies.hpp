// Fine bodies of boxes that the tests of coarsening share, and coarse meshes around them.
#pragma once

#include <lilyan/coarsening/coarse_mesh.hpp>
#include <lilyan/coarsening/fine_body.hpp>
#include <lilyan/mesh/box.hpp>

#include <functional>
#include <vector>

namespace lilyan::test {

inline const Law kSoft = Linear{1, 0.5};  // mu, lambda [Pa]
inline Law scaled_soft(double factor) { return Linear{factor, 0.5 * factor}; }

// A box from the origin, of Kuhn's tets; law k is kSoft times stiffness[k], and law_at tells the law of a cell by its middle.
struct FineBox {
  Vec3 size = Vec3(4, 1, 1);
  std::array<Index, 3> cells = {32, 8, 8};
  std::vector<double> stiffness = {1};
  std::function<Index(const Vec3&)> law_at = [](const Vec3&) { return Index{0}; };
  std::function<bool(const Vec3&)> held = [](const Vec3&) { return false; };
};

inline FineBody fine_body_of(const FineBox& spec, Vector X, Cells cells) {
  std::vector<Law> laws;
  for (double factor : spec.stiffness) laws.push_back(scaled_soft(factor));
  const Vector middles = centroids(X, cells);
  std::vector<Index> law_of_cell;
  for (Index e = 0; e < cells.count(); ++e) law_of_cell.push_back(spec.law_at(vertex(middles, e)));
  std::vector<bool> held(static_cast<std::size_t>(X.size()), false);
  for (Index i = 0; i < X.size() / 3; ++i)
    if (spec.held(vertex(X, i)))
      for (Index axis = 0; axis < 3; ++axis) held[static_cast<std::size_t>(3 * i + axis)] = true;
  std::vector<double> density(static_cast<std::size_t>(cells.count()), 1);
  return make_fine_body(std::move(X), std::move(cells), laws, std::move(law_of_cell), std::move(density), std::move(held));
}

inline FineBody fine_box(const FineBox& spec) {
  TetMesh mesh = box(spec.size, spec.cells, 0.5 * spec.size, Split::six);
  Cells cells;
  cells.tets = std::move(mesh.tets);
  return fine_body_of(spec, std::move(mesh.X), std::move(cells));
}

// A rectangle of triangles from the origin, two per square.
inline FineBody fine_rectangle(const FineBox& spec, double thickness = 1) {
  const auto [nx, ny, nz] = spec.cells;
  Vector X(3 * (nx + 1) * (ny + 1));
  Cells cells;
  const auto at = [n = ny + 1](Index i, Index j) { return i * n + j; };
  for (Index i = 0; i <= nx; ++i)
    for (Index j = 0; j <= ny; ++j) vertex(X, at(i, j)) = Vec3(spec.size[0] * i / nx, spec.size[1] * j / ny, 0);
  for (Index i = 0; i < nx; ++i)
    for (Index j = 0; j < ny; ++j) {
      cells.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      cells.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  cells.thickness.assign(cells.triangles.size(), thickness);
  return fine_body_of(spec, std::move(X), std::move(cells));
}

inline CoarseMesh hex_cage(const Vec3& size, const std::array<Index, 3>& cells, const Vec3& center) {
  BodyMesh mesh = hex_box(size, cells, center);
  return {std::move(mesh.X), std::move(mesh.cells)};
}

inline CoarseMesh quad_cage(const Vec3& low, const Vec3& size, Index nx, Index ny) {
  CoarseMesh mesh;
  mesh.X.resize(3 * (nx + 1) * (ny + 1));
  const auto at = [n = ny + 1](Index i, Index j) { return i * n + j; };
  for (Index i = 0; i <= nx; ++i)
    for (Index j = 0; j <= ny; ++j) vertex(mesh.X, at(i, j)) = low + Vec3(size[0] * i / nx, size[1] * j / ny, 0);
  for (Index i = 0; i < nx; ++i)
    for (Index j = 0; j < ny; ++j) mesh.cells.quads.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
  return mesh;
}

}  // namespace lilyan::test
