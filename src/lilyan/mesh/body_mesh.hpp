// A body's rest shape, also without some of its cells.
#pragma once

#include <lilyan/core/vector.hpp>
#include <lilyan/mesh/cells.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace lilyan {

// The numbers that vertices or cells of a mesh had before some of them were removed.
//
// Those that stay keep their order. Whoever writes a scene counts the mesh as it was; the body that moves counts what is left.
struct KeptNumbers {
  std::vector<Index> old = {};  // of each that is left, the number that it had: ascending; empty: nothing was removed
  Index old_count = 0;          // how many there were, if something was removed

  bool operator==(const KeptNumbers&) const = default;

  Index before(Index now) const { return old.empty() ? now : old[static_cast<std::size_t>(now)]; }
  Index count_before(Index count_now) const { return old.empty() ? count_now : old_count; }
  Index now(Index before) const;  // -1: it was removed; before: one of 0 to count_before - 1
};

KeptNumbers kept_numbers(const std::vector<bool>& is_kept);

// The numbers now of what had the numbers `before`. Throws InputError if one of them was not there (id "select.index") or was
// removed (id "select.removed"). `what` is what is numbered, for example "tet".
std::vector<Index> numbers_now(const KeptNumbers& numbers, const std::vector<Index>& before, const std::string& what);

// Of three numbers for every vertex that there was, those of the vertices that are left.
Vector kept_part(const KeptNumbers& numbers, const Vector& before);

// Sets of vertices or cells are lists of indices, ascending, every index once: sorts them and removes what stands twice.
inline void make_set(std::vector<Index>& indices) {
  std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
}

// A body's rest shape: vertices, cells of one kind, and what a mesh file says about its parts.
struct BodyMesh {
  Vector X;                                               // rest positions [m], 3 a vertex
  Cells cells;                                            // all of one kind
  std::map<std::string, std::vector<Index>> cell_sets;    // sorted, each cell once
  std::map<std::string, std::vector<Index>> vertex_sets;  // named surfaces, curves and points: their vertices, sorted
  std::vector<FileMaterial> materials;                    // empty where the file gives none
  std::vector<Index> cell_material;                       // of every cell, an index into `materials`; empty where `materials` is
  std::vector<std::string> notes;                         // what a reader mended, in words for the user
  Vector masses;                                          // of a body of points [kg], one a vertex; empty for the others
  std::array<Index, 2> rows = {0, 0};                     // of a sheet: vertex (i, j) has the index i rows[1] + j; else 0
  KeptNumbers vertex_numbers, cell_numbers;               // from before cells were removed (with_cells)

  BodyMesh() = default;
  BodyMesh(TetMesh mesh);  // NOLINT(google-explicit-constructor): tets are bodies

  Index vertices() const { return static_cast<Index>(X.size() / 3); }
  CellKind kind() const { return cells.kind(0); }
};

// A copy of the vertices and tets alone, for what works on tets.
TetMesh tets_of(const BodyMesh& mesh);

// The cells that are kept, and the vertices that belong to them, in the order in which they stand in `mesh`, of which nothing was
// removed before. Sets lose what is removed, and may be empty then. is_kept: one for each cell, at least one of them true.
BodyMesh with_cells(const BodyMesh& mesh, const std::vector<bool>& is_kept);

}  // namespace lilyan
