// The equations of one method and the search that solves them: each line refers to the others, so they stand in one file.
#include <lilyan/adaption/variational_adaptive_stepper.hpp>

#include <lilyan/adaption/adaption_memory.hpp>
#include <lilyan/core/stopwatch.hpp>
#include <lilyan/dynamics/books.hpp>
#include <lilyan/dynamics/step/accepted.hpp>
#include <lilyan/dynamics/step/pose.hpp>
#include <lilyan/energy/chord_term.hpp>
#include <lilyan/integrators/one_step.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace lilyan {

namespace {

// What is known of the forces at one place of a step.
struct Forces {
  double seen = 0;  // W_s [J]
  double body = 0;  // W_s + W_o without the loads [J]
  Vector g_s, g_o;  // grad W_s, grad W_o with the loads [N]
};

// A problem with the stage that its terms refer to.
struct PosedStep {
  Stage stage;
  std::unique_ptr<StepProblem> problem;
};

// A step, as far as it is found.
struct Found {
  double dt = 0, lambda = 0;
  StepSolution solution;
  Vector p;
  Books books;
  std::vector<double> reactions;
  std::unique_ptr<PosedStep> posed;  // as it was solved
};

// The step that is to be found.
struct Adapted {
  const System& system;
  const EnergyRule& rule;
  const History& history;
  Vector v;       // M^-1 p_n
  double h;       // the longest step
  double energy;  // E
  const std::vector<Pull>& pulls;
  Workspace::Content& work;

  const Frame& now() const { return history.now(); }

  Forces forces_at(const Vector& x, double t) const {
    Forces f{0, 0, Vector::Zero(x.size()), Vector::Zero(x.size())};
    for (const auto& potential : system.potentials()) {
      const bool seen = rule.counts(potential->kind());
      const double W = potential->add_gradient(x, t, 1, seen ? f.g_s : f.g_o);
      if (seen) f.seen += W;
      if (potential->kind() != EnergyKind::load) f.body += W;
    }
    return f;
  }

  // The problem of a step of length dt with the forces at s on the chord, those that the rule sees scaled by a. With a = 1 and s =
  // 1/2 it is the midpoint rule's own. [Kharevych 2010, eq. 3.25: its worked example lacks a factor h before lambda]
  std::unique_ptr<PosedStep> problem(double dt, double a, double s, const StepScales& scales) const {
    auto posed_step = std::make_unique<PosedStep>();
    const StepInput input{0, now().t + dt, dt};
    const Chord chord = chord_from(system, history, v, input);
    const double in_equation = dt * dt * (1 - s);
    Stage& stage = posed_step->stage;
    stage = one_step_stage(history, dt, std::make_shared<Quadrature>(std::vector<Node>{{s, in_equation, dt}}));
    std::vector<const Potential*> seen, others;
    for (const auto& potential : system.potentials()) (rule.counts(potential->kind()) ? seen : others).push_back(potential.get());
    PosedTerms terms;
    auto add = [&](std::vector<const Potential*> potentials, double factor) {
      terms.push_back(
          {std::make_unique<ChordTerm>(std::move(potentials), chord.x, chord.time, std::vector<ChordTerm::Point>{{s, 1}}),
           factor * in_equation, factor * dt});
    };
    add(std::move(seen), a);
    add(std::move(others), 1);
    for (PosedTerm& posed : pose_dampings_and_pulls(system, stage, chord, pulls)) terms.push_back(std::move(posed));
    posed_step->problem =
        std::make_unique<StepProblem>(system, step_frame(system, stage, chord, scales), std::move(terms), work.hessian);
    return posed_step;
  }

  StepScales scales(double dt, const Vector& energies_so_far) const {
    const Chord chord = chord_from(system, history, v, {0, now().t + dt, dt});
    const Stage stage = one_step_stage(history, dt, std::make_shared<Quadrature>(std::vector<Node>{{0.5, 0.5 * dt * dt, dt}}));
    return step_scales(system, stage, energies_so_far, chord, now().x + dt * flight(dt), work.noise);
  }

