// What holds a system, and the impulses it gave: those of pins and of constraints.
//
//   pin k          sum over the components that it holds of the books' impulse (a component of several pins counts for the first)
//   constraint k   -b C_k^T lambda_k, summed over all components
//   contact k      the impulse on the obstacle, or on the first body named, of all terms that know it
//
// Equilibria have no momenta: there the impulse is the force times the length of the step. Those of pins and constraints are
// what is exerted on the body [N s]; three numbers for each pin, then for each constraint, then for each contact. Over a step they
// add up, with the impulses from outside (those of obstacles among them), to the change of the method's own momentum.
#pragma once

#include <lilyan/dynamics/books.hpp>

#include <vector>

namespace lilyan {

// `carried`: the share of `last`, the impulses of the step before, that a method over several steps goes on with.
std::vector<double> reaction_impulses(const StepProblem& problem, const StepSolution& solution, const Books& books, double carried,
                                      const std::vector<double>& last);

}  // namespace lilyan
