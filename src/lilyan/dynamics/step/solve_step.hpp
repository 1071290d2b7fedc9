// Solves the equation of a step: directly where it is linear, by minimisation where it is the gradient of a function, else as a
// system of equations.
#pragma once

#include <lilyan/dynamics/history.hpp>
#include <lilyan/dynamics/step/step_problem.hpp>
#include <lilyan/dynamics/workspace/workspace_content.hpp>
#include <lilyan/minimise/newton.hpp>

namespace lilyan {

struct StepSolution {
  NewtonStatus status = NewtonStatus::converged;
  Vector x;                        // positions at the end; where the solver stopped if it failed
  Vector moved;                    // x - x_n, more exact than the difference
  Vector constraint_force;         // C^T lambda over all components; empty if there are no constraints
  Vector lambda;                   // the multipliers
  double work_of_constraints = 0;  // [J]
  Vector settled;                  // multipliers that made the velocities at the end fit the constraints [N s]; empty if none did
  StepStatistics statistics;

  explicit operator bool() const { return status == NewtonStatus::converged; }
};

// From the positions `start`, or from those at the start of the step if the problem is not defined there.
StepSolution solve_step(StepProblem& problem, const NewtonSettings& settings, const Vector& start, Workspace::Content& work);

// Of a problem whose terms are all quadratic: by one factorisation, which the workspace must have room for, exactly. With
// constraints as by `solve_step`.
StepSolution solve_quadratic(StepProblem& problem, const NewtonSettings& settings, const Vector& start, Workspace::Content& work);

}  // namespace lilyan
