// The books of a step: what its terms did to momentum and energy, read off the very sum that was solved.
//
//   work        of loads, pulls, moving pins and constraints, and of energies that change in time [J]
//   dissipated  by damping [J]
//   held        the impulse that held components got from what holds them [N s]: sum_k b_k f_k + b C^T lambda
//
// AVF's balance, total - total_0 - work + dissipated = 0, then closes to rounding. `reaction_impulses` reads off what each pin,
// constraint and contact did.
#pragma once

#include <lilyan/dynamics/step/solve_step.hpp>
#include <lilyan/dynamics/step_memory.hpp>

#include <vector>

namespace lilyan {

struct Books {
  double work = 0, dissipated = 0;
  Vector held;                // over all components, 0 where free; of an equilibrium: the force [N]
  Vector held_velocity = {};  // at the end, see velocities.hpp; empty if no held component that moves shares mass with a free one
  Vector outside;             // impulse of gravity, loads and other forces from outside over all components [N s]
  std::vector<std::array<Index, 2>> joined = {};  // vertices of parts that pushed at each other
  std::vector<double> contacts = {};              // impulses of `give_last_impulses` by contact [N s]; empty if there were none
};

// Momentum at the end of the step, 0 where held.
//
//   impulse   p = p_hat - sum_k b_k f_k - b C^T lambda
//   chord     p = 2 M (x - x_n)/h - p_n - sum_k (b_k - 2 a_k/h) f_k       which makes AVF's energy identity exact
//
// They agree but for the residual. Impulses keep linear momentum at any tolerance.
Vector momentum_at_end(const StepProblem& problem, const StepSolution& solution, const Vector& p_n, const Vector& p_hat);

// `v_n`: velocities at the start.
Books keep_books(const StepProblem& problem, const StepSolution& solution, const Vector& v_n);

// Changes p, the momentum at the end, by the impulses that terms still give once the velocities are known (EndMotion), and
// enters them in the books.
void give_last_impulses(const StepProblem& problem, const StepSolution& solution, Vector& p, Books& books);

// Adds the work that held components do through the mass that they share with free ones, and their velocity at the end of the step;
// `dp` is the change of momentum. With A = M_ff, B = M_fh, w_0 and w_1 the held velocities before and after, dx_h their way,
//
//   work = dp.A^-1 B dx_h/h - (w_1.C w_1 - w_0.C w_0)/2,    C = B^T A^-1 B
//
// AVF's positions move by A dx_f + B dx_h = (h/2) (p_n + p), so that dp.A^-1 (A dx_f + B dx_h)/h is the change of p.A^-1 p/2, and
// the kinetic energy v_f.A v_f/2 + v_f.B w is p.A^-1 p/2 - w.C w/2: the balance closes exactly, whatever w is.
void book_shared_mass(const StepProblem& problem, const StepSolution& solution, const Vector& v_n, const Vector& dp, Books& books);

// Adds a step's books to what is remembered of the run.
void enter(const Books& books, StepMemory& memory);

// The impulses that pins, constraints and contacts gave.
//
//   pin k          sum over the components that it holds of the books' impulse (a component of several pins counts for the first)
//   constraint k   -b C_k^T lambda_k, summed over all components
//   contact k      the impulse on the obstacle, or on the first body named, of all terms that know it
//
// Equilibria have no momenta: there the impulse is the force times the length of the step. Those of pins and constraints are
// what is exerted on the body [N s]; three numbers for each pin, then for each constraint, then for each contact. Over a step they
// add up, with the impulses from outside (those of obstacles among them), to the change of the method's own momentum.
//
// `carried`: the share of `last`, the impulses of the step before, that a method over several steps goes on with.
std::vector<double> reaction_impulses(const StepProblem& problem, const StepSolution& solution, const Books& books, double carried,
                                      const std::vector<double>& last);

}  // namespace lilyan
