// Steps that obey dt = h sigma and are symplectic in a longer phase space: the rule is a constraint of the action, with a
// multiplier.
//
// Hamilton's principle for sum [L_d(q_k, q_k+1, dt_k) + lambda_k (dt_k - h sigma(q_k, q_k+1))] [Kharevych 2010, eq. 3.24-3.27].
// With sigma = s(W_s) its gradient is parallel to that of W_s: the force of W_s is scaled by a, a dt = dt + h lambda s'(W_s).
//
//   midpoint   sigma at x_m = (x_n + x)/2: x solves the step's problem, and (dt, a) solve
//                F_1 = dt - h s(W_s) = 0,   F_2 = (a - 1) dt - h lambda s'(W_s) = 0
//              by Newton's method for two unknowns; how x follows dt and a comes from the minimiser's own matrix.
//              p = p_n - dt (a grad W_s + grad W_o + grad R)
//   start      sigma at x_n: dt is known, and a solves one equation that is quadratic in lambda.
//              p = p_n - dt (a grad W_s + grad W_o + grad R)(x_n),  x = x_n + dt M^-1 p
//
//   midpoint   lambda = E_d - E - w/2,   E_d = 1/2 |(x - x_n)/dt|_M^2 + W(x_m)
//   start      lambda = E_d - E - w,     E_d = 1/2 |(x - x_n)/dt|_M^2 + W(x_n)
//
// E is the energy that the body should have where the step begins: its first, with the work of loads, moving pins and damping in
// the steps before; w is this step's [sec. 3.3.5 with F- = F+, and with F+ = 0]. So lambda is the energy error of the path between
// the steps, and stays small as long as that is bounded. The printed examples of sec. 3.3.6 lack a factor h before lambda.
#pragma once

#include <lilyan/adaption/adaption_rule.hpp>
#include <lilyan/dynamics/stepper.hpp>
#include <lilyan/minimise/newton.hpp>

namespace lilyan {

class VariationalAdaptiveStepper final : public Stepper {
 public:
  enum class Quadrature { start, midpoint };

  // Keeps a reference to the system.
  VariationalAdaptiveStepper(const System& system, std::unique_ptr<const EnergyRule> rule, Quadrature quadrature,
                             NewtonSettings settings);

  // `input.h` is h; where the step ends is decided here.
  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const override;
  bool chooses_length() const override { return true; }
  void prepare(const History& history, Workspace& workspace) const override;
  LedgerRow ledger(const History& history) const override;
  History turned(const History& history) const override;

 private:
  const System& system_;
  std::unique_ptr<const EnergyRule> rule_;
  Quadrature quadrature_;
  NewtonSettings settings_;
};

}  // namespace lilyan
