#include <lilyan/mesh/body_mesh.hpp>

#include <lilyan/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace lilyan {

Index KeptNumbers::now(Index before) const {
  if (old.empty()) return before;
  const auto found = std::lower_bound(old.begin(), old.end(), before);
  return found != old.end() && *found == before ? static_cast<Index>(found - old.begin()) : -1;
}

KeptNumbers kept_numbers(const std::vector<bool>& is_kept) {
  KeptNumbers numbers;
  for (std::size_t i = 0; i < is_kept.size(); ++i)
    if (is_kept[i]) numbers.old.push_back(static_cast<Index>(i));
  if (numbers.old.size() == is_kept.size()) return {};
  numbers.old_count = static_cast<Index>(is_kept.size());
  return numbers;
}

std::vector<Index> numbers_now(const KeptNumbers& numbers, const std::vector<Index>& before, const std::string& what) {
  if (numbers.old.empty()) return before;
  std::vector<Index> now, removed;
  for (const Index i : before) {
    if (i < 0 || i >= numbers.old_count)
      throw InputError(Fault{"select.index", "", fmt::format("index {} is not in 0 to {}", i, numbers.old_count - 1), ""});
    now.push_back(numbers.now(i));
    if (now.back() < 0) removed.push_back(i);
  }
  if (removed.empty()) return now;
  const std::string others = removed.size() == 1 ? "" : fmt::format(", and {} of those listed in all", removed.size());
  throw InputError(Fault{"select.removed", "", fmt::format("{} {} was removed by a void region{}", what, removed.front(), others),
                         "name what is left, or select by place"});
}

Vector kept_part(const KeptNumbers& numbers, const Vector& before) {
  if (numbers.old.empty()) return before;
  Vector now(3 * static_cast<Eigen::Index>(numbers.old.size()));
  for (std::size_t i = 0; i < numbers.old.size(); ++i) vertex(now, static_cast<Index>(i)) = vertex(before, numbers.old[i]);
  return now;
}

BodyMesh::BodyMesh(TetMesh mesh)
    : X(std::move(mesh.X)),
      cell_sets(std::move(mesh.tet_sets)),
      vertex_sets(std::move(mesh.vertex_sets)),
      materials(std::move(mesh.materials)),
      cell_material(std::move(mesh.tet_material)),
      notes(std::move(mesh.notes)) {
  cells.tets = std::move(mesh.tets);
}

TetMesh tets_of(const BodyMesh& mesh) {
  TetMesh tets;
  tets.X = mesh.X;
  tets.tets = mesh.cells.tets;
  return tets;
}

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
