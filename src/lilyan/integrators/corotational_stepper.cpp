#include <lilyan/integrators/corotational_stepper.hpp>

#include <lilyan/dynamics/accepted.hpp>
#include <lilyan/dynamics/books.hpp>
#include <lilyan/dynamics/pose.hpp>
#include <lilyan/dynamics/reactions.hpp>
#include <lilyan/dynamics/velocities.hpp>
#include <lilyan/energy/chord_term.hpp>
#include <lilyan/energy/elements/held_rotations.hpp>
#include <lilyan/integrators/one_step.hpp>

#include <cmath>

namespace lilyan {

namespace {

// All potentials of a system with the rotations at x.
class FrozenPotentials {
 public:
  FrozenPotentials(const System& system, const Vector& x) {
    for (const auto& potential : system.potentials()) held_.push_back(std::make_unique<HeldRotations>(*potential, x));
  }

  // Their force in the middle of the chord. This must outlive the term.
  std::unique_ptr<const StepTerm> middle_force(const Chord& chord) const {
    std::vector<const Potential*> potentials;
    for (const auto& held : held_) potentials.push_back(held->potential());
    return std::make_unique<ChordTerm>(std::move(potentials), chord.x, chord.time, std::vector<ChordTerm::Point>{{0.5, 1}});
  }

 private:
  std::vector<std::unique_ptr<HeldRotations>> held_;
};

// Poses no potential: these are frozen and posed by the stepper.
class NoPotentials final : public MeanRule {
 public:
  explicit NoPotentials(double h) : h_(h) {}
  void pose(const Potentials&, const Chord&, ForceCache&, PosedTerms&) const override {}
  double a() const override { return 0.5 * h_ * h_; }
  double b() const override { return h_; }

 private:
  double h_;
};

}  // namespace

CorotationalStepper::CorotationalStepper(const System& system, const NewtonSettings& settings)
    : system_(system), settings_(settings) {}

Result<Step, StepFailure> CorotationalStepper::attempt(const History& history, const StepInput& input, Workspace& workspace) const {
  Workspace::Content& work = workspace.content();
  work.belong_to(system_);
  StepMemory memory = StepMemory::recall(history, system_);
  const Frame& now = history.now();
  const Vector v = velocities(system_, now);
  const Chord chord = chord_from(system_, history, v, input);
  const Stage stage = one_step_stage(history, input.h, std::make_shared<NoPotentials>(input.h));
  const Vector flight = now.x + input.h * v;  // where that is the solution, the solver adds nothing to it

  const FrozenPotentials start(system_, now.x);
  PosedTerms terms = pose_terms(system_, stage, chord, input.pulls, work.forces);
  terms.push_back({start.middle_force(chord), stage.mean->a(), 0.5 * input.h, 0.5});
  const StepScales scales = step_scales(system_, stage, memory.energy_scales, chord, flight, work.noise);
  StepProblem problem(system_, step_frame(system_, stage, chord, scales), std::move(terms), work.hessian);
  prepare(work, problem.block_pattern());
  if (!problem.is_minimisation()) work.prepare_for(problem, settings_, memory);  // constraints: a factor is kept over steps
  StepSolution solution = solve_quadratic(problem, settings_, flight, work);
  if (!solution) return StepFailure{describe(solution.status), solution.statistics, solution.x};

  // In the momentum the rotations at both ends count half.
  const FrozenPotentials end(system_, solution.x);
  problem.add({end.middle_force(chord), 0, 0.5 * input.h, 0.5});
  Vector p = momentum_at_end(problem, solution, now.p, now.p);
  Books books = keep_books(problem, solution, v);
  book_shared_mass(problem, solution, v, p - now.p, books);
  if (!fit_to_constraints(system_, stage, now.x, input.t, solution, p, memory.debt))
    return StepFailure{kDependentConstraints, solution.statistics, solution.x};
  if (!solution.x.allFinite() || !p.allFinite())
    return StepFailure{"positions or momenta are no longer finite numbers", solution.statistics, solution.x};

  enter(books, memory);
  memory.reactions = reaction_impulses(problem, solution, books, 0, memory.reactions);
  memory.see_solved(work, system_, solution.x, p, input.t);
  Memory remembered = store(memory, problem, solution.x);
  return Step{{input.step, input.t, input.h, std::move(solution.x), std::move(p), std::move(books.held_velocity)},
              std::move(remembered),
              solution.statistics,
              std::move(books.outside)};
}

void CorotationalStepper::prepare(const History&, Workspace& workspace) const {
  refuse_multigrid(settings_, "every step is one linear system, solved by a factor");
  workspace.content().belong_to(system_);
  prepare(workspace.content(), system_.pattern());
}

void CorotationalStepper::prepare(Workspace::Content& work, const std::shared_ptr<const BlockPattern>& pattern) const {
  work.prepare_hessian(system_, pattern);
  if (!work.linear) work.linear = std::make_unique<ReusedFactor>(work.hessian->restriction.pattern());
}

LedgerRow CorotationalStepper::ledger(const History& history) const { return ledger_row(system_, history, 0); }

}  // namespace lilyan
