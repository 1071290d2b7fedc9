// Co-rotated elasticity whose tets keep the rotations that they have at some positions: quadratic in x.
//
//   W = sum 1/2 u^T K u,   u = R^T (x - b) - (X - b_0),   grad W = sum R K R^T x - R K X,   Hess W = sum R K R^T
//
// R does not turn with x, so grad W at those positions is the force of the published methods and not the gradient of the co-rotated
// energy. [Kharevych 2010, sec. 2.2.3, corrected]
#pragma once

#include <lilyan/energy/elements/corotated_tets.hpp>
#include <lilyan/energy/potential.hpp>

#include <memory>

namespace lilyan {

class FrozenElasticity final : public Potential {
 public:
  // With the rotations at x; `group` is the place of the tets in the block pattern.
  FrozenElasticity(std::shared_ptr<const CorotatedTets> tets, const Vector& x, int group);

  EnergyKind kind() const override { return EnergyKind::elastic; }
  std::optional<int> degree() const override { return 2; }
  double value(const Vector& x, double t) const override;
  double add_gradient(const Vector& x, double t, double w, Vector& g) const override;
  void add_hessian(const Vector& x, double t, double w, Definiteness definiteness, BlockMatrix& H) const override;
  void connect(BlockPatternBuilder& pattern) override { group_ = tets_->connect(pattern); }

 private:
  std::shared_ptr<const CorotatedTets> tets_;
  std::vector<Mat3> R_;  // one a tet
  int group_;
};

}  // namespace lilyan
