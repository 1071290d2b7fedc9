#include <lilyan/adaption/variational_adaptive_stepper.hpp>

#include <lilyan/adaption/adapted_midpoint.hpp>
#include <lilyan/adaption/adaption_memory.hpp>
#include <lilyan/core/stopwatch.hpp>
#include <lilyan/dynamics/step_memory.hpp>
#include <lilyan/dynamics/workspace_content.hpp>
#include <lilyan/minimise/root.hpp>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

namespace {

// What was done to the body in a step [J].
struct Outside {
  double work = 0, dissipated = 0;
  double net() const { return work - dissipated; }
};

// A step, as far as it is found.
struct Found {
  double dt = 0, lambda = 0;
  Vector x, p;
  Outside outside;
};

// The step that is to be found.
struct Problem {
  const System& system;
  const EnergyRule& rule;
  const Frame &now, *before;
  Vector v;       // M^-1 p_n
  double h;       // the longest step
  double energy;  // E

  StepTerms terms(double dt, bool is_explicit) const {
    StepTerms posed;
    const StepStart start{dt, now.x, v, before ? &before->x : nullptr, now.h, system.pattern()};
    for (const auto& dissipation : system.dissipations()) posed.push_back(dissipation->pose(start, is_explicit));
    return posed;
  }

  // `force` = grad W + grad R during the step, `load` the loads' share; `fed` is what an energy that changes in time got [J].
  Outside outside(const StepTerms& terms, const Vector& force, const Vector& load, double fed, const Vector& x) const {
    Outside sum;
    Vector moved = x - now.x;
    sum.work = fed + load.dot(moved);
    for (Index c : system.coordinates().free()) moved[c] = 0;
    sum.work += force.dot(moved);
    for (const auto& term : terms) {
      const StepTerm::Toll toll = term->toll(x);
      sum.work += toll.work;
      sum.dissipated += toll.dissipated;
    }
    return sum;
  }

  // p_n - dt force where free
  Vector momentum(double dt, const Vector& force) const {
    Vector p = Vector::Zero(now.p.size());
    for (Index c : system.coordinates().free()) p[c] = now.p[c] - dt * force[c];
    return p;
  }

  // The mean velocity of free flight: translations leave no residual there, see StageStepper.
  Vector flight(double dt) const {
    Vector mean = v;
    for (Index i = 0; i < system.vertices(); ++i) vertex(mean, i) += 0.5 * dt * system.gravity();
    if (system.is_loaded()) mean += 0.5 * dt * system.parts().acceleration(system.load(now.t + 0.5 * dt));
    return mean;
  }

  double squared(const Vector& u) const { return u.dot(system.mass().cwiseProduct(u)); }
};

// Where sigma is that of the start. lambda = A + B lambda + C lambda^2, and of its two roots the one that goes to A with h.
Result<Found, StepFailure> find_from_start(const Problem& problem) {
  const System& system = problem.system;
  const Frame& now = problem.now;
  MiddleForces f{0, 0, 0, 0, Vector::Zero(now.x.size()), Vector::Zero(now.x.size())};
  for (const auto& potential : system.potentials()) {
    const bool seen = problem.rule.counts(potential->kind());
    const double W = potential->add_gradient(now.x, now.t, 1, seen ? f.g_s : f.g_o);
    if (seen) f.seen += W;
    if (potential->kind() != EnergyKind::load) f.body += W;
  }
  const EnergyRule::Slopes sigma = problem.rule.at(system, f.seen, problem.energy);
  const double dt = problem.h * sigma.s;
  const StepTerms terms = problem.terms(dt, true);
  Vector r = Vector::Zero(now.x.size());
  for (const auto& term : terms) term->add_gradient(now.x, 1, r);

  const Vector load = system.load(now.t), F = load - r;  // from outside
  const Vector u_0 = system.velocity(problem.momentum(dt, f.g_s + f.g_o + r));
  const Vector u_1 = -problem.h * sigma.ds * system.velocity(f.g_s);
  Vector z, x;
  system.coordinates().restrict(now.x, z);
  system.coordinates().lift(z, now.t + dt, x);  // the held components have moved, the others not yet
  const double fed = dt * system.potential_rate(now.x, now.t), of_pins = (load + f.g_s + f.g_o).dot(x - now.x);
  const double A = 0.5 * problem.squared(u_0) + f.body - problem.energy - dt * F.dot(u_0) - of_pins - fed;
  const double B = u_0.dot(system.mass().cwiseProduct(u_1)) - dt * F.dot(u_1);
  const double C = 0.5 * problem.squared(u_1);
  const double root = (1 - B) * (1 - B) - 4 * A * C;
  if (!(root >= 0)) return StepFailure{"no multiplier makes a step of the length that the rule of adaption asks for", {}, now.x};
  const double lambda = 2 * A / (1 - B + std::copysign(std::sqrt(root), 1 - B));

  Found found{dt, lambda, {}, {}, {}};
  const double a = 1 + problem.h * lambda * sigma.ds / dt;
  found.p = problem.momentum(dt, a * f.g_s + f.g_o + r);
  system.coordinates().restrict(now.x + dt * system.velocity(found.p), z);
  system.coordinates().lift(z, now.t + dt, found.x);
  found.outside = problem.outside(terms, f.g_s + f.g_o + r, load, fed, found.x);
  return found;
}

// Where sigma is that of the middle.
class MidpointSearch {
 public:
  MidpointSearch(const Problem& problem, const NewtonSettings& settings, double scale, Workspace::Content& work,
                 StepStatistics& statistics)
      : problem_(problem), settings_(settings), scale_(scale), work_(work), statistics_(statistics) {}

