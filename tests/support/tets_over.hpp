#pragma once

#include <lilyan/mesh/tet_mesh.hpp>

#include <initializer_list>
#include <utility>
#include <vector>

namespace lilyan::test {

// Tets over the given points, as they are.
inline TetMesh tets_over(std::initializer_list<double> coordinates, std::vector<Tet> tets) {
  TetMesh mesh;
  mesh.X = Eigen::Map<const Vector>(std::data(coordinates), static_cast<Eigen::Index>(coordinates.size()));
  mesh.tets = std::move(tets);
  return mesh;
}

// Two tets that have one vertex in common, and two that have one edge in common.
inline TetMesh tets_at_a_vertex() {
  return tets_over({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0, 0, -1, 0, 0, 0, -1}, {{0, 1, 2, 3}, {0, 5, 4, 6}});
}
inline TetMesh tets_at_an_edge() {
  return tets_over({0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, -1, 0, 0, -1, -1, 0}, {{0, 2, 3, 1}, {0, 4, 5, 1}});
}

}  // namespace lilyan::test
