#include <lilyan/dynamics/step/accepted.hpp>

#include <lilyan/algebra/magnitude.hpp>
#include <lilyan/dynamics/velocities.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

// Whether a part that no pin holds is drawn off as a whole by more than the given share of its weights and loads. In sums over such
// a part whatever it does to itself cancels, with its rounding.
bool is_drawn_off(const System& system, const Vector& force, const Vector& outside, double share) {
  struct Sum {
    Vec3 force = Vec3::Zero();
    double outside = 0;
    bool is_held = false;
  };
  std::vector<Sum> parts(static_cast<std::size_t>(system.parts().size()));
  for (Index c = 0; c < static_cast<Index>(force.size()); ++c) {
    Sum& part = parts[static_cast<std::size_t>(system.parts().of_vertex(c / 3))];
    part.force[c % 3] += force[c];
    part.outside += std::abs(outside[c]);
    part.is_held = part.is_held || system.coordinates().is_held(c);
  }
  return std::any_of(parts.begin(), parts.end(),
                     [&](const Sum& part) { return !part.is_held && part.force.lpNorm<Eigen::Infinity>() > share * part.outside; });
}

// Whether an equilibrium leaves a weight or a load that nothing carries.
bool is_unbalanced(const StepProblem& problem, const StepSolution& solution) {
  // Share of a weight or load that may be left uncarried: far above rounding, far below a body in free fall.
  constexpr double kUnbalanced = 1e-3;
  const System& system = problem.system();
  Vector outside = Vector::Zero(solution.x.size());
  if (system.is_loaded()) outside = system.load(problem.frame().time.end);
  const double heaviest = std::max(system.vertex_mass().maxCoeff() * system.gravity().norm(), outside.cwiseAbs().maxCoeff());
  if (heaviest == 0) return false;
  system.add_weight(outside);
  Vector force = problem.force(solution.x, &PosedTerm::a);
  if (solution.constraint_force.size() > 0) force += solution.constraint_force;
  // Where a part is far stiffer than it is loaded, rounded positions make forces larger than the load, and they are true of no
  // more.
  Vector left;
  system.coordinates().restrict(force, left);
  left = beyond(left, problem.gradient_rounding(problem.displacements(solution.x)));
  if (left.size() > 0 && left.lpNorm<Eigen::Infinity>() > kUnbalanced * heaviest) return true;
  return is_drawn_off(system, force, outside, kUnbalanced);
}

}  // namespace

bool have_finite_squares(const Vector& x, const Vector& p) { return std::isfinite(x.squaredNorm() + p.squaredNorm()); }

std::string objection_to(const StepProblem& problem, const StepSolution& solution, const Vector& p, ForceCache& forces) {
  const System& system = problem.system();
  const double t = problem.frame().time.end;
  if (!have_finite_squares(solution.x, p)) return kNoNumbers;
  // An explicit method needs the force at the end in its next step anyway; an implicit one is asked for the energy alone.
  const double W =
      problem.is_linear() ? forces.entry(system.potentials(), solution.x, t).W : system.potential_energy(solution.x, t);
  if (!std::isfinite(W)) return kUndefinedEnergy;
  if (!problem.frame().y && is_unbalanced(problem, solution)) return kNothingCarries;
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
