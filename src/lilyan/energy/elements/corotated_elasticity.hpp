// Co-rotated elastic energy of linear tets, each turning with a rotation R(x) of its own. [Kharevych 2010, sec. 2.2.3, corrected]
//
//   W(x) = sum V Psi(F) = sum 1/2 u^T K u,   u_a = R^T (x_a - b) - (X_a - b_0)        materials/corotated.hpp
//   R maximises tr(R^T A)
//
//     polar          A = F
//     displacement   A = sum_a (x_a - b) (X_a - b_0)^T = F Q                 minimises sum_a |u_a|^2
//     held           A = sum over the held vertices, of three or four        does not depend on the vertices that move
//
// and with two held vertices R is the best of the rotations that take their edge along. Gradient and Hessian are those of W, dR/dx
// included.
#pragma once

#include <lilyan/energy/elements/corotated_tets.hpp>
#include <lilyan/energy/elements/elasticity.hpp>

namespace lilyan {

class CorotatedElasticity final : public Elasticity {
 public:
  // laws[k] is the law of tets[members[k]]; `held`: whether a vertex is held whole, one a vertex, or empty where none is.
  CorotatedElasticity(const Vector& X, const std::vector<Tet>& tets, const std::vector<Index>& members,
                      const std::vector<Corotated>& laws, const std::vector<bool>& held = {});

  std::optional<int> degree() const override { return std::nullopt; }
  double value(const Vector& x, double t) const override;
  void add_energies(const Vector& x, double t, Vector& per_vertex) const override;
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override;
  void add_hessian(const Vector& x, double t, double w, Definiteness definiteness, BlockMatrix& H) const override;
  void connect(BlockPatternBuilder& pattern) override;
  void states(const Vector& x, std::span<CellState> states) const override;
  std::unique_ptr<Elasticity> about(const Vector& X) const override;
  std::unique_ptr<Potential> with_rotations_of(const Vector& x) const override;

 private:
  std::shared_ptr<const CorotatedTets> tets_;
  int group_ = -1;  // in the block pattern
};

}  // namespace lilyan
