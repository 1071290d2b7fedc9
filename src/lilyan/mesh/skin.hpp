// What of a body is seen: a surface of triangles with fields at its vertices, for pictures and for other programs.
#pragma once

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

// The boundary of a tet body at the positions x. Only the vertices on it are kept, in their order. A field of the tets becomes one
// of the vertices: the mean over the tets at a vertex, weighted by their volumes at x.
class TetSkin {
 public:
  explicit TetSkin(const std::vector<Tet>& tets);

  Skin at(const Vector& x, const std::vector<MeshField>& vertex_fields = {}, const std::vector<MeshField>& tet_fields = {}) const;

 private:
  std::vector<Tet> tets_;
  std::vector<Index> vertices_;  // of the body, that are seen
  std::vector<Index> place_;     // of a vertex of the body among those; -1: inside
  std::vector<Triangle> triangles_;
};

}  // namespace lilyan