  Result<Found, StepFailure> find(double dt, double a) {
    constexpr double kDone = 1e-11, kGoodEnough = 1e-8;  // of dt
    constexpr int kPatience = 8, kMost = 50;
    Vector z;
    problem_.system.coordinates().restrict(problem_.now.x + dt * problem_.flight(dt), z);
    for (int k = 1; k <= kMost; ++k) {
      const StepTerms terms = problem_.terms(dt, false);
      AdaptedMidpoint objective(problem_.system, problem_.rule, terms, problem_.now.x, problem_.v, problem_.now.t, dt, a, scale_,
                                *work_.hessian);
      if (const std::string trouble = minimise_from(objective, z); !trouble.empty()) {
        objective.positions(z, x_);
        return StepFailure{trouble, statistics_, x_};
      }
      look(objective, terms, z, dt, a);
      const double off = std::max(std::abs(F_[0]), std::abs(F_[1]));
      if (off <= kDone * dt || (k >= kPatience && off <= kGoodEnough * dt)) {
        const Vector force = a * f_.g_s + f_.g_o + r_;
        return Found{dt, lambda_, x_, problem_.momentum(dt, force), outside_};
      }
      // H dx/d(dt) = p_n - dt (a grad W_s + grad W_o + grad R),  H dx/da = -(dt^2/2) grad W_s
      Vector z_t, z_a;
      if (!follow(objective, z, dt * (a * f_.g_s + f_.g_o + r_) - problem_.now.p, z_t) ||
          !follow(objective, z, 0.5 * dt * dt * f_.g_s, z_a))
        return StepFailure{describe(NewtonStatus::not_definite), statistics_, x_};
      const Eigen::Vector2d step = newton_step(dt, a, z_t, z_a);
      // Half and twice bound what one linearisation is trusted for; h bounds what the rule can ask for.
      const double dt_next = std::clamp(dt + step[0], 0.5 * dt, std::min(2 * dt, problem_.h));
      const double a_next = std::clamp(a + step[1], 0.5 * a, 2 * a);
      z += (dt_next - dt) * z_t + (a_next - a) * z_a;
      dt = dt_next;
      a = a_next;
    }
    return StepFailure{"no length and multiplier were found that obey the rule of adaption", statistics_, x_};
  }

 private:
  std::string minimise_from(AdaptedMidpoint& objective, Vector& z) {
    const Stopwatch watch(work_.minimisation_seconds);
    const int before = work_.direction->solver().factorizations();
    Vector g;
    auto solve = [&] {
      return settings_.find == Find::root ? find_critical_point(objective, settings_, z)
                                          : minimise(objective, settings_, *work_.direction, z, g);
    };
    NewtonResult result = solve();
    if (result.status == NewtonStatus::start_not_defined) {
      problem_.system.coordinates().restrict(problem_.now.x, z);
      result = solve();
    }
    const bool is_short = result.status == NewtonStatus::converged && result.error > settings_.tolerance;
    statistics_.add(
        {result.iterations, work_.direction->solver().factorizations() - before, result.backtracks, result.error, is_short});
    return result.status == NewtonStatus::converged ? std::string() : describe(result.status);
  }

  // Everything at the minimiser: F_1, F_2 and what they are made of.
  void look(const AdaptedMidpoint& objective, const StepTerms& terms, const Vector& z, double dt, double a) {
    objective.positions(z, x_);
    f_ = objective.forces(x_);
    r_ = objective.term_force(x_);
    sigma_ = problem_.rule.at(problem_.system, f_.seen, problem_.energy);
    const double t_m = problem_.now.t + 0.5 * dt, fed = dt * problem_.system.potential_rate(0.5 * (problem_.now.x + x_), t_m);
    outside_ = problem_.outside(terms, f_.g_s + f_.g_o + r_, problem_.system.load(t_m), fed, x_);
    lambda_ = 0.5 * problem_.squared(x_ - problem_.now.x) / (dt * dt) + f_.body - problem_.energy - 0.5 * outside_.net();
    F_ = {dt - problem_.h * sigma_.s, (a - 1) * dt - problem_.h * lambda_ * sigma_.ds};
  }

