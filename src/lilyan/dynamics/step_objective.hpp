// The energy-like function whose minimiser is the next state: the Lilyan. [Kharevych 2006, sec. 5.3]
//
//   Phi(x) = 1/2 |x - y|_M^2 + sum_{s_j > 0} (a_j/s_j) W(z_j, t_j) + sum_{s_j = 0} a_j grad W(x_n, t_n).(x - x_n) + A R(x)
//
// with z_j = x_n + s_j (x - x_n), A = sum a_j and R the terms of this step, as a function of the unknowns of x. It knows a Stage's
// numbers and no method's name.
#pragma once

#include <lilyan/algebra/symmetric_matrix.hpp>
#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/energy/step_term.hpp>
#include <lilyan/minimise/objective.hpp>

namespace lilyan {

// Matrices of a system's Hessian, made once and used in every step.
struct HessianStorage {
  explicit HessianStorage(const System& system);
  BlockMatrix blocks;       // over all components
  Restriction restriction;  // to the unknowns
  Vector metric;            // mass of each unknown
};

// The terms R of one step.
using StepTerms = std::vector<std::unique_ptr<const StepTerm>>;

class StepObjective final : public Objective {
 public:
  // From the positions x_n over a span of time. `start_force` is grad W(x_n, t_n) where a node has s = 0;
  // `scale` [J] is what errors are relative to, or the work that loads do in this step where that is more. All references must
  // outlive the objective.
  StepObjective(const System& system, const Stage& stage, const StepTerms& terms, const Vector& x_n, const TimeSpan& time,
                const Vector& start_force, double scale, HessianStorage& storage);

  Value gradient(const Vector& z, Vector& g) override;
  void hessian(const Vector& z, Definiteness definiteness, SymmetricMatrix& H) override;
  const std::shared_ptr<const SymmetricPattern>& pattern() const override { return storage_.restriction.pattern(); }
  const Vector& metric() const override { return storage_.metric; }

  // Phi/sum(a_j) is an energy, so half the decrement over it is the energy error. An equilibrium has no motion to measure it by:
  // there the energy that the solver releases raises the scale.
  double error_of_decrement(double decrement) override;
  double decrement_of_error(double error) const override;

  // A step read out along the chord changes the energy by exactly (2/h^2) (x - x_n).r. [Rojas 2018; tests/dynamics]
  std::optional<double> error_of_residual(const Vector& z, const Vector& g) const override;

 private:
  const System& system_;
  const Stage& stage_;
  const StepTerms& terms_;
  const Vector& x_n_;
  TimeSpan time_;
  const Vector& start_force_;
  double scale_;
  double step_scale_;  // with the work of loads up to the point evaluated last
  double weight_, start_weight_;
  HessianStorage& storage_;
  Vector load_;                       // mean over the step, where there are loads
  Vector x_, point_, full_gradient_;  // scratch
};

// The forces of the loads over a stage [N], by the method's own quadrature with the weights a or b; of both ends where it has none.
Vector mean_load(const System& system, const Stage& stage, const TimeSpan& time, double Node::*weight);

// x_n + s (x - x_n); x itself, bit for bit, where s = 1.
void point_on_chord(const Vector& x_n, const Vector& x, double s, Vector& point);

}  // namespace lilyan
