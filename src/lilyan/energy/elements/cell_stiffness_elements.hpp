// Many cells with stiffnesses of their own (cell_stiffness.hpp), and sums over them that are the same for any number of threads.
#pragma once

#include <lilyan/algebra/element_schedule.hpp>
#include <lilyan/energy/elements/cell_stiffness.hpp>

#include <vector>

namespace lilyan {

template <int kDim>
class CellStiffnessElements {
 public:
  using Element = CellStiffness<kDim>;

  explicit CellStiffnessElements(std::vector<Element> cells) : cells_(std::move(cells)) {
    constexpr Index kCellsPerChunk = 8;
    schedule_ = ElementSchedule(vertices(), Element::kVertices, kCellsPerChunk);
  }

  const std::vector<Element>& cells() const { return cells_; }
  int connect(BlockPatternBuilder& pattern) const { return pattern.add(vertices(), Element::kVertices); }  // returns their group

  // Sums over the cells; state(e) is what cell e is at the positions of interest.
  template <class StateOf>
  double sum(const StateOf& state) const {
    return schedule_.sum([&](const ElementSchedule::Chunk& chunk) {
      double W = 0;
      for (Index e = chunk.begin; e < chunk.end; ++e) W += state(e).W;
      return W;
    });
  }

  template <class StateOf>
  double add_gradient(double w, Vector& g, const StateOf& state) const {
    return schedule_.scatter_and_sum([&](const ElementSchedule::Chunk& chunk) {
      double W = 0;
      for (Index e = chunk.begin; e < chunk.end; ++e) {
        const typename Element::State here = state(e);
        const typename Element::Corners forces = w * here.gradient();
        for (int a = 0; a < Element::kVertices; ++a) vertex(g, cells_[e].vertices()[a]).template head<kDim>() += forces.col(a);
        W += here.W;
      }
      return W;
    });
  }

  // hessian(e): what cell e adds.
  template <class HessianOf>
  void add_hessian(int group, BlockMatrix& H, const HessianOf& hessian) const {
    constexpr int kBlocks = Element::kVertices * (Element::kVertices + 1) / 2;
    const Index* places = H.pattern().places(group).data();
    schedule_.for_each([&](const ElementSchedule::Chunk& chunk) {
      for (Index e = chunk.begin; e < chunk.end; ++e) {
        const typename Element::Matrix K = hessian(e);
        const Index* place = places + kBlocks * static_cast<std::ptrdiff_t>(e);
        for (int a = 0; a < Element::kVertices; ++a)
          for (int b = 0; b <= a; ++b) {
            double* to = H.block(*place++);  // of 3 x 3 in both cases, row by row
            for (int i = 0; i < kDim; ++i)
              for (int j = 0; j < kDim; ++j) to[3 * i + j] += K(kDim * a + i, kDim * b + j);
          }
      }
    });
  }

 private:
  std::vector<Index> vertices() const {
    std::vector<Index> all;
    for (const Element& cell : cells_) all.insert(all.end(), cell.vertices().begin(), cell.vertices().end());
    return all;
  }

  std::vector<Element> cells_;
  ElementSchedule schedule_;
};

}  // namespace lilyan