  // The mean velocity of free flight: translations leave no residual there, see pose.hpp.
  Vector flight(double dt) const {
    Vector mean = v;
    system.space().add_acceleration(system.gravity(), 0.5 * dt, mean);
    if (system.is_loaded()) mean += 0.5 * dt * system.parts().acceleration(system.load(now().t + 0.5 * dt));
    return mean;
  }

  // With the books of its problem.
  Found found(double dt, double lambda, std::unique_ptr<PosedStep> posed, StepSolution solution) const {
    Found found{dt, lambda, std::move(solution), {}, {}, {}, std::move(posed)};
    const StepProblem& problem = *found.posed->problem;
    found.p = momentum_at_end(problem, found.solution, now().p, now().p);
    found.books = keep_books(problem, found.solution, v);
    found.reactions = reaction_impulses(problem, found.solution, found.books, 0, {});
    return found;
  }

  double squared(const Vector& u) const { return u.dot(system.momentum(u)); }
};

double net(const Books& books) { return books.work - books.dissipated; }

// Where sigma is that of the start. lambda = A + B lambda + C lambda^2, and of its two roots the one that goes to A with h.
Result<Found, StepFailure> find_from_start(const Adapted& adapted) {
  const System& system = adapted.system;
  const Frame& now = adapted.now();
  const Forces f = adapted.forces_at(now.x, now.t);
  const EnergyRule::Slopes sigma = adapted.rule.at(system, f.seen, adapted.energy);
  const double dt = adapted.h * sigma.s;
  const StepScales ones{Vector::Ones(system.parts().size())};  // nothing is solved to a tolerance
  // Where lambda is 0, and as far as it is known: the held components have moved, the others not yet.
  const std::unique_ptr<PosedStep> posed_plain = adapted.problem(dt, 1, 0, ones);
  const StepProblem* plain = posed_plain->problem.get();
  const Vector x = plain->positions(Vector::Zero(system.coordinates().size()));
  const Vector force = plain->force(x, &PosedTerm::c), load = system.load(now.t);
  const Vector r = force - f.g_s - f.g_o, F = load - r;  // from outside

  auto velocity_after = [&](const Vector& pushed) {
    Vector p = Vector::Zero(now.p.size());
    for (Index c : system.coordinates().free()) p[c] = now.p[c] - dt * pushed[c];
    return system.velocity(p);
  };
  const Vector u_0 = velocity_after(force), u_1 = -adapted.h * sigma.ds * system.velocity(f.g_s);
  const double fed = dt * system.potential_rate(now.x, now.t), of_pins = (load + f.g_s + f.g_o).dot(x - now.x);
  const double A = 0.5 * adapted.squared(u_0) + f.body - adapted.energy - dt * F.dot(u_0) - of_pins - fed;
  const double B = u_0.dot(system.momentum(u_1)) - dt * F.dot(u_1);
  const double C = 0.5 * adapted.squared(u_1);
  const double root = (1 - B) * (1 - B) - 4 * A * C;
  if (!(root >= 0)) return StepFailure{"no multiplier makes a step of the length that the rule of adaption asks for", {}, now.x};
  const double lambda = 2 * A / (1 - B + std::copysign(std::sqrt(root), 1 - B));

  std::unique_ptr<PosedStep> posed = adapted.problem(dt, 1 + adapted.h * lambda * sigma.ds / dt, 0, ones);
  StepSolution solution = solve_step(*posed->problem, {}, now.x, adapted.work);
  return adapted.found(dt, lambda, std::move(posed), std::move(solution));
}

// Where sigma is that of the middle.
class MidpointSearch {
 public:
  MidpointSearch(const Adapted& adapted, const NewtonSettings& settings, StepScales scales, StepMemory& memory,
                 StepStatistics& statistics)
      : adapted_(adapted), settings_(settings), scales_(std::move(scales)), memory_(memory), statistics_(statistics) {}

