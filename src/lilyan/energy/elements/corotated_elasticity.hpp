// Co-rotated elastic energy of tets, hexes and flat triangles, each point of quadrature turning with a rotation R(x) of its own.
// [Kharevych 2010, sec. 2.2.3, corrected]
//
//   W(x) = sum V Psi(F),   Psi = 1/2 eps.C eps,   eps = sym(R^T F) - I                materials/corotated.hpp
//   R maximises tr(R^T A)
//
//     polar          A = F
//     displacement   A = sum_a (x_a - b) (X_a - b_0)^T = F Q                 minimises sum_a |u_a|^2; tets only
//     held           A = sum over the held vertices, of three or four        does not depend on the vertices that move; tets only
//
// and with two held vertices R is the best of the rotations that take their edge along. Of a tet, W = 1/2 u^T K u with
// u_a = R^T (x_a - b) - (X_a - b_0). Gradient and Hessian are those of W, dR/dx included.
#pragma once

#include <lilyan/energy/elements/corotated_cells.hpp>
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/energy/potential.hpp>

#include <memory>

namespace lilyan {

// Those of the cells of a list that obey a co-rotated law.
template <class Cell>
struct CorotatedMembers {
  const std::vector<Cell>& cells;
  const std::vector<double>& thickness;  // of triangles [m], one per cell; 1 where it is empty
  const std::vector<Index>& members;     // in `cells`
  const std::vector<Corotated>& laws;    // of each member
  Index first = 0;                       // number of cells[0]
};

template <class Cell>
class CorotatedElasticity final : public Elasticity {
 public:
  // `held`: whether a vertex is held whole, one per vertex, or empty where none is.
  CorotatedElasticity(const Vector& X, const CorotatedMembers<Cell>& members, const std::vector<bool>& held = {});

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
  std::shared_ptr<const CorotatedCells<Cell>> cells_;
  int group_ = -1;  // in the block pattern
};

extern template class CorotatedElasticity<Tet>;
extern template class CorotatedElasticity<Hex>;
extern template class CorotatedElasticity<Triangle>;

// Co-rotated elasticity whose points keep the rotations that they have at some positions: quadratic in x.
//
//   W = sum V/2 eps.C eps,   eps = sym(R^T F) - I;   of a tet grad W = R K R^T x - R K X,   Hess W = R K R^T
//
// R does not turn with x, so grad W at those positions is the force of the published methods and not the gradient of the co-rotated
// energy. [Kharevych 2010, sec. 2.2.3, corrected]
template <class Cell>
class FrozenElasticity final : public Potential {
 public:
  // With the rotations at x; `group` is the place of the cells in the block pattern.
  FrozenElasticity(std::shared_ptr<const CorotatedCells<Cell>> cells, const Vector& x, int group);

  EnergyKind kind() const override { return EnergyKind::elastic; }
  std::optional<int> degree() const override { return 2; }
  double value(const Vector& x, double t) const override;
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override;
  void add_hessian(const Vector& x, double t, double w, Definiteness definiteness, BlockMatrix& H) const override;
  void connect(BlockPatternBuilder& pattern) override { group_ = cells_->connect(pattern); }

 private:
  auto points() const;

  std::shared_ptr<const CorotatedCells<Cell>> cells_;
  std::vector<std::array<Mat3, kCorotatedPoints<Cell>>> R_;  // of each cell and point
  int group_;
};

extern template class FrozenElasticity<Tet>;
extern template class FrozenElasticity<Hex>;
extern template class FrozenElasticity<Triangle>;

}  // namespace lilyan
