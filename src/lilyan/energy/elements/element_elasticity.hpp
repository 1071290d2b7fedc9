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
#include <lilyan/materials/law_lanes.hpp>

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

extern template class ElementElasticity<TetElement, Linear>;
extern template class ElementElasticity<TetElement, StVenantKirchhoff>;
extern template class ElementElasticity<TetElement, NeoHookean>;
extern template class ElementElasticity<TetElement, StableNeoHookean>;
extern template class ElementElasticity<TetElement, MooneyRivlin>;
extern template class ElementElasticity<TetElement, Anisotropic>;
extern template class ElementElasticity<HexElement, Linear>;
extern template class ElementElasticity<HexElement, StVenantKirchhoff>;
extern template class ElementElasticity<HexElement, NeoHookean>;
extern template class ElementElasticity<HexElement, StableNeoHookean>;
extern template class ElementElasticity<HexElement, MooneyRivlin>;
extern template class ElementElasticity<HexElement, Anisotropic>;
extern template class ElementElasticity<TriangleElement, Linear>;
extern template class ElementElasticity<TriangleElement, StVenantKirchhoff>;
extern template class ElementElasticity<TriangleElement, NeoHookean>;
extern template class ElementElasticity<TriangleElement, StableNeoHookean>;
extern template class ElementElasticity<TriangleElement, MooneyRivlin>;
extern template class ElementElasticity<TriangleElement, Anisotropic>;

}  // namespace lilyan
