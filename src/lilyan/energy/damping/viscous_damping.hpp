// Viscous damping in proportion to the stiffness of linear and co-rotated bodies: f = -c K v, c [s].
//
//   R(x) = (c/(2h)) |x - x_n|_K^2,   K = sum R K_e R^T with the rotations at the start of the step; constant for laws of small
//   strain
//
// The mean velocity of the step is damped, which never adds energy. Linear momentum is kept. Angular momentum is not: the strain
// that a co-rotated body has while it turns lets K resist the turning, in proportion to that strain; a linear body resists any
// turning.
#pragma once

#include <lilyan/energy/damping/dissipation.hpp>
#include <lilyan/energy/elements/elasticity.hpp>

#include <vector>

namespace lilyan {

class ViscousDamping final : public Dissipation {
 public:
  // `elasticity`: whose stiffness is meant; laws that have none to offer add nothing. `coefficient`: c [s].
  ViscousDamping(std::vector<std::unique_ptr<Elasticity>> elasticity, double coefficient)
      : elasticity_(std::move(elasticity)), coefficient_(coefficient) {}

  std::unique_ptr<StepTerm> pose(const Chord& chord, Evaluate evaluate) const override;
  bool acts_from_outside() const override { return false; }
  bool is_quadratic() const override { return true; }
  void connect(BlockPatternBuilder& pattern) override;

 private:
  std::vector<std::unique_ptr<Elasticity>> elasticity_;
  double coefficient_;
};

}  // namespace lilyan
