// Many cells with stiffnesses of their own (cell_stiffness.hpp), and sums over them that are the same for any number of threads.
#pragma once

#include <lilyan/algebra/element_schedule.hpp>
#include <lilyan/core/lanes.hpp>
#include <lilyan/energy/elements/cell_stiffness.hpp>

#include <array>
#include <span>
#include <vector>

namespace lilyan {

template <int kDim>
class CellStiffnessElements {
 public:
  using Element = CellStiffness<kDim>;
  using Chunk = ElementSchedule::Chunk;  // at most kLanes cells

  explicit CellStiffnessElements(std::vector<Element> cells) : cells_(std::move(cells)) {
    schedule_ = ElementSchedule(vertices(), Element::kVertices, kLanes);
  }

  // How the cells of a chunk turn at x, by their numbers.
  class Fits {
   public:
    Fits(const CellStiffnessElements& elements, const Chunk& chunk, const Vector& x) : begin_(chunk.begin) {
      const auto count = static_cast<std::size_t>(chunk.end - chunk.begin);
      Element::fit(std::span(elements.cells_).subspan(static_cast<std::size_t>(begin_), count), x, std::span(fits_).first(count));
    }
    const typename Element::Fit& operator[](Index e) const { return fits_[static_cast<std::size_t>(e - begin_)]; }

   private:
    Index begin_;
    std::array<typename Element::Fit, kLanes> fits_;
  };

  const std::vector<Element>& cells() const { return cells_; }
  int connect(BlockPatternBuilder& pattern) const { return pattern.add(vertices(), Element::kVertices); }  // returns their group

  // What is to be done with each chunk, in any order.
  template <class Body>
  void for_each_chunk(const Body& body) const {
    schedule_.for_each(body);
  }

  // Sums over the cells. energies(chunk), states(chunk) and hessians(chunk) are functions of the cells of a chunk, by their
  // numbers.
  template <class EnergiesOf>
  double sum(const EnergiesOf& energies) const {
    return schedule_.sum([&](const Chunk& chunk) {
      const auto energy = energies(chunk);
      double W = 0;
      for (Index e = chunk.begin; e < chunk.end; ++e) W += energy(e);
      return W;
    });
  }

  template <class StatesOf>
  double add_gradient(double w, Vector& g, const StatesOf& states) const {
    return schedule_.scatter_and_sum([&](const Chunk& chunk) {
      const auto state = states(chunk);
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

  template <class HessiansOf>
  void add_hessian(int group, BlockMatrix& H, const HessiansOf& hessians) const {
    constexpr int kBlocks = Element::kVertices * (Element::kVertices + 1) / 2;
    const Index* places = H.pattern().places(group).data();
    schedule_.for_each([&](const Chunk& chunk) {
      const auto hessian = hessians(chunk);
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
