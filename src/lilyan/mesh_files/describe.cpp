#include <lilyan/mesh/shape_functions.hpp>
#include <lilyan/mesh_files/describe.hpp>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

void describe_tets(const MeshContent& content, const TetFaults& faults, MeshDescription& result) {
  TetMesh mesh;
  mesh.X = content.X;
  mesh.tets = content.tets;
  for (Index t : faults.inverted) std::swap(mesh.tets[static_cast<std::size_t>(t)][2], mesh.tets[static_cast<std::size_t>(t)][3]);
  result.inverted = static_cast<Index>(faults.inverted.size());
  result.degenerate = static_cast<Index>(faults.degenerate.size());
  result.duplicate = static_cast<Index>(faults.duplicate.size());

  result.worst_quality = 2;  // above every quality
  std::vector<char> flat(mesh.tets.size(), 0);
  for (Index t : faults.degenerate) flat[static_cast<std::size_t>(t)] = 1;
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    const double q = flat[t] ? 0 : quality(mesh.X, mesh.tets[t]);
    if (q < result.worst_quality) {
      result.worst_quality = q;
      result.worst_tet = content.origin.tet(static_cast<Index>(t)).id;
    }
    if (flat[t]) continue;
    result.volume += volume(mesh.X, mesh.tets[t]);
    const DihedralAngles angles = dihedral_angles(mesh.X, mesh.tets[t]);
    result.dihedral.smallest = std::min(result.dihedral.smallest, angles.smallest);
    result.dihedral.largest = std::max(result.dihedral.largest, angles.largest);
  }
  result.surface = surface_figures(mesh.X, surface(mesh));
}

void describe_triangles(const MeshContent& content, MeshDescription& result) {
  std::vector<Triangle> keys = content.triangles;
  for (Triangle& key : keys) {
    std::sort(key.begin(), key.end());
    result.degenerate_triangles += key[0] == key[1] || key[1] == key[2];
  }
  std::sort(keys.begin(), keys.end());
  result.duplicate_triangles = static_cast<Index>(keys.end() - std::unique(keys.begin(), keys.end()));
  if (content.tets.empty() && content.hexes.empty()) result.surface = surface_figures(content.X, content.triangles);
}

void describe_hexes(const MeshContent& content, MeshDescription& result) {
  for (const Hex& hex : content.hexes) result.volume += std::abs(hex_volume(content.X, hex));
  result.surface = surface_figures(content.X, surface(Cells{{}, content.hexes}));
}

// Tets that join the vertices of every hex, beside those there are: for counting parts.
std::vector<Tet> joined(const MeshContent& content) {
  std::vector<Tet> tets = content.tets;
  for (const Hex& h : content.hexes)
    tets.insert(tets.end(), {{h[0], h[1], h[2], h[3]}, {h[3], h[4], h[5], h[6]}, {h[0], h[4], h[6], h[7]}});
  return tets;
}

Index count_unused(const MeshContent& content) {
  std::vector<char> used(static_cast<std::size_t>(content.vertices()), 0);
  for (const Tet& tet : content.tets)
    for (Index i : tet) used[static_cast<std::size_t>(i)] = 1;
  for (const Hex& hex : content.hexes)
    for (Index i : hex) used[static_cast<std::size_t>(i)] = 1;
  for (const Triangle& triangle : content.triangles)
    for (Index i : triangle) used[static_cast<std::size_t>(i)] = 1;
  for (Index i : content.other_vertices) used[static_cast<std::size_t>(i)] = 1;
  return static_cast<Index>(std::count(used.begin(), used.end(), 0));
}

}  // namespace

MeshDescription describe(const MeshContent& content) {
  MeshDescription result;
  result.vertices = content.vertices();
  result.tets = static_cast<Index>(content.tets.size());
  result.hexes = static_cast<Index>(content.hexes.size());
  result.triangles = static_cast<Index>(content.triangles.size());
  if (result.vertices > 0) {
    const auto points = content.X.reshaped(3, content.vertices());
    result.lowest = points.rowwise().minCoeff();
    result.highest = points.rowwise().maxCoeff();
  }
  result.components = count_components(content.vertices(), joined(content), content.triangles);
  result.unused_vertices = count_unused(content);
  if (!content.tets.empty()) describe_tets(content, find_faults(content.X, content.tets), result);
  if (content.tets.empty() && !content.hexes.empty()) describe_hexes(content, result);
  describe_triangles(content, result);
  result.tets_of_material.assign(content.materials.size(), 0);
  for (Index m : content.tet_material) ++result.tets_of_material[static_cast<std::size_t>(m)];
  return result;
}

}  // namespace lilyan
