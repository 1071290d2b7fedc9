// The elastic energy of elements that share one kind of law: eight elements at a time, each element and law compiled once.
//
//   F = sum_{a>=1} (x_a - x_0) g_a^T (+ e_z e_z^T in plane strain)      deformation gradient, g_a = grad N_a [1/m]
//   W = sum V Psi(F),   grad_a W = sum V P g_a,   Hess_ab W = sum V K_ab      over the points of quadrature, V the volume of each
//
// and vertex 0 by the sum rule, since translations cost nothing. The shape functions' gradients point towards their vertex.
// [Kharevych 2010, sec. 2.2, corrected]
#pragma once

#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/energy/elements/element_batches.hpp>
#include <lilyan/materials/laws.hpp>

namespace lilyan {

template <class E, class L>
class ElementElasticity final : public Elasticity {
 public:
  // laws[k] is the law of cells[members[k]], which is numbered first + members[k]; `thickness` [m], one a cell, is 1 where empty.
  ElementElasticity(const Vector& X, const std::vector<typename E::Cell>& cells, const std::vector<double>& thickness,
                    const std::vector<Index>& members, const std::vector<L>& laws, Index first);

  std::optional<int> degree() const override {
    std::optional<int> degree = L::kDegree;
    if (E::kPlane && degree) degree = std::min(*degree, 4);  // J has degree 2 in a plane, and no law a power above J^2
    return degree;
  }
  double value(const Vector& x, double t) const override;
  void add_energies(const Vector& x, double t, Vector& per_vertex) const override;
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override;
  void add_hessian(const Vector& x, double t, double w, Definiteness definiteness, BlockMatrix& H) const override;
  void connect(BlockPatternBuilder& pattern) override { batches_.connect(pattern); }
  void states(const Vector& x, std::span<CellState> states) const override;
  std::unique_ptr<Elasticity> about(const Vector& X) const override;
  std::unique_ptr<StepTerm> discrete_gradient(const Chord& chord, DiscreteForm form) const override;
  std::unique_ptr<StepTerm> backward_damping(const Vector& x_n, double w,
                                             std::shared_ptr<const BlockPattern> pattern) const override;

 private:
  ElementBatches<E> batches_;
  std::vector<LaneModuli<L>> moduli_;  // of each batch
  std::vector<Index> cells_;           // numbers of the cells, as given
};

// Those of the cells of a list that obey an L; the first of the list is numbered `first`.
template <class L>
struct CellsOfLaw {
  std::vector<Index> members;  // in the list
  std::vector<L> laws;         // of each member

  // law_of_cell: in `all`, -1 for none.
  CellsOfLaw(const std::vector<Law>& all, const std::vector<Index>& law_of_cell, Index first, Index count) {
    for (Index e = 0; e < count; ++e) {
      const Index k = law_of_cell[first + e];
      if (k < 0) continue;
      if (const L* law = std::get_if<L>(&all[k])) members.push_back(e), laws.push_back(*law);
    }
  }
};

// Appends an ElementElasticity for each kind of law that occurs, in the order of the variant. Compiled for every law in one file
// for each element.
template <class E>
void append_element_elasticity(const Vector& X, const std::vector<typename E::Cell>& cells, const std::vector<double>& thickness,
                               Index first, const std::vector<Law>& laws, const std::vector<Index>& law_of_cell,
                               std::vector<std::unique_ptr<Elasticity>>& potentials);

}  // namespace lilyan
