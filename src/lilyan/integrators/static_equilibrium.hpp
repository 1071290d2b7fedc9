// The equilibrium of each instant: no inertia, Phi = W at the end of the step.
//
// If the solver does not find it from where the body is, as with constraints that bend far or above the ground that is to carry
// it, the body creeps there (Creep), and the solver tries again from where that ends.
#pragma once

#include <lilyan/dynamics/stage.hpp>
#include <lilyan/dynamics/stage_stepper.hpp>
#include <lilyan/integrators/one_step.hpp>

#include <cstdint>

namespace lilyan {

class StaticEquilibrium final : public StageMethod {
 public:
  Stage stage(const History& history, double h, int order) const override;
  std::vector<Fault> objections(const System& system) const override;
  std::unique_ptr<const Stepper> stepper(const System& system, const NewtonSettings& settings) const override;
};

// A system that creeps towards rest: steps of backward Euler, each from rest and longer than the one before.
//
// It leads to equilibria that a solver does not find at once, because they are far off or because some motion costs no energy.
class Creep {
 public:
  // From x at time t, where everything stays; `step` is the step of the scene that this is for. Keeps a reference to the system.
  Creep(const System& system, const NewtonSettings& settings, Vector x, double t, std::int64_t step);

  Creep(const Creep&) = delete;
  Creep& operator=(const Creep&) = delete;

  void advance(Workspace& workspace);  // where that fails, the next step is shorter

  const Vector& x() const { return x_; }
  const StepStatistics& statistics() const { return statistics_; }  // of all steps so far

 private:
  OneStep method_ = backward_euler();
  StageStepper stepper_;
  Vector x_;
  double t_;
  std::int64_t step_;
  double h_;
  StepStatistics statistics_;
};

// How large what stands at x is, or if that is a single point, any length that its motion may be compared with [m].
double size_to_compare_with(const Vector& x);

}  // namespace lilyan