  Result<Found, StepFailure> find(double dt, double a) {
    constexpr int kMost = 50;
    Vector start = adapted_.now().x + dt * adapted_.flight(dt);
    for (int k = 1; k <= kMost; ++k) {
      std::unique_ptr<PosedStep> posed = adapted_.problem(dt, a, 0.5, scales_);
      StepProblem* const problem = posed->problem.get();
      if (k == 1) adapted_.work.prepare_for(*problem, settings_, memory_);
      solution_ = solve_step(*problem, settings_, start, adapted_.work);
      statistics_.add(solution_.statistics);
      if (!solution_) return StepFailure{describe(solution_.status), statistics_, solution_.x};
      look(*problem, dt, a);
      const double off = std::max(std::abs(F_[0]), std::abs(F_[1]));
      if (off <= kLengthMet * dt || (k >= kTriesForMore && off <= kLengthNearlyMet * dt))
        return adapted_.found(dt, lambda_, std::move(posed), solution_);
      // H dx/d(dt) = p_n - dt (a grad W_s + grad W_o + grad R),  H dx/da = -(dt^2/2) grad W_s
      const Vector z = problem->displacements(solution_.x);
      Vector z_t, z_a;
      if (!follow(*problem, z, problem->force(solution_.x, &PosedTerm::b) - adapted_.now().p, z_t) ||
          !follow(*problem, z, 0.5 * dt * dt * f_.g_s, z_a))
        return StepFailure{describe(NewtonStatus::not_definite), statistics_, solution_.x};
      const Eigen::Vector2d step = newton_step(dt, a, z_t, z_a);
      // Half and twice bound what one linearisation is trusted for; h bounds what the rule can ask for.
      const double dt_next = std::clamp(dt + step[0], 0.5 * dt, std::min(2 * dt, adapted_.h));
      const double a_next = std::clamp(a + step[1], 0.5 * a, 2 * a);
      start = problem->positions(z + (dt_next - dt) * z_t + (a_next - a) * z_a);
      dt = dt_next;
      a = a_next;
    }
    return StepFailure{"no length and multiplier were found that obey the rule of adaption", statistics_, solution_.x};
  }

 private:
  // Everything at the minimiser: F_1, F_2 and what they are made of.
  void look(const StepProblem& problem, double dt, double a) {
    f_ = adapted_.forces_at(0.5 * (adapted_.now().x + solution_.x), adapted_.now().t + 0.5 * dt);
    sigma_ = adapted_.rule.at(adapted_.system, f_.seen, adapted_.energy);
    const Books books = keep_books(problem, solution_, adapted_.v);
    lambda_ = 0.5 * adapted_.squared(solution_.moved) / (dt * dt) + f_.body - adapted_.energy - 0.5 * net(books);
    F_ = {dt - adapted_.h * sigma_.s, (a - 1) * dt - adapted_.h * lambda_ * sigma_.ds};
  }

  bool follow(StepProblem& problem, const Vector& z, const Vector& gradient, Vector& d) {
    Workspace::Content& work = adapted_.work;
    const Stopwatch watch(work.minimisation_seconds);
    const SolverCounts before = work.direction->counts();
    Vector g;
    adapted_.system.coordinates().restrict(gradient, g);
    const bool solved = work.direction->solve(problem, z, g, 1e-6, d);
    const SolverCounts after = work.direction->counts();
    statistics_.add({.factorizations = after.set_ups - before.set_ups, .linear_iterations = after.iterations - before.iterations});
    return solved;
  }

  // Damping is taken to change neither with dt nor, in its work, with x: the step is then a little off, its end is not.
  Eigen::Vector2d newton_step(double dt, double a, const Vector& z_t, const Vector& z_a) const {
    const double h = adapted_.h, s1 = sigma_.ds, s2 = sigma_.dds;
    Vector g_s, g_body, dx;
    const Coordinates& coordinates = adapted_.system.coordinates();
    coordinates.restrict(f_.g_s, g_s);
    coordinates.restrict(f_.g_s + f_.g_o, g_body);
    coordinates.restrict(adapted_.system.momentum(solution_.moved), dx);
    auto by = [&](const Vector& z_by) -> Eigen::Vector2d {  // dF_1, dF_2 through x
      const double W_s = 0.5 * g_s.dot(z_by), lambda = dx.dot(z_by) / (dt * dt) + 0.5 * g_body.dot(z_by);
      return {-h * s1 * W_s, -h * (lambda * s1 + lambda_ * s2 * W_s)};
    };
    Eigen::Matrix2d J;
    J.col(0) = by(z_t) + Eigen::Vector2d(1, a - 1 + h * s1 * adapted_.squared(solution_.moved) / (dt * dt * dt));
    J.col(1) = by(z_a) + Eigen::Vector2d(0, dt);
    return -J.partialPivLu().solve(F_);
  }

