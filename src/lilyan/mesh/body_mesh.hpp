// A body's rest shape: vertices, cells of one kind, and what a mesh file says about its parts.
#pragma once

#include <lilyan/mesh/cells.hpp>
#include <lilyan/mesh/parts/kept_numbers.hpp>

namespace lilyan {

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
  KeptNumbers vertex_numbers, cell_numbers;               // from before cells were removed (remove_cells.hpp)

  BodyMesh() = default;
  BodyMesh(TetMesh mesh);  // NOLINT(google-explicit-constructor): tets are bodies

  Index vertices() const { return static_cast<Index>(X.size() / 3); }
  CellKind kind() const { return cells.kind(0); }
};

// A copy of the vertices and tets alone, for what works on tets.
TetMesh tets_of(const BodyMesh& mesh);

}  // namespace lilyan
