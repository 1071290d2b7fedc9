// Damping by the strain from one step to the next: it does not hinder rigid motion and does not depend on the time step.
//
// The shape at the beginning of a step is the rest shape of an elastic body of the same law, whose force, k_D/h times, opposes the
// change:
//
//   F_rel = F(x) F(x_n)^-1,   R(x) = (k_D/h) W(F_rel; x_n)
//
// k_D [s] is the ratio of viscosity to stiffness. `implicit` is this R, a minimisation like the rest of the step; it keeps angular
// momentum to the order of the step. `implicit_exact` takes the end for the rest shape, and the force at the beginning: a kick
// without torque, which keeps angular momentum to the solver's tolerance but is no gradient. `lagged` takes the strain of the step
// before, a force that is known when the step begins; it keeps angular momentum to rounding, and is stable for k_D < (2 - h^2
// omega^2/2)/(h omega^2) only. Explicit steps have no other. [Kharevych 2010, sec. 2.3, corrected]
#pragma once

#include <lilyan/energy/damping/dissipation.hpp>
#include <lilyan/energy/elements/elasticity.hpp>

#include <vector>

namespace lilyan {

class StrainDamping final : public Dissipation {
 public:
  enum class Form { implicit, implicit_exact, lagged };

  // `elasticity`: of the tets that are damped. `coefficient`: k_D [s].
  StrainDamping(std::vector<std::unique_ptr<Elasticity>> elasticity, double coefficient, Form form)
      : elasticity_(std::move(elasticity)), coefficient_(coefficient), form_(form) {}

  std::unique_ptr<StepTerm> pose(const Chord& chord, Evaluate evaluate) const override;
  Acts acts(Evaluate evaluate) const override;
  bool acts_from_outside() const override { return false; }
  void connect(BlockPatternBuilder& pattern) override;

 private:
  std::vector<std::unique_ptr<Elasticity>> elasticity_;
  double coefficient_;
  Form form_;
};

}  // namespace lilyan
