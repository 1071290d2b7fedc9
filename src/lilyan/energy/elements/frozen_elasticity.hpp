// Co-rotated elasticity whose points keep the rotations that they have at some positions: quadratic in x.
//
//   W = sum V/2 eps.C eps,   eps = sym(R^T F) - I;   of a tet grad W = R K R^T x - R K X,   Hess W = R K R^T
//
// R does not turn with x, so grad W at those positions is the force of the published methods and not the gradient of the co-rotated
// energy. [Kharevych 2010, sec. 2.2.3, corrected]
#pragma once

#include <lilyan/energy/elements/corotated_cells.hpp>
#include <lilyan/energy/potential.hpp>

#include <memory>

namespace lilyan {

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
