#include <lilyan/dynamics/stage_stepper.hpp>

#include <lilyan/dynamics/books.hpp>
#include <lilyan/dynamics/step/accepted.hpp>
#include <lilyan/dynamics/step/pose.hpp>
#include <lilyan/dynamics/velocities.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

std::unique_ptr<const Stepper> StageMethod::stepper(const System& system, const NewtonSettings& settings) const {
  return std::make_unique<const StageStepper>(system, *this, settings);
}

namespace {

// 1/2 m (way/h)^2 [J]
double energy_of_moving(const System& system, const Vector& moved, double h) {
  double energy = 0;
  for (Index c : system.coordinates().free()) energy += 0.5 * system.mass()[c] * std::pow(moved[c] / h, 2);
  return energy;
}

}  // namespace

StageStepper::StageStepper(const System& system, const StageMethod& method, NewtonSettings settings)
    : system_(system), method_(method), settings_(settings) {}

// The heart: pose what acts in the step, solve for its end, read the momentum out, keep the books.
Result<Step, StepFailure> StageStepper::attempt(const History& history, const StepInput& input, Workspace& workspace) const {
  Workspace::Content& work = workspace.content();
  work.belong_to(system_);
  StepMemory memory = StepMemory::recall(history, system_);
  const Frame& now = history.now();
  const Vector v = velocities(system_, now);
  Stage stage = method_.stage(history, input.h, memory.order);
  if (stage.carried > 0) take_out_impulses(system_, history, stage, memory.reactions);

  std::unique_ptr<StepProblem> problem;
  StepSolution solution = solve(stage, history, v, input, memory, work, problem);
  if (!solution) return StepFailure{describe(solution.status), solution.statistics, solution.x};

  Vector p = momentum_at_end(*problem, solution, now.p, stage.p_hat);
  Books books = keep_books(*problem, solution, v);
  give_last_impulses(*problem, solution, p, books);
  book_shared_mass(*problem, solution, v, p - now.p, books);
  if (!fit_to_constraints(system_, stage, now.x, input.t, solution, p, memory.debt))
    return StepFailure{kDependentConstraints, solution.statistics, solution.x};
  if (std::string objection = objection_to(*problem, solution, p, work.forces); !objection.empty())
    return StepFailure{std::move(objection), solution.statistics, solution.x};
  if (std::string objection = objection_to_work(*problem, solution, p, books, memory); !objection.empty())
    return StepFailure{std::move(objection), solution.statistics, solution.x};

  enter(books, memory);
  memory.reactions = reaction_impulses(*problem, solution, books, stage.carried, memory.reactions);
  if (!problem->is_linear()) memory.see_solved(work, system_, solution.x, p, input.t);
  Memory remembered = store(memory, *problem, solution.x);
  return Step{{input.step, input.t, input.h, std::move(solution.x), std::move(p), std::move(books.held_velocity)},
              std::move(remembered),
              solution.statistics,
              std::move(books.outside),
              std::move(books.joined)};
}

StepSolution StageStepper::solve(Stage& stage, const History& history, const Vector& v, const StepInput& input, StepMemory& memory,
                                 Workspace::Content& work, std::unique_ptr<StepProblem>& problem) const {
  Chord chord = chord_from(system_, history, v, input);
  const Vector flight = free_flight(system_, stage, chord);
  const StepScales scales = step_scales(system_, stage, memory.energy_scales, chord, flight, work.noise);
  chord.energy = scales.parts.minCoeff();
  Vector start = input.guess ? *input.guess : flight;
  StepStatistics statistics;
  while (true) {
    problem = std::make_unique<StepProblem>(system_, step_frame(system_, stage, chord, scales),
                                            pose_terms(system_, stage, chord, input.pulls, work.forces), work.hessian);
    if (statistics.newton_iterations == 0) work.prepare_for(*problem, settings_, memory);
    StepSolution solution = solve_step(*problem, settings_, start, work);
    statistics.add(solution.statistics);
    while (solution && problem->begin_next_pass(solution.x)) {
      solution = solve_step(*problem, settings_, solution.x, work);
      statistics.add(solution.statistics);
    }
    // A body at rest that something runs into has the energy of its motion only now.
    const double moving = solution ? energy_of_moving(system_, solution.moved, stage.h) : 0;
    const double scale = moving > kBlow * scales.parts.sum() && system_.contacts() > 0 ? moving : scales.parts.sum();
    const Refinement refinement = solution ? stage.mean->refine(system_.potentials(), chord, solution.x) : Refinement{};
    const double missed = refinement.missed / scale;
    if (missed <= settings_.tolerance || !refinement.finer) {
      if (missed > settings_.tolerance) statistics.add({.residual = missed, .short_of_tolerance = 1});
      solution.statistics = statistics;
      // A share of the energy that rounding may not hide. A body that never moved has none, and nothing that could be hidden.
      constexpr double kMostHidden = 1e-2;
      const bool has_moved = memory.energy_scales.maxCoeff() > 0;
      const double share = scale / std::max(scale, moving);
      if (solution && has_moved && share * statistics.residual > kMostHidden) solution.status = NewtonStatus::rounded;
      // So is what rounding left told: beside the energy before, which may be next to nothing, any error is large.
      if (statistics.short_of_tolerance > 0 && share < 1) {
        solution.statistics.residual *= share;
        if (solution.statistics.residual <= settings_.tolerance) solution.statistics.short_of_tolerance = 0;
      }
      return solution;
    }
    memory.order = refinement.order;
    stage.mean = refinement.finer;
    start = std::move(solution.x);
  }
}

void StageStepper::prepare(const History& history, Workspace& workspace) const {
  Workspace::Content& work = workspace.content();
  work.belong_to(system_);
  StepMemory memory = StepMemory::recall(history, system_);
  const Vector v = velocities(system_, history.now());
  const double h = history.now().h > 0 ? history.now().h : 1;  // a step like the last one, if there was one
  const StepInput input{0, history.now().t + h, h};
  const Stage stage = method_.stage(history, input.h, memory.order);
  const Chord chord = chord_from(system_, history, v, input);
  const StepProblem problem(system_, step_frame(system_, stage, chord, {Vector::Ones(system_.parts().size())}),
                            pose_terms(system_, stage, chord, {}, work.forces), work.hessian);
  if (!problem.is_linear()) check_linear_choice(problem, settings_);
  if (problem.is_minimisation()) work.prepare_for(problem, settings_, memory);
}

LedgerRow StageStepper::ledger(const History& history) const {
  bool is_tangent = false;
  if (!system_.constraints().empty()) {
    const ConstraintRule rule = method_.stage(history, 1, 0).constraint;
    is_tangent = rule.at == ConstraintAt::start && !rule.ends_tangent;
  }
  return ledger_row(system_, history, method_.sync(), is_tangent);
}

}  // namespace lilyan
