// What of a body is seen: a surface of triangles with fields at its vertices, for pictures and for other programs.
#pragma once

#include <lilyan/mesh/cells.hpp>
#include <lilyan/mesh/triangle_mesh.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace lilyan {

struct MeshField {
  std::string name;
  int components = 1;
  std::vector<double> values;  // `components` a vertex (or cell), one vertex after the other
};

// nullptr where none of that name is there.
const MeshField* find_field(const std::vector<MeshField>& fields, std::string_view name);

struct Skin {
  Vector x;                         // positions [m], 3 a vertex
  std::vector<Triangle> triangles;  // counter-clockwise seen from outside
  std::vector<MeshField> fields;    // at the vertices

  Index vertices() const { return static_cast<Index>(x.size() / 3); }
};

// What cells show at the positions x: the boundary of tets and hexes, triangles and quads themselves, edges as tubes and lone
// points as balls. Of a body with faces only the vertices on these are kept, in their order. A field of the cells becomes one of
// the vertices: the mean over the cells at a vertex, weighted by their volumes at x. Triangles, quads, edges and points all of
// whose vertices belong to cells of more dimensions are parts of these, and not shown again.
class CellSkin {
 public:
  // `radius` [m] of the tubes; balls have three times it.
  explicit CellSkin(Cells cells, double radius = 0);

  Skin at(const Vector& x, const std::vector<MeshField>& vertex_fields = {}, const std::vector<MeshField>& cell_fields = {}) const;

 private:
  void show_faces();
  void show_tubes();
  void show_balls();
  Index show(Index vertex);  // its place in `shown_`

  Cells cells_;
  double radius_;
  std::vector<Index> shown_;       // vertices of the body that are seen
  std::vector<Index> place_;       // of a vertex of the body among those; -1: inside
  std::vector<Index> stands_for_;  // of every vertex of the skin, the place of the body's vertex that it stands for
  std::vector<Triangle> triangles_;
  std::vector<VertexPair> tubes_;  // by places, in the order of their rings
  std::vector<Index> balls_;       // by places
};

// How thick edges are shown among all that is at x [m].
double tube_radius(const Vector& x);

}  // namespace lilyan
