// Co-rotation with rotations that are known before and after the step: reversible, and one linear system a step.
//
//   M v + (h/2) grad W(z; R_0) = p_0        z = x_0 + h v/2 [Kharevych 2010, eq. 3.33, corrected]
//   x_1 = x_0 + h v
//   p_1 = M v - (h/2) grad W(z; R_1)
//
// grad W(z; R) = sum R K R^T z - R K X is the force with frozen rotations (frozen_elasticity.hpp), R_0 those of x_0 and R_1 those
// of x_1. In print the bracket around both sums of the last line is missing, which makes the method blow up. p_1 is read out as p_0
// - (h/2) (grad W(z; R_0) + grad W(z; R_1)), the same up to the residual of the solve: linear momentum is kept to rounding.
//
// This force is the gradient of the co-rotated energy for `polar` rotations and isotropic stiffness only; with others the method
// solves a slightly different problem. Energy and angular momentum stay near their start for h omega_max < 1, and no longer beyond:
// the rotations then jump from step to step. [tests/integrators/corotational_test.cpp]
#pragma once

#include <lilyan/dynamics/stepper.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/minimise/newton.hpp>

namespace lilyan {

class CorotationalStepper final : public Stepper {
 public:
  // Keeps a reference. Every potential of the system is quadratic while rotations are held, and so is every damping.
  explicit CorotationalStepper(const System& system, const NewtonSettings& settings = {});

  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const override;
  void prepare(const History& history, Workspace& workspace) const override;
  LedgerRow ledger(const History& history) const override;

 private:
  void prepare(Workspace::Content& work, const std::shared_ptr<const BlockPattern>& pattern) const;

  const System& system_;
  NewtonSettings settings_;  // of steps with constraints
};

}  // namespace lilyan
