#include <lilyan/mesh/parts/remove_cells.hpp>

#include <algorithm>
#include <cassert>

namespace lilyan {

namespace {

// The members of `all`, which are numbered from `first` on, that are kept.
template <class Member>
std::vector<Member> kept_of(const std::vector<Member>& all, const std::vector<bool>& is_kept, Index first = 0) {
  std::vector<Member> kept;
  for (std::size_t k = 0; k < all.size(); ++k)
    if (is_kept[static_cast<std::size_t>(first) + k]) kept.push_back(all[k]);
  return kept;
}

Cells kept_cells(const Cells& cells, const std::vector<bool>& is_kept) {
  Cells kept;
  kept.tets = kept_of(cells.tets, is_kept, cells.first(CellKind::tet));
  kept.hexes = kept_of(cells.hexes, is_kept, cells.first(CellKind::hex));
  kept.triangles = kept_of(cells.triangles, is_kept, cells.first(CellKind::triangle));
  kept.edges = kept_of(cells.edges, is_kept, cells.first(CellKind::edge));
  kept.points = kept_of(cells.points, is_kept, cells.first(CellKind::point));
  kept.thickness = kept_of(cells.thickness, is_kept, cells.first(CellKind::triangle));
  kept.cross_section = kept_of(cells.cross_section, is_kept, cells.first(CellKind::edge));
  return kept;
}

void renumber(const KeptNumbers& numbers, Index& vertex) { vertex = numbers.now(vertex); }

template <class Cell>
void renumber(const KeptNumbers& numbers, Cell& cell) {
  for (Index& vertex : cell) vertex = numbers.now(vertex);
}

template <class Cell>
void renumber_all(const KeptNumbers& numbers, std::vector<Cell>& cells) {
  for (Cell& cell : cells) renumber(numbers, cell);
}

void renumber_sets(const KeptNumbers& numbers, std::map<std::string, std::vector<Index>>& sets) {
  for (auto& [name, set] : sets) {
    renumber(numbers, set);
    std::erase(set, -1);
  }
}

}  // namespace

BodyMesh with_cells(const BodyMesh& mesh, const std::vector<bool>& is_kept) {
  assert(mesh.cell_numbers.old.empty() && is_kept.size() == static_cast<std::size_t>(mesh.cells.count()));
  std::vector<bool> is_used(static_cast<std::size_t>(mesh.vertices()), false);
  for (Index e = 0; e < mesh.cells.count(); ++e)
    if (is_kept[static_cast<std::size_t>(e)])
      for (const Index i : mesh.cells.vertices(e)) is_used[static_cast<std::size_t>(i)] = true;

  BodyMesh kept = mesh;
  kept.cell_numbers = kept_numbers(is_kept);
  kept.vertex_numbers = kept_numbers(is_used);
  kept.X = kept_part(kept.vertex_numbers, mesh.X);
  kept.cells = kept_cells(mesh.cells, is_kept);
  renumber_all(kept.vertex_numbers, kept.cells.tets);
  renumber_all(kept.vertex_numbers, kept.cells.hexes);
  renumber_all(kept.vertex_numbers, kept.cells.triangles);
  renumber_all(kept.vertex_numbers, kept.cells.edges);
  renumber_all(kept.vertex_numbers, kept.cells.points);
  renumber_sets(kept.cell_numbers, kept.cell_sets);
  renumber_sets(kept.vertex_numbers, kept.vertex_sets);
  if (!mesh.cell_material.empty()) kept.cell_material = kept_of(mesh.cell_material, is_kept);
  if (mesh.masses.size() > 0) {
    const std::vector<double> all(mesh.masses.begin(), mesh.masses.end()), left = kept_of(all, is_used);
    kept.masses = Eigen::Map<const Vector>(left.data(), static_cast<Eigen::Index>(left.size()));
  }
  if (!kept.cell_numbers.old.empty()) kept.rows = {0, 0};
  return kept;
}

}  // namespace lilyan
