// Whether the end of a step can be accepted, and the last touches before it is.
#pragma once

#include <lilyan/dynamics/books.hpp>
#include <lilyan/dynamics/stage.hpp>
#include <lilyan/dynamics/step/solve_step.hpp>
#include <lilyan/dynamics/step_memory.hpp>

#include <string>

namespace lilyan {

// That of a law turned inside out, or of a formula; who knows the bodies can say more.
inline constexpr const char* kUndefinedEnergy = "the energy is not defined at the end of the step";
inline constexpr const char* kNothingCarries =
    "there is no equilibrium: a weight or a load is left that nothing carries; pins, constraints or contact must hold every body";
inline constexpr const char* kDependentConstraints = "the constraints came to depend on each other where the step ended";

inline constexpr const char* kNoNumbers = "positions or momenta are no longer finite numbers";

// Whether positions and momenta are numbers, and their squares, of which energies and angular momenta are made.
bool have_finite_squares(const Vector& x, const Vector& p);

// Why the state that a step led to cannot be accepted; nothing if it can.
std::string objection_to(const StepProblem& problem, const StepSolution& solution, const Vector& p, ForceCache& forces);

// Why the work that was done from outside in the step (books.hpp) cannot be true: it is far more than all the energy that there is
// after it or ever was, what went to damping included. Nothing if it can.
std::string objection_to_work(const StepProblem& problem, const StepSolution& solution, const Vector& p, const Books& books,
                              const StepMemory& memory);

// Makes the momentum p at the end of the step fit the constraints if that is asked for, see velocities.hpp; the
// solution's `settled` says by what. False where they depend on each other.
bool fit_to_constraints(const System& system, const Stage& stage, const Vector& x_n, double t, StepSolution& solution, Vector& p,
                        double& debt);

// What the next step needs to know: the memory with what the terms of an accepted step that ended at x remember.
Memory store(const StepMemory& memory, const StepProblem& problem, const Vector& x);

}  // namespace lilyan
