// A fine surface carried by a coarse body: each of its vertices keeps its place in a tet.
//
//   x_s = sum_k w_k x_(tet, k),    sum_k w_k = 1,
//
// with the barycentric weights w of the rest shape. The surface then follows every affine motion of the body exactly, and any
// other as far as the tets can tell. A vertex outside the body takes the nearest tet; one of its weights is negative.
#pragma once

#include <lilyan/mesh/skin.hpp>
#include <lilyan/mesh/tet_mesh.hpp>
#include <lilyan/mesh/triangle_mesh.hpp>

#include <array>
#include <vector>

namespace lilyan {

struct Embedding {
  struct Anchor {
    Index tet = 0;
    std::array<double, 4> weights = {};  // of the tet's vertices, in its order; they sum to 1
  };

  TriangleMesh surface;         // at rest
  std::vector<Tet> tets;        // of the body that carries it, in the body's own vertex numbers
  std::vector<Anchor> anchors;  // one a vertex of the surface

  // The surface's vertices where the body's are at x (its own only, 3 a vertex).
  Vector at(const Vector& x) const;

  // A field of the body's vertices at those of the surface. Nothing is extrapolated: a negative weight counts as 0.
  MeshField carry(const MeshField& vertex_field) const;

  // The surface as it is seen. A field of the tets is first averaged to the body's vertices, weighted by the volumes at x.
  Skin skin(const Vector& x, const std::vector<MeshField>& vertex_fields = {}, const std::vector<MeshField>& tet_fields = {}) const;
};

// By finding the tet that each vertex of the surface lies in. Both at rest, in the same place.
Embedding embed(TriangleMesh surface, const TetMesh& body);

// How far each vertex of the surface lies outside the body, both at rest [m]; 0 inside.
std::vector<double> overhangs(const Embedding& embedding, const Vector& X);

}  // namespace lilyan
