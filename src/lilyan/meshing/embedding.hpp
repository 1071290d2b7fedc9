// A fine surface carried by the cells of a coarse body: each of its vertices keeps its place in a tet or a hex.
//
//   x_s = sum_k w_k x_(cell, k),    sum_k w_k = 1,
//
// with the weights w of the rest shape: barycentric in a tet, the shape functions in a hex. The surface then follows every affine
// motion of the body exactly, one carried by hexes every trilinear motion of each, and any other as far as the cells can tell. A
// vertex outside the body takes the nearest cell; one of its weights is negative.
#pragma once

#include <lilyan/mesh/carried_surface.hpp>
#include <lilyan/mesh/cells.hpp>

#include <array>
#include <vector>

namespace lilyan {

template <class Cell>  // Tet or Hex
class Embedding final : public CarriedSurface {
 public:
  static constexpr std::size_t kCorners = std::tuple_size_v<Cell>;
  struct Anchor {
    Index cell = 0;
    std::array<double, kCorners> weights = {};  // of the cell's vertices, in its order; they sum to 1
  };

  // `cells` of the body that carries it, in the body's own vertex numbers; one anchor per vertex of the surface.
  Embedding(TriangleMesh surface, std::vector<Cell> cells, std::vector<Anchor> anchors);

  const std::vector<Anchor>& anchors() const { return anchors_; }

  Vector at(const Vector& x) const override;

  // Nothing is extrapolated: a negative weight counts as 0. A field of the cells is first averaged to the body's vertices, weighted
  // by the volumes at x.
  std::vector<MeshField> fields(const Vector& x, const std::vector<MeshField>& vertex_fields,
                                const std::vector<MeshField>& cell_fields) const override;

  std::vector<double> overhangs(const Vector& X) const override;

 private:
  MeshField carry(const MeshField& vertex_field) const;

  std::vector<Cell> cells_;
  std::vector<Anchor> anchors_;
};

using TetEmbedding = Embedding<Tet>;
using HexEmbedding = Embedding<Hex>;

// By finding the cell that each vertex of the surface lies in. Both at rest, in the same place.
TetEmbedding embed(TriangleMesh surface, const TetMesh& body);
HexEmbedding embed(TriangleMesh surface, const Vector& X, const std::vector<Hex>& hexes);

}  // namespace lilyan
