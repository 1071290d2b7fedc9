#include <lilyan/dynamics/accepted.hpp>

#include <lilyan/dynamics/velocities.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

// The largest force left at a free component in an equilibrium, over the largest weight or load.
double unbalanced_share(const StepProblem& problem, const StepSolution& solution) {
  const System& system = problem.system();
  double heaviest = system.vertex_mass().maxCoeff() * system.gravity().norm();
  if (system.is_loaded()) heaviest = std::max(heaviest, system.load(problem.frame().time.end).cwiseAbs().maxCoeff());
  if (heaviest == 0) return 0;
  Vector force = problem.force(solution.x, &PosedTerm::a);
  if (solution.constraint_force.size() > 0) force += solution.constraint_force;
  double largest = 0;
  for (Index c : system.coordinates().free()) largest = std::max(largest, std::abs(force[c]));
  return largest / heaviest;
}

}  // namespace

bool have_finite_squares(const Vector& x, const Vector& p) { return std::isfinite(x.squaredNorm() + p.squaredNorm()); }

std::string objection_to(const StepProblem& problem, const StepSolution& solution, const Vector& p, ForceCache& forces) {
  // Share of a weight or load that may be left uncarried in an equilibrium: far above rounding, far below a body in free fall.
  constexpr double kUnbalanced = 1e-3;
  const System& system = problem.system();
  const double t = problem.frame().time.end;
  if (!have_finite_squares(solution.x, p)) return kNoNumbers;
  // An explicit method needs the force at the end in its next step anyway; an implicit one is asked for the energy alone.
  const double W =
      problem.is_linear() ? forces.entry(system.potentials(), solution.x, t).W : system.potential_energy(solution.x, t);
  if (!std::isfinite(W)) return kUndefinedEnergy;
  if (!problem.frame().y && unbalanced_share(problem, solution) > kUnbalanced)
    return "there is no equilibrium: a weight or a load is left that nothing carries; pins must hold every body";
  return {};
}

std::string objection_to_work(const StepProblem& problem, const StepSolution& solution, const Vector& p, const Books& books,
                              const StepMemory& memory) {
  constexpr double kMost = 1e6;  // of the energy in play
  const System& system = problem.system();
  if (!problem.frame().y || system.contacts() == 0 || books.work == 0) return {};
  StepMemory after = memory;
  after.see(system, solution.x, p, problem.frame().time.end);
  const double in_play =
      after.energy_scales.sum() + std::abs(memory.work) + std::abs(memory.dissipated) + std::abs(books.dissipated);
  if (std::abs(books.work) <= kMost * in_play) return {};
  return fmt::format("obstacles, pins and loads did {:.3g} J of work in it, and no more than {:.3g} J are in play", books.work,
                     in_play);
}

Memory store(const StepMemory& memory, const StepProblem& problem, const Vector& x) {
  Memory sections = memory.store();
  for (const PosedTerm& posed : problem.terms()) posed.term->remember(x, sections);
  return sections;
}

bool fit_to_constraints(const System& system, const Stage& stage, const Vector& x_n, double t, StepSolution& solution, Vector& p,
                        double& debt) {
  if (system.constraints().empty() || stage.inertia == Inertia::none) return true;
  if (system.constraints().velocities() == ConstraintVelocities::consistent)
    return make_consistent(system, x_n, solution.x, t, stage.h, p, debt, &solution.settled);
  return !stage.constraint.ends_tangent || make_tangent(system, x_n, solution.x, t, stage.h, p, &solution.settled);
}

}  // namespace lilyan
