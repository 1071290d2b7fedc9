// The cells of a VTK grid, sorted into tets, hexes, triangles, edges, points and what is left out.
#pragma once

#include <lilyan/mesh_files/vtk/vtk_grid.hpp>

#include <cstdint>
#include <functional>
#include <map>

namespace lilyan {

// VTK's numbers of the cells that are named here.
enum VtkCell : std::int64_t {
  kVtkVertex = 1,
  kVtkLine = 3,
  kVtkTriangle = 5,
  kVtkStrip = 6,
  kVtkPolygon = 7,
  kVtkPixel = 8,
  kVtkQuad = 9,
  kVtkTet = 10,
  kVtkHex = 12,
};

// Cell c has the vertices connectivity[offsets[c - 1]] to connectivity[offsets[c]], where offsets[-1] is 0.
struct VtkCells {
  std::vector<std::int64_t> connectivity, offsets, types;
};

// What is wrong goes to this function, which throws.
using VtkFail = std::function<void(const char* id, std::string message)>;

// Adds cells to the grid whose vertices are there, and remembers which cell became what.
class VtkCellSorter {
 public:
  explicit VtkCellSorter(VtkGrid& grid) : grid_(grid) {}

  void add(const VtkCells& cells, const VtkFail& fail);
  // A field of all the cells that were added, with `components` values each.
  void add_field(const MeshField& field);
  void add_notes() const;  // on what was left out
  std::int64_t cells() const { return cells_; }

 private:
  void add_triangle(Triangle triangle, std::int64_t cell, const VtkFail& fail);

  VtkGrid& grid_;
  std::int64_t cells_ = 0;
  std::vector<std::int64_t> tet_cell_, hex_cell_, triangle_cell_, edge_cell_, point_cell_;  // the cell that each of them was
  std::map<std::int64_t, std::int64_t> left_out_;                                           // number of cells by type
};

// Throws through `fail` unless there are exactly three finite coordinates a vertex.
Vector vtk_positions(const std::vector<double>& values, const VtkFail& fail);

}  // namespace lilyan
