// A step by the discrete gradient of the whole system's energy H(x, v) = v.M v/2 + W(x), as it is usually stated.
//
//   c = [W(x) - W(x_n) - grad W(x_m).dx]/(|dx|^2 + |dv|^2),    f = grad W(x_m) + c dx
//   M dv = -h (f + grad R(x) + C^T lambda),    dx = h (v_n + dv/2 + c M^-1 dv),    g(x) = 0      [Gonzalez 1996; Rojas 2018, sec.
//   2]
//
// C being the mean of dg/dx along the step. dv follows from (x, c, lambda), so the unknowns are those of x, c and lambda. It keeps
// the energy and, unlike all else, not even linear momentum: lengths and speeds are added in the denominator, and one number
// corrects the whole body. For comparison only.
#pragma once

#include <lilyan/dynamics/step_objective.hpp>
#include <lilyan/energy/step_force.hpp>

namespace lilyan {

class JointEquations final : public Residual {
 public:
  // `kicks`: forces that act as h f(x) at the beginning of the step. All references must outlive it.
  JointEquations(const System& system, const Stage& stage, const StepTerms& terms, std::vector<const StepForce*> kicks,
                 const Vector& x_n, const TimeSpan& time, double scale);

  void value(const Vector& u, Vector& r) override;
  bool newton_direction(const Vector& u, const Vector& r, Vector& d) override;

  Vector unknowns(const Vector& x) const;          // with c = 0, lambda = 0
  Vector positions(const Vector& u) const;         // x
  Vector constraint_force(const Vector& u) const;  // C^T lambda, over all components

  // Relative to `scale`, and at most `tolerance` where it is solved; constraints are met to rounding.
  double error(const Vector& r, double tolerance) const;

  // f at the solution, as a force that stays.
  std::unique_ptr<StepForce> mean_force(const Vector& u) const;

 private:
  Index size() const { return system_.coordinates().size(); }
  struct Forces;
  Forces at(const Vector& u) const;

  const System& system_;
  const Stage& stage_;
  const StepTerms& terms_;
  std::vector<const StepForce*> kicks_;
  const Vector& x_n_;
  TimeSpan time_;
  double scale_;           // [J]
  double W_n_;             // [J], without loads
  Vector load_;            // mean over the step [N]
  Vector mass_, scaling_;  // of the unknowns; of the rows
  Vector row_length_;      // |dg_k/dx| at the start
  double rounding_ = 0;    // of the residual's first part: a position's rounding times the stiffness last seen
};

}  // namespace lilyan
