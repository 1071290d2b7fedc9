// The equilibrium of each instant: no inertia, Phi = W at the end of the step.
//
// If the solver does not find it from where the body is, as with constraints that bend far, the body creeps there: steps of
// backward Euler from rest, each longer than the one before, lead towards it, and the solver tries again from where they end.
#pragma once

#include <lilyan/dynamics/stage.hpp>
#include <lilyan/integrators/one_step.hpp>

namespace lilyan {

class StaticEquilibrium final : public StageMethod {
 public:
  Stage stage(const History& history, double h, int order) const override;
  std::unique_ptr<const Stepper> stepper(const System& system, const NewtonSettings& settings) const override;

 private:
  OneStep creeping_ = backward_euler();
};

}  // namespace lilyan
