// Newton's method with backtracking line search: finds a local minimum of an Objective.
#pragma once

#include <lilyan/minimise/newton_direction.hpp>
#include <lilyan/minimise/objective.hpp>

#include <string>

namespace lilyan {

enum class Find { minimum, root };  // of Phi, or of grad Phi by the root finder, for comparison

enum class LinearChoice { automatic, factor, multigrid };  // what solves the linear systems

struct NewtonSettings {
  double tolerance = 1e-12;  // on the objective's relative error
  int max_iterations = 200;
  HessianTreatment hessian = HessianTreatment::projected;  // docs/hessian.md has the table behind this choice
  Find find = Find::minimum;
  LinearChoice linear = LinearChoice::automatic;
  double poissons_ratio = 0;  // the largest of what moves, where it is known: near 1/2 an iterative linear solver is slow
};

enum class NewtonStatus { converged, start_not_defined, not_definite, no_decrease, too_many_iterations, singular, stuck, rounded };
std::string describe(NewtonStatus status);

struct NewtonResult {
  NewtonStatus status = NewtonStatus::converged;
  int iterations = 0;
  int backtracks = 0;
  double error = 0;  // the objective's relative error at the end
};

// Improves z in place; g is the gradient at the end.
//
// The decrement g.H^-1 g is tested before its step is taken, so what is left after the step is the square of it. Where the
// objective has an exact expression for the error of its residual, that is tested instead, at z itself.
NewtonResult minimise(Objective& objective, const NewtonSettings& settings, NewtonDirection& direction, Vector& z, Vector& g);

}  // namespace lilyan
