// Which linear solver serves the minimisations of a system's steps, decided by counts and never by a clock.
#pragma once

#include <lilyan/dynamics/stage.hpp>
#include <lilyan/dynamics/step_problem.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/minimise/newton.hpp>

#include <string>

namespace lilyan {

struct LinearDecision {
  LinearKind kind = LinearKind::factor;
  std::string why;  // a clause for the report
};

// Throws InputError (id "scene.solver") if the settings ask for multigrid, which cannot serve for the reason given.
void refuse_multigrid(const NewtonSettings& settings, const std::string& why);

// Likewise if it cannot serve these steps.
void check_linear_choice(const StepProblem& problem, const NewtonSettings& settings);

LinearDecision choose_linear_solver(const System& system, Inertia inertia, const NewtonSettings& settings);

}  // namespace lilyan
