// One stage of a step: from the state at its start to the state at its end.
#pragma once

#include <lilyan/dynamics/history.hpp>
#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/dynamics/momentum_closure.hpp>
#include <lilyan/dynamics/workspace_content.hpp>
#include <lilyan/energy/step_force.hpp>
#include <lilyan/minimise/newton.hpp>

namespace lilyan {

// Positions and momenta with the velocities that belong to them.
struct State {
  double h = 0;  // length of the step or stage that led here
  Vector x, p, v;
};

class StageSolver {
 public:
  // From the state at the span's begin, `before` being the one that the last step led away from, if any; errors are relative to
  // `scale` [J]. Keeps references.
  StageSolver(const System& system, const Stage& stage, const State& from, const State* before, const TimeSpan& time, double scale,
              Workspace::Content& work);

  // Whether the stage is a system of equations, and not the minimisation of its objective.
  bool has_equations(const Stage& stage) const;

  Vector solve_explicitly(const Stage& stage);

  // Minimises the step objective from `start`, or from x_n where `start` is not allowed; where the stage is a system of equations
  // it is solved as one. x is where the solver stopped, also when it failed.
  NewtonResult solve_implicitly(const Stage& stage, const NewtonSettings& settings, const Vector& start, StepStatistics& statistics,
                                Vector& x);

  Vector momentum(const Stage& stage, const Vector& x);

  // Makes the momentum p that the stage ended with at x fit the constraints where that is asked for, see consistent_velocities.hpp;
  // false where they depend on each other there.
  bool settle(const Stage& stage, const Vector& x, Vector& p, double& debt) const;

  // Corrects the momentum p that the stage ended with at x, for integrators that ask for it.
  ClosureOutcome close(const Stage& stage, const Vector& x, Vector& p);

  // What loads, moving pins and energies that change in time did to the body [J]: f.dx over all components, (grad W).dx over the
  // held ones and h dW/dt, these being the means of the method's own quadrature. AVF's energy balance then closes to rounding.
  double work_done(const Stage& stage, const Vector& x);

  // What the terms and kicks of this step took, and what they did from outside [J].
  StepTerm::Toll toll(const Stage& stage, const Vector& x) const;

  // Energy that the quadrature misses, |W(x) - W(x_n) - (mean grad W).dx|/scale; 0 where it is rounding.
  double quadrature_error(const Stage& stage, const Vector& x);

  // Why the state that the stage led to cannot be accepted; nothing where it can.
  std::string objection(const Stage& stage, const State& to);

 private:
  NewtonResult solve_equations(const Stage& stage, const NewtonSettings& settings, const Vector& start, StepStatistics& statistics,
                               Vector& x);
  double work_of_pins(const Stage& stage, const Vector& x);
  double work_of_loads(const Stage& stage, const Vector& x);
  double work_of_time(const Stage& stage, const Vector& x) const;
  double unbalanced_share(const Vector& x);                // the largest force left at a vertex over the largest from outside
  Vector impulse(const Stage& stage, const Vector& x);     // sum_j b_j grad W(z_j, t_j)
  Vector term_force(const Vector& x) const;                // grad R(x)
  Vector kick(const Stage& stage, const Vector& x) const;  // the impulse that the stage begins with
  Vector mean_force(const Stage& stage, const Vector& x);  // grad W, by the method's own quadrature; of both ends where it has none

  const System& system_;
  const State& from_;
  TimeSpan time_;
  double scale_;
  Workspace::Content& work_;
  StepTerms terms_;                                // of the system's dissipations, in their order
  std::vector<bool> from_outside_;                 // whether a term acts from outside
  std::vector<std::unique_ptr<StepForce>> kicks_;  // of the dissipations that are no gradient
  std::vector<std::unique_ptr<StepForce>> mean_;   // discrete gradients of the potentials, where the method has them
  Vector constraint_force_;                        // C^T lambda, once the equations are solved; empty where there are none
  double work_of_constraints_ = 0;                 // [J]
};

bool is_explicit(const Stage& stage);

}  // namespace lilyan
