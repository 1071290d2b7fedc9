// The coarse cells that a body is coarsened into: boxes (hexes; quads for a slice), tets or triangles, around the body or in it.
#pragma once

#include <lilyan/coarsening/fine_body.hpp>
#include <lilyan/coarsening/simplex.hpp>
#include <lilyan/mesh/cells.hpp>

#include <array>
#include <vector>

namespace lilyan {

struct CoarseMesh {
  Vector X;          // rest positions [m], 3 per vertex
  Cells cells = {};  // hexes, tets or triangles; quads in a plane z = constant
};

// Coarse cells are hexes or quads, or else tets or triangles.
inline bool is_of_boxes(const Cells& cells) { return !cells.hexes.empty() || !cells.quads.empty(); }

// What the body is cut by: the sides of a coarse cell, and a box around it for coordinates.
struct CuttingCell {
  LocalFrame frame;
  std::vector<HalfSpace> sides;
  double measure = 0;  // volume [m^3], or area of a quad or triangle [m^2]
};

// A coarse cell that is an axis-parallel box, its corners in the order of hexes or quads (mesh/shape_functions.hpp), whatever
// the order in which the mesh lists them.
struct BoxCell : CuttingCell {
  int dimension = 3;
  std::vector<Index> corners;  // 8, or 4 of a quad
  std::vector<Vec3> signs;     // local coordinates of the corners: 1 or -1 each, the third of a quad 0
};

// The hexes (dimension 3) or quads (dimension 2) as boxes; z is taken from `frame_z` in dimension 2. Throws InputError (id
// "coarsening.boxes") if there are none or one is no axis-parallel box.
std::vector<BoxCell> box_cells(const CoarseMesh& mesh, int dimension, double frame_z);

// The tets or triangles. Throws InputError (id "coarsening.simplices") if there are none or one is flat.
std::vector<CuttingCell> simplex_cells(const CoarseMesh& mesh, int dimension, double frame_z);

// A plane at which cells of the cage shall end, for example where pins do.
struct CagePlane {
  int axis;         // 0: x, 1: y, 2: z
  double position;  // [m]
};

// A cage of boxes around a body: its bounding box, divided along x, y and z.
//
// So many cells along x, y and z (of a slice along x and y), of equal length between the planes: each part between two planes gets
// its share of the cells, at least one, so that there can be a few more. Planes that miss the body change nothing. Hexes; quads of
// a slice.
CoarseMesh cage_around(const FineBody& body, const std::array<Index, 3>& cells, const std::vector<CagePlane>& planes = {});

// Numbers of cells of about equal edges, about `wanted` boxes around the body together.
std::array<Index, 3> even_cells(const FineBody& body, double wanted);

}  // namespace lilyan
