// A cage of boxes around a body: its bounding box, divided along x, y and z.
#pragma once

#include <lilyan/coarsening/coarse_mesh.hpp>
#include <lilyan/coarsening/fine_body.hpp>

#include <array>
#include <vector>

namespace lilyan {

// A plane at which cells of the cage shall end, for example where pins do.
struct CagePlane {
  int axis;         // 0: x, 1: y, 2: z
  double position;  // [m]
};

// So many cells along x, y and z (of a slice along x and y), of equal length between the planes: each part between two planes gets
// its share of the cells, at least one, so that there can be a few more. Planes that miss the body change nothing. Hexes; quads of
// a slice.
CoarseMesh cage_around(const FineBody& body, const std::array<Index, 3>& cells, const std::vector<CagePlane>& planes = {});

// Numbers of cells of about equal edges, about `wanted` boxes around the body together.
std::array<Index, 3> even_cells(const FineBody& body, double wanted);

}  // namespace lilyan
