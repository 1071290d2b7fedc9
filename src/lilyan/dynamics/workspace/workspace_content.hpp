// What the steppers keep in a Workspace: matrices, the linear solver that was chosen for them, and forces that are known already.
#pragma once

#include <lilyan/algebra/reused_factor.hpp>
#include <lilyan/dynamics/stage.hpp>
#include <lilyan/dynamics/step/step_scales.hpp>
#include <lilyan/dynamics/workspace/hessian_storage.hpp>
#include <lilyan/dynamics/workspace/workspace.hpp>
#include <lilyan/energy/chord_term.hpp>
#include <lilyan/minimise/newton.hpp>

#include <string>

namespace lilyan {

struct StepMemory;

struct Workspace::Content {
  ForceCache forces;
  PositionNoise noise;
  std::unique_ptr<HessianStorage> hessian;  // made by the first implicit step
  std::unique_ptr<NewtonDirection> direction;
  std::string why;                       // the direction's linear solver was chosen
  std::unique_ptr<ReusedFactor> linear;  // of steps that are one linear system
  double minimisation_seconds = 0;       // of whole minimisations, the solver's share included
  Seconds former;                        // spent by solvers of patterns that are gone
  std::uint64_t owner = 0;               // the system that all this belongs to

  Seconds solver_seconds() const;        // without line searches
  void belong_to(const System& system);  // starts anew where it belonged to another
  void prepare_hessian(const System& system, const std::shared_ptr<const BlockPattern>& pattern);  // and forget that of another
  void prepare_solver(const System& system, Inertia inertia, const NewtonSettings& settings, const SolverMemory& memory);
  // What solving this problem takes: nothing where it is linear, a matrix for equations, the last factor too for minimising. A
  // factor of another pattern than the problem's is of no use.
  void prepare_for(const StepProblem& problem, const NewtonSettings& settings, StepMemory& memory);
};

// Throws InputError (id "scene.solver") if the settings ask for multigrid, which cannot serve for the reason given.
void refuse_multigrid(const NewtonSettings& settings, const std::string& why);

// Likewise if it cannot serve these steps.
void check_linear_choice(const StepProblem& problem, const NewtonSettings& settings);

}  // namespace lilyan
