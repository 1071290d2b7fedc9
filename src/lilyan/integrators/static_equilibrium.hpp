// The equilibrium of each instant: no inertia, Phi = W at the end of the step.
//
// If the solver does not find it from where the body is, as with constraints that bend far, the body creeps there
// (creep.hpp), and the solver tries again from where that ends.
#pragma once

#include <lilyan/dynamics/stage.hpp>

namespace lilyan {

class StaticEquilibrium final : public StageMethod {
 public:
  Stage stage(const History& history, double h, int order) const override;
  std::vector<Fault> objections(const System& system) const override;
  std::unique_ptr<const Stepper> stepper(const System& system, const NewtonSettings& settings) const override;
};

}  // namespace lilyan