  const Adapted& adapted_;
  const NewtonSettings& settings_;
  StepScales scales_;
  StepMemory& memory_;
  StepStatistics& statistics_;
  // at the last minimiser
  StepSolution solution_;
  Forces f_;
  EnergyRule::Slopes sigma_{};
  double lambda_ = 0;
  Eigen::Vector2d F_;
};

}  // namespace

VariationalAdaptiveStepper::VariationalAdaptiveStepper(const System& system, std::unique_ptr<const EnergyRule> rule,
                                                       Quadrature quadrature, NewtonSettings settings)
    : system_(system), rule_(std::move(rule)), quadrature_(quadrature), settings_(settings) {}

Result<Step, StepFailure> VariationalAdaptiveStepper::attempt(const History& history, const StepInput& input,
                                                              Workspace& workspace) const {
  Workspace::Content& work = workspace.content();
  work.belong_to(system_);
  StepMemory memory = StepMemory::recall(history, system_);
  AdaptionMemory adaption = AdaptionMemory::recall(history, system_);
  const Frame& now = history.now();
  const Adapted adapted{system_,     *rule_, history, system_.velocity(now.p), input.h, adaption.expected_energy(history),
                        input.pulls, work};
  StepStatistics statistics;
  auto find = [&]() -> Result<Found, StepFailure> {
    if (quadrature_ == Quadrature::start) return find_from_start(adapted);
    const double dt = now.h > 0 ? std::min(now.h, input.h) : input.h * rule_->sigma(system_, now, adapted.energy);
    return MidpointSearch(adapted, settings_, adapted.scales(dt, memory.energy_scales), memory, statistics).find(dt, 1);
  };
  Result<Found, StepFailure> found = find();
  if (!found) return found.failure();
  const double t = now.t + found->dt;
  Vector& x = found->solution.x;
  if (!have_finite_squares(x, found->p)) return StepFailure{kNoNumbers, statistics, x};
  if (!std::isfinite(system_.potential_energy(x, t))) return StepFailure{kUndefinedEnergy, statistics, x};

  enter(found->books, memory);
  memory.reactions = std::move(found->reactions);
  if (statistics.newton_iterations > 0) memory.see_solved(work, system_, x, found->p, t);
  adaption.see(found->dt);
  adaption.lambda = found->lambda;
  adaption.largest_lambda = std::max(adaption.largest_lambda, std::abs(found->lambda));
  Memory remembered = store(memory, *found->posed->problem, x);
  Step step{{input.step, t, found->dt, std::move(x), std::move(found->p)},
            std::move(remembered),
            statistics,
            std::move(found->books.outside)};
  adaption.store(step.memory);
  return step;
}

void VariationalAdaptiveStepper::prepare(const History& history, Workspace& workspace) const {
  AdaptionMemory::recall(history, system_);  // throws if a file brought another
  StepMemory memory = StepMemory::recall(history, system_);
  if (quadrature_ == Quadrature::start) return;
  workspace.content().belong_to(system_);
  memory.keep_factors_of(*system_.pattern());
  workspace.content().prepare_hessian(system_, system_.pattern());
  workspace.content().prepare_solver(system_, Inertia::dynamic, settings_, memory.solver);
}

LedgerRow VariationalAdaptiveStepper::ledger(const History& history) const {
  return ledger_row(system_, history, quadrature_ == Quadrature::start ? 0.5 : 0);
}

History VariationalAdaptiveStepper::turned(const History& history) const {
  return AdaptionMemory::recall(history, system_).turned(history);
}

}  // namespace lilyan
