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

// The force in the middle of the chord of all potentials with the rotations at some x. The step asks for it several times in a row
// at the same end: the last one is kept.
class FrozenForce final : public StepTerm {
 public:
  FrozenForce(const System& system, const Vector& x, const Chord& chord) : held_(held(system, x)), middle_(middle(held_, chord)) {}

  Value add_force(const Vector& x, double w, Vector& f) const override {
    if (x.size() != at_.size() || x != at_) {
      force_.setZero(x.size());
      value_ = middle_.add_force(x, 1, force_);
      at_ = x;
    }
    f += w * force_;
    return value_;
  }
  void add_slope(const Vector& x, double w, Definiteness definiteness, BlockMatrix& H) const override {
    middle_.add_slope(x, w, definiteness, H);
  }
  using StepTerm::add_slope;
  void add_outside(const Vector& x, double w, Vector& f) const override { middle_.add_outside(x, w, f); }
  Work work(const Vector& x, const Vector& moved, double h) const override { return middle_.work(x, moved, h); }
  void add_reactions(const Vector& x, double w, std::span<double> forces) const override { middle_.add_reactions(x, w, forces); }

 private:
  using Held = std::vector<std::unique_ptr<HeldRotations>>;

  static Held held(const System& system, const Vector& x) {
    Held all;
    for (const auto& potential : system.potentials()) all.push_back(std::make_unique<HeldRotations>(*potential, x));
    return all;
  }
  static ChordTerm middle(const Held& held, const Chord& chord) {
    std::vector<const Potential*> potentials;
    for (const auto& one : held) potentials.push_back(one->potential());
    return {std::move(potentials), chord.x, chord.time, {{0.5, 1}}};
  }

  Held held_;
  ChordTerm middle_;
  mutable Vector at_, force_;
  mutable Value value_;
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

  PosedTerms terms = pose_terms(system_, stage, chord, input.pulls, work.forces);
  terms.push_back({std::make_unique<FrozenForce>(system_, now.x, chord), stage.mean->a(), 0.5 * input.h, 0.5});
  const StepScales scales = step_scales(system_, stage, memory.energy_scales, chord, flight, work.noise);
  StepProblem problem(system_, step_frame(system_, stage, chord, scales), std::move(terms), work.hessian);
  prepare(work, problem.block_pattern());
  if (!problem.is_minimisation()) work.prepare_for(problem, settings_, memory);  // constraints: a factor is kept over steps
  StepSolution solution = solve_quadratic(problem, settings_, flight, work);
  if (!solution) return StepFailure{describe(solution.status), solution.statistics, solution.x};

  // In the momentum the rotations at both ends count half.
  problem.add({std::make_unique<FrozenForce>(system_, solution.x, chord), 0, 0.5 * input.h, 0.5});
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
