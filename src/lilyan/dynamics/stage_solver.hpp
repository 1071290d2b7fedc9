// One stage of a step: from the state at its start to the state at its end.
#pragma once

#include <lilyan/dynamics/history.hpp>
#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/dynamics/momentum_closure.hpp>
#include <lilyan/dynamics/workspace_content.hpp>
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

  Vector solve_explicitly(const Stage& stage);

  // Minimises the step objective from `start`, or from x_n where `start` is not allowed. x is where the minimiser stopped, also
  // when it failed.
  NewtonResult solve_implicitly(const Stage& stage, const NewtonSettings& settings, const Vector& start, StepStatistics& statistics,
                                Vector& x);

  Vector momentum(const Stage& stage, const Vector& x);

  // Corrects the momentum p that the stage ended with at x, for integrators that ask for it.
  ClosureOutcome close(const Stage& stage, const Vector& x, Vector& p);

  // What loads and moving pins did to the body [J]: f.dx over all components and (grad W).dx over the held ones, f and grad W being
  // the means of the method's own quadrature. AVF's energy balance then closes to rounding.
  double work_done(const Stage& stage, const Vector& x);

  // What the terms of this step took, and what they did from outside [J].
  StepTerm::Toll toll(const Vector& x) const;

  // Energy that the quadrature misses, |W(x) - W(x_n) - (mean grad W).dx|/scale; 0 where it is rounding.
  double quadrature_error(const Stage& stage, const Vector& x);

  // Why the state that the stage led to cannot be accepted; nothing where it can.
  std::string objection(const Stage& stage, const State& to);

 private:
  double work_of_pins(const Stage& stage, const Vector& x);
  double work_of_loads(const Stage& stage, const Vector& x);
  double unbalanced_share(const Vector& x);                // the largest force left at a vertex over the largest from outside
  Vector impulse(const Stage& stage, const Vector& x);     // sum_j b_j grad W(z_j, t_j)
  Vector term_force(const Vector& x) const;                // grad R(x)
  Vector mean_force(const Stage& stage, const Vector& x);  // grad W, by the method's own quadrature; of both ends where it has none

  const System& system_;
  const State& from_;
  TimeSpan time_;
  double scale_;
  Workspace::Content& work_;
  StepTerms terms_;  // of the system's dissipations, in their order
};

bool is_explicit(const Stage& stage);

}  // namespace lilyan