  bool follow(AdaptedMidpoint& objective, const Vector& z, const Vector& gradient, Vector& d) {
    const Stopwatch watch(work_.minimisation_seconds);
    const int before = work_.direction->solver().factorizations();
    Vector g;
    problem_.system.coordinates().restrict(gradient, g);
    const bool solved = work_.direction->solve(objective, z, g, {1e-6, std::numeric_limits<double>::infinity()}, d);
    statistics_.add({.factorizations = work_.direction->solver().factorizations() - before});
    return solved;
  }

  // Damping is taken to change neither with dt nor, in its work, with x: the step is then a little off, its end is not.
  Eigen::Vector2d newton_step(double dt, double a, const Vector& z_t, const Vector& z_a) const {
    const double h = problem_.h, s1 = sigma_.ds, s2 = sigma_.dds;
    Vector g_s, g_body, dx, mass;
    const Coordinates& coordinates = problem_.system.coordinates();
    coordinates.restrict(f_.g_s, g_s);
    coordinates.restrict(f_.g_s + f_.g_o, g_body);
    coordinates.restrict(problem_.system.mass().cwiseProduct(x_ - problem_.now.x), dx);
    auto by = [&](const Vector& z_by) -> Eigen::Vector2d {  // dF_1, dF_2 through x
      const double W_s = 0.5 * g_s.dot(z_by), lambda = dx.dot(z_by) / (dt * dt) + 0.5 * g_body.dot(z_by);
      return {-h * s1 * W_s, -h * (lambda * s1 + lambda_ * s2 * W_s)};
    };
    Eigen::Matrix2d J;
    J.col(0) = by(z_t) + Eigen::Vector2d(1, a - 1 + h * s1 * problem_.squared(x_ - problem_.now.x) / (dt * dt * dt));
    J.col(1) = by(z_a) + Eigen::Vector2d(0, dt);
    return -J.partialPivLu().solve(F_);
  }

  const Problem& problem_;
  const NewtonSettings& settings_;
  double scale_;
  Workspace::Content& work_;
  StepStatistics& statistics_;
  // at the last minimiser
  Vector x_, r_;  // r: grad R
  MiddleForces f_;
  EnergyRule::Slopes sigma_{};
  Outside outside_;
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
  const Problem problem{system_, *rule_, now, history.ago(1), system_.velocity(now.p), input.h, adaption.expected_energy(history)};
  StepStatistics statistics;
  auto find = [&]() -> Result<Found, StepFailure> {
    if (quadrature_ == Quadrature::start) return find_from_start(problem);
    work.prepare_solver(system_, settings_.hessian, memory.solver);
    const double dt = now.h > 0 ? std::min(now.h, input.h) : input.h * rule_->sigma(system_, now, problem.energy);
    // What errors are relative to: a body at rest has yet to get the energy of this step's flight.
    const double scale = std::max({memory.energy_scale, 0.5 * problem.squared(problem.flight(dt)), 1e-300});
    return MidpointSearch(problem, settings_, scale, work, statistics).find(dt, 1);
  };
  Result<Found, StepFailure> found = find();
  if (!found) return found.failure();
  const double t = now.t + found->dt;
  if (!found->x.allFinite() || !found->p.allFinite())
    return StepFailure{"positions or momenta are no longer finite numbers", statistics, found->x};
  if (!std::isfinite(system_.potential_energy(found->x, t)))
    return StepFailure{"the energy is infinite at the end of the step: a tet is inverted and its law is undefined there",
                       statistics, found->x};

  memory.work += found->outside.work;
  memory.dissipated += found->outside.dissipated;
  if (statistics.newton_iterations > 0) {
    memory.solver = work.direction->memory();
    memory.see(system_, found->x, found->p, t);
  }
  adaption.see(found->dt);
  adaption.lambda = found->lambda;
  adaption.largest_lambda = std::max(adaption.largest_lambda, std::abs(found->lambda));
  Step step{{input.step, t, found->dt, std::move(found->x), std::move(found->p)}, memory.store(), statistics};
  adaption.store(step.memory);
  return step;
}

void VariationalAdaptiveStepper::prepare(const History& history, Workspace& workspace) const {
  if (quadrature_ == Quadrature::start) return;
  workspace.content().belong_to(system_);
  workspace.content().prepare_solver(system_, settings_.hessian, StepMemory::recall(history, system_).solver);
}

LedgerRow VariationalAdaptiveStepper::ledger(const History& history) const {
  return ledger_row(system_, history, quadrature_ == Quadrature::start ? 0.5 : 0);
}

History VariationalAdaptiveStepper::turned(const History& history) const {
  return AdaptionMemory::recall(history, system_).turned(history);
}

}  // namespace lilyan
