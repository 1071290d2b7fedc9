// The faces of cells: where the outside touches a body (edges, if it is flat and has a thickness), and by which its cells hang
// together.
#pragma once

#include <lilyan/mesh/cells.hpp>

namespace lilyan {

struct Faces {
  std::vector<Triangle> triangles = {};
  std::vector<Quad> quads = {};
  std::vector<VertexPair> edges = {};
  std::vector<double> widths = {};  // of the faces that the edges stand for [m]

  bool empty() const { return triangles.empty() && quads.empty() && edges.empty(); }
  // Leaves the faces all of whose vertices are selected.
  void keep_whole(const std::vector<bool>& is_selected);
};

enum class FlatBody {
  sheet,  // triangles and quads are touched from their sides
  slice,  // they are a slice of a long body, touched along its rim
};

// Of tets and hexes the boundary, of triangles and quads as `flat` says; edges and points have none.
Faces outer_faces(const Cells& cells, FlatBody flat);

// The share of every vertex in the area of the faces [m^2]: a third of a triangle's, a half of an edge's, the integral of its shape
// function over a quad.
Vector area_of_vertices(const Vector& X, const Faces& faces);

// Cells hang together that share a face (of triangles and quads an edge, of edges and points a vertex).
Index pieces_by_faces(const Cells& cells);

// Cells hang together that share a vertex. A piece by faces that is not one by vertices turns freely about what it shares.
Index pieces_by_vertices(const Cells& cells);

}  // namespace lilyan
