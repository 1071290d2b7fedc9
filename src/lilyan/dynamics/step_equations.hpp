// The equations of a stage where they are no minimisation: with constraints, or with forces that are no gradient.
//
//   M (x - y) + sum_j a_j grad W(z_j, t_j) + A grad R(x) + sum_i a_i f_i(x) + a C^T lambda = 0
//   g(x, t_end) = 0
//
// in the unknowns (z, lambda), z being those of x. The first three terms are the gradient of an objective. C is dg/dx at the
// start, at the end, or its mean along the step: only at the end would this be a constrained minimisation, and only the mean does
// no work. [Kharevych 2010, sec. 3.2.9, corrected; tests/constraints/constraint_test.cpp]
//
// Residuals are measured in the metric of the masses, a constraint's by how far the masses are from fulfilling it.
#pragma once

#include <lilyan/dynamics/step_objective.hpp>
#include <lilyan/energy/step_force.hpp>
#include <lilyan/minimise/objective.hpp>

namespace lilyan {

// A force of the stage with its weight in the equation.
struct WeightedForce {
  const StepForce* force;
  double a;
};

class StepEquations final : public Residual {
 public:
  // All references must outlive it.
  StepEquations(const System& system, const Stage& stage, Objective& objective, std::vector<WeightedForce> forces,
                const Vector& x_n, const TimeSpan& time, double scale);

  void value(const Vector& u, Vector& r) override;
  bool newton_direction(const Vector& u, const Vector& r, Vector& d) override;

  Vector unknowns(const Vector& x);                // with lambda = 0; of an equilibrium: with the lambda that balances best there
  Vector positions(const Vector& u) const;         // x
  Vector constraint_force(const Vector& u) const;  // C^T lambda, over all components
  double work_of_constraints(
      const Vector& u) const;  // of the forces -lambda^T dg/dx along the step [J]; 0 but for moving constraints

  // How far from solved, at most `tolerance` where it is: the residual against the motion of a body with the energy `scale` (of an
  // equilibrium: against the forces from outside), and the energy that it stands for where the method has an exact expression.
  // Constraints are met to rounding, whatever the tolerance.
  double error(const Vector& u, const Vector& r, double tolerance);

 private:
  Index size() const { return system_.coordinates().size(); }  // of z
  double rounding(const Vector& stiffness, const Vector& x) const;
  void add_restricted(const Entries& entries, Entries& to) const;
  Entries direction(const Vector& x, ConstraintAt at) const;  // C

  const System& system_;
  const Stage& stage_;
  Objective& objective_;
  std::vector<WeightedForce> forces_;
  const Vector& x_n_;
  TimeSpan time_;
  double scale_;   // [J]
  double extent_;  // of the system [m]
  SymmetricMatrix H_;
  std::vector<Index> unknown_;       // of each component; -1 where held
  Vector row_scale_, column_scale_;  // of (z, lambda)
  Vector row_length_;                // |dg_k/dx| at the start, of the free components
  double rounding_;   // of the residual's first part, estimated from the matrix: a position's rounding times stiffness
  double force_ = 0;  // that an equilibrium's residual is compared with
};

}  // namespace lilyan
