// Bodies of cubes: cells of a lattice, each given to a part.
#pragma once

#include "cut_mesh.hpp"

#include <lilyan/mesh/body_mesh.hpp>

#include <array>
#include <functional>
#include <map>

namespace bodies {

using Cell = std::array<int, 3>;

// Cells from `low` up to, not including, `high`.
struct CellRange {
  Cell low, high;
};

class Voxels {
 public:
  explicit Voxels(double edge) : edge_(edge) {}  // [m]

  // The cells of the range whose middles, in cells, pass; those that are taken already stay as they are.
  void paint(Index part, const CellRange& range, const std::function<bool(const Vec3&)>& is_inside);
  void paint(Index part, const CellRange& range);

  struct Mesh {
    lilyan::BodyMesh body;
    std::vector<Index> part_of_cell;
  };
  Mesh mesh() const;  // the lattice's origin is that of the mesh

 private:
  double edge_;
  std::map<Cell, Index> part_of_cell_;
};

}  // namespace bodies
