// A fine surface carried by a coarse body: each of its vertices keeps its place in a tet.
//
//   x_s = sum_k w_k x_(tet, k),    sum_k w_k = 1,
//
// with the barycentric weights w of the rest shape. The surface then follows every affine motion of the body exactly, and any
// other as far as the tets can tell. A vertex outside the body takes the nearest tet; one of its weights is negative.
#pragma once

#include <lilyan/mesh/carried_surface.hpp>
#include <lilyan/mesh/tet_mesh.hpp>

#include <array>
#include <vector>

namespace lilyan {

class Embedding final : public CarriedSurface {
 public:
  struct Anchor {
    Index tet = 0;
    std::array<double, 4> weights = {};  // of the tet's vertices, in its order; they sum to 1
  };

  // `tets` of the body that carries it, in the body's own vertex numbers; one anchor per vertex of the surface.
  Embedding(TriangleMesh surface, std::vector<Tet> tets, std::vector<Anchor> anchors);

  const std::vector<Anchor>& anchors() const { return anchors_; }

  Vector at(const Vector& x) const override;

  // Nothing is extrapolated: a negative weight counts as 0. A field of the tets is first averaged to the body's vertices, weighted
  // by the volumes at x.
  std::vector<MeshField> fields(const Vector& x, const std::vector<MeshField>& vertex_fields,
                                const std::vector<MeshField>& tet_fields) const override;

  std::vector<double> overhangs(const Vector& X) const override;

 private:
  MeshField carry(const MeshField& vertex_field) const;

  std::vector<Tet> tets_;
  std::vector<Anchor> anchors_;
};

// By finding the tet that each vertex of the surface lies in. Both at rest, in the same place.
Embedding embed(TriangleMesh surface, const TetMesh& body);

}  // namespace lilyan
