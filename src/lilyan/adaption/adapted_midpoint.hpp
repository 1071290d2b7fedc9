// The energy-like function of a midpoint step whose length obeys a rule sigma = s(W): part of the forces is scaled.
//
//   Phi(x) = 1/2 |x - x_n - dt v_n|_M^2 + dt^2 (a W_s + W_o)(x_m, t_m) + (dt^2/2) R(x),    x_m = (x_n + x)/2,  t_m = t_n + dt/2
//
// W_s is the energy that the rule sees, W_o all others with the loads; a = 1 + h lambda s'(W_s)/dt. With a = 1 it is the midpoint
// rule's own. [Kharevych 2010, eq. 3.25 with midpoint quadrature: its worked example lacks a factor h before lambda]
#pragma once

#include <lilyan/adaption/adaption_rule.hpp>
#include <lilyan/dynamics/step_objective.hpp>

namespace lilyan {

// What is known at the middle of a step.
struct MiddleForces {
  double seen = 0;       // W_s [J]
  double body = 0;       // W_s + W_o without the loads [J]
  double magnitude = 0;  // of the terms that W_s and W_o were summed from
  double others = 0;     // W_o, loads included [J]
  Vector g_s, g_o;       // grad W_s, grad W_o [N]
};

class AdaptedMidpoint final : public Objective {
 public:
  // From (x_n, v_n) at t_n over dt; `scale` [J] is what errors are relative to. All references must outlive it.
  AdaptedMidpoint(const System& system, const EnergyRule& rule, const StepTerms& terms, const Vector& x_n, const Vector& v_n,
                  double t_n, double dt, double a, double scale, HessianStorage& storage);

  Value gradient(const Vector& z, Vector& g) override;
  void hessian(const Vector& z, Definiteness definiteness, SymmetricMatrix& H) override;
  const std::shared_ptr<const SymmetricPattern>& pattern() const override { return storage_.restriction.pattern(); }
  const Vector& metric() const override { return storage_.metric; }
  double error_of_decrement(double decrement) override { return decrement / (dt_ * dt_) / scale_; }
  double decrement_of_error(double error) const override { return dt_ * dt_ * scale_ * error; }
  std::optional<double> error_of_residual(const Vector&, const Vector&) const override { return std::nullopt; }

  void positions(const Vector& z, Vector& x) const { system_.coordinates().lift(z, t_n_ + dt_, x); }
  MiddleForces forces(const Vector& x) const;
  Vector term_force(const Vector& x) const;  // grad R(x)

 private:
  const System& system_;
  const EnergyRule& rule_;
  const StepTerms& terms_;
  const Vector &x_n_, &v_n_;
  double t_n_, dt_, a_, scale_;
  HessianStorage& storage_;
  Vector x_;  // scratch
};

}  // namespace lilyan
