#include <lilyan/integrators/corotational_reversible.hpp>

#include <lilyan/dynamics/books.hpp>
#include <lilyan/dynamics/step/accepted.hpp>
#include <lilyan/dynamics/step/pose.hpp>
#include <lilyan/dynamics/stepper.hpp>
#include <lilyan/dynamics/system.hpp>
#include <lilyan/dynamics/velocities.hpp>
#include <lilyan/energy/chord_term.hpp>
#include <lilyan/energy/potential.hpp>
#include <lilyan/integrators/one_step.hpp>
#include <lilyan/minimise/newton.hpp>

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

// Co-rotation with rotations that are known before and after the step: reversible, and one linear system a step.
//
//   M v + (h/2) grad W(z; R_0) = p_0        z = x_0 + h v/2 [Kharevych 2010, eq. 3.33, corrected]
//   x_1 = x_0 + h v
//   p_1 = M v - (h/2) grad W(z; R_1)
//
// grad W(z; R) = sum R K R^T z - R K X is the force with frozen rotations (FrozenElasticity), R_0 those of x_0 and R_1 those
// of x_1. In print the bracket around both sums of the last line is missing, which makes the method blow up. p_1 is read out as p_0
// - (h/2) (grad W(z; R_0) + grad W(z; R_1)), the same up to the residual of the solve: linear momentum is kept to rounding.
//
// This force is the gradient of the co-rotated energy for `polar` rotations and isotropic stiffness only; with others the method
// solves a slightly different problem. Energy and angular momentum stay near their start for h omega_max < 1, and no longer beyond:
// the rotations then jump from step to step. [tests/integrators/corotational_test.cpp]
class CorotationalStepper final : public Stepper {
 public:
  // Keeps a reference. Every potential of the system is quadratic while rotations are held, and so is every damping.
  CorotationalStepper(const System& system, const NewtonSettings& settings) : system_(system), settings_(settings) {}

  Result<Step, StepFailure> attempt(const History& history, const StepInput& input, Workspace& workspace) const override;
  void prepare(const History& history, Workspace& workspace) const override;
  LedgerRow ledger(const History& history) const override;

 private:
  void prepare(Workspace::Content& work, const std::shared_ptr<const BlockPattern>& pattern) const;

  const System& system_;
  NewtonSettings settings_;  // of steps with constraints
};

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
  if (!have_finite_squares(solution.x, p)) return StepFailure{kNoNumbers, solution.statistics, solution.x};

  enter(books, memory);
  memory.reactions = reaction_impulses(problem, solution, books, 0, memory.reactions);
  memory.see_solved(work, system_, solution.x, p, input.t);
  Memory remembered = store(memory, problem, solution.x);
  return Step{{input.step, input.t, input.h, std::move(solution.x), std::move(p), std::move(books.held_velocity)},
              std::move(remembered),
              solution.statistics,
              std::move(books.outside)};
}

void CorotationalStepper::prepare(const History& history, Workspace& workspace) const {
  StepMemory::recall(history, system_);  // throws if a file brought another
  refuse_multigrid(settings_, "every step is one linear system, solved by a factor");
  workspace.content().belong_to(system_);
  prepare(workspace.content(), system_.pattern());
}

void CorotationalStepper::prepare(Workspace::Content& work, const std::shared_ptr<const BlockPattern>& pattern) const {
  work.prepare_hessian(system_, pattern);
  if (!work.linear) work.linear = std::make_unique<ReusedFactor>(work.hessian->restriction.pattern());
}

LedgerRow CorotationalStepper::ledger(const History& history) const { return ledger_row(system_, history, 0); }

}  // namespace

std::vector<Fault> CorotationalReversible::objections(const System& system) const {
  std::vector<Fault> faults;
  auto object = [&](const std::string& message, const std::string& hint) {
    faults.push_back({"integrator.frozen", "type", "corotational_reversible " + message, hint});
  };
  for (const auto& potential : system.potentials())
    if (potential->kind() == EnergyKind::contact) {
      object("solves one linear system per step, which contact is no part of", "use another implicit integrator, such as avf");
      return faults;
    }
  const Vector anywhere = Vector::Zero(system.coordinates().components());
  for (const auto& potential : system.potentials())
    if (!HeldRotations(*potential, anywhere).potential()) {
      object("takes elastic laws that are linear but for the rotation of each tet",
             "use the law corotated, linear, orthotropic or anisotropic, or another integrator");
      break;
    }
  for (const auto& dissipation : system.dissipations())
    if (!dissipation->is_quadratic()) {
      object("solves one linear system a step, which strain damping and the drag of fast motion are no part of",
             "use viscous or rayleigh damping, or another integrator");
      break;
    }
  return faults;
}

std::unique_ptr<const Stepper> CorotationalReversible::stepper(const System& system, const NewtonSettings& settings) const {
  return std::make_unique<const CorotationalStepper>(system, settings);
}

}  // namespace lilyan
