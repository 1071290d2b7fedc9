// Elements of one kind at rest, eight at a time. They know no law.
//
//   F = sum_{a>=1} (x_a - x_0) g_a^T (+ e_z e_z^T in plane strain)      deformation gradient, g_a = grad N_a [1/m]
//
// Elements near in space are near in number. Chunks of batches are coloured, so that kernels scatter on any number of threads and
// every vertex receives its contributions in the same order.
#pragma once

#include <lilyan/algebra/block_matrix.hpp>
#include <lilyan/algebra/element_schedule.hpp>
#include <lilyan/energy/elements/elements.hpp>

#include <memory>
#include <vector>

namespace lilyan {

// Lanes past the last element repeat it with volume 0.
template <class E>
struct ElementBatch {
  Index vertex[E::kVertices][kLanes];  // ascending within an element
  typename E::Rest rest;
  Lanes V[E::kPoints];  // volume of each point [m^3]
};

template <class E>
class ElementBatches {
 public:
  static constexpr int kBlocks = E::kVertices * (E::kVertices + 1) / 2;  // of an element in the pattern

  // The cells cells[members[k]]; `thickness` [m], one a cell, is 1 where empty.
  ElementBatches(const Vector& X, const std::vector<typename E::Cell>& cells, const std::vector<double>& thickness,
                 const std::vector<Index>& members);

  Index size() const { return static_cast<Index>(batches_.size()); }
  const ElementBatch<E>& operator[](Index batch) const { return batches_[batch]; }
  // Lanes of a batch that are elements: the first of them.
  int used(Index batch) const { return static_cast<int>(std::min<Index>(kLanes, elements_ - batch * kLanes)); }
  // The k of the cell that a lane holds.
  Index member(Index batch, int lane) const { return member_[batch * kLanes + lane]; }
  const ElementSchedule& schedule() const { return *schedule_; }

  void connect(BlockPatternBuilder& pattern);
  // Where the blocks of a batch are in a pattern that `connect` was called for: kBlocks of each element.
  const Index* places(const BlockPattern& pattern, Index batch) const {
    return pattern.places(group_).data() + static_cast<std::ptrdiff_t>(batch) * kLanes * kBlocks;
  }

  // Gives the elements the rest shape X. Those without volume there get volume 0.
  void set_rest_shape(const Vector& X);

 private:
  Index elements_;
  std::vector<ElementBatch<E>> batches_;
  std::vector<Index> member_;                        // one a lane
  std::shared_ptr<const ElementSchedule> schedule_;  // over batches
  int group_ = -1;                                   // in the block pattern
};

// x_a - x_0 of the vertices a >= 1.
template <class E>
struct Edges {
  Lanes d[E::kVertices - 1][3];

  Edges(const ElementBatch<E>& batch, const Vector& x) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const double* x0 = x.data() + 3 * static_cast<std::ptrdiff_t>(batch.vertex[0][lane]);
      for (int a = 0; a < E::kVertices - 1; ++a) {
        const double* xa = x.data() + 3 * static_cast<std::ptrdiff_t>(batch.vertex[a + 1][lane]);
        for (int i = 0; i < 3; ++i) d[a][i][lane] = xa[i] - x0[i];
      }
    }
  }

  Tensor<Lanes> deformation_gradient(const Vec<Lanes> (&g)[E::kVertices - 1]) const {
    Tensor<Lanes> F;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        F[i][k] = d[0][i] * g[0][k];
        for (int a = 1; a < E::kVertices - 1; ++a) F[i][k] += d[a][i] * g[a][k];
      }
    if constexpr (E::kPlane) F[2][2] += 1.0;
    return F;
  }
};

extern template class ElementBatches<TetElement>;
extern template class ElementBatches<HexElement>;
extern template class ElementBatches<TriangleElement>;

}  // namespace lilyan
