// What a step takes over from the one before besides positions and momenta, in the sections of the history's Memory.
#pragma once

#include <lilyan/dynamics/history.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/dynamics/workspace/workspace_content.hpp>
#include <lilyan/minimise/newton_direction.hpp>

namespace lilyan {

struct StepMemory {
  SolverMemory solver;
  EquationMemory equations;
  std::uint64_t pattern = 0;      // fingerprint of the blocks that both belong to
  int order = 0;                  // quadrature order that an adapting integrator used last
  double work = 0;                // of loads and moving pins so far [J]
  double dissipated = 0;          // by damping so far [J]
  std::vector<double> reactions;  // impulses of pins and constraints in the last step [N s], see books.hpp
  double debt = 0;                // kinetic energy that consistent velocities still owe [J], see velocities.hpp
  // Of each connected part: the largest kinetic + |elastic| + |gravity - gravity_0| so far [J], in implicit steps only, and
  // gravity's energy at the start [J].
  Vector energy_scales, gravity_0;

  static StepMemory recall(const History& history, const System& system);
  Memory store() const;

  void keep_factors_of(const BlockPattern& blocks);  // and forget those of others

  // After a step that was solved: the factor it used, and the energy of the state it led to.
  void see_solved(const Workspace::Content& content, const System& system, const Vector& x, const Vector& p, double t);
  void see(const System& system, const Vector& x, const Vector& p, double t);  // raises the energy scale to that of a state
};

// The next attempt at the same step begins with the factor that the last one ended with.
void take_over_solver(const Memory& from, History& to);

}  // namespace lilyan
