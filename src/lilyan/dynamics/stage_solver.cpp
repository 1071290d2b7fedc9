#include <lilyan/dynamics/stage_solver.hpp>

#include <lilyan/core/stopwatch.hpp>
#include <lilyan/dynamics/consistent_velocities.hpp>
#include <lilyan/dynamics/joint_gradient.hpp>
#include <lilyan/dynamics/step_equations.hpp>
#include <lilyan/energy/discrete_gradient.hpp>
#include <lilyan/minimise/root.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

bool is_explicit(const Stage& stage) {
  return stage.inertia == Inertia::dynamic && stage.mean == MeanForce::quadrature &&
         std::all_of(stage.nodes.begin(), stage.nodes.end(), [](const Node& node) { return node.a == 0 || node.s == 0; });
}

namespace {

bool is_pushed_from_start(const Stage& stage) {
  return std::any_of(stage.nodes.begin(), stage.nodes.end(), [](const Node& n) { return n.s == 0 && n.a != 0; });
}

}  // namespace

StageSolver::StageSolver(const System& system, const Stage& stage, const State& from, const State* before, const TimeSpan& time,
                         double scale, Workspace::Content& work)
    : system_(system), from_(from), time_(time), scale_(scale), work_(work) {
  if (stage.inertia == Inertia::none) return;  // an equilibrium is not damped
  const StepStart start{stage.h, from.x, from.v, before ? &before->x : nullptr, from.h, system.pattern()};
  for (const auto& dissipation : system.dissipations()) {
    auto kick = is_explicit(stage) ? nullptr : dissipation->pose_kick(start);
    if (kick) {
      kicks_.push_back(std::move(kick));
    } else {
      terms_.push_back(dissipation->pose(start, is_explicit(stage)));
      from_outside_.push_back(dissipation->acts_from_outside());
    }
  }
  if (stage.mean == MeanForce::quadrature || stage.mean == MeanForce::joint) return;
  const StepChord chord{from.x, time.begin, time.end, system.pattern()};
  const DiscreteForm form = stage.mean == MeanForce::strain ? DiscreteForm::strain : DiscreteForm::per_element;
  for (const auto& potential : system.potentials()) mean_.push_back(potential->discrete_gradient(chord, form));
}

bool StageSolver::has_equations(const Stage& stage) const {
  return stage.mean != MeanForce::quadrature || !kicks_.empty() || !system_.constraints().empty();
}

Vector StageSolver::solve_explicitly(const Stage& stage) {
  const double weight = stage.A();
  Vector z, x;
  system_.coordinates().restrict(stage.y, z);
  if (weight != 0) {
    Vector force = work_.forces.at(system_, from_.x, time_.begin);
    if (!terms_.empty()) force += term_force(from_.x);  // the same at any x
    const std::vector<Index>& free = system_.coordinates().free();
    for (Eigen::Index i = 0; i < z.size(); ++i) z[i] -= weight * force[free[i]] / system_.mass()[free[i]];
  }
  system_.coordinates().lift(z, time_.end, x);
  return x;
}

NewtonResult StageSolver::solve_implicitly(const Stage& stage, const NewtonSettings& settings, const Vector& start,
                                           StepStatistics& statistics, Vector& x) {
  if (has_equations(stage)) return solve_equations(stage, settings, start, statistics, x);
  const Stopwatch watch(work_.minimisation_seconds);
  const Vector start_force = is_pushed_from_start(stage) ? work_.forces.at(system_, from_.x, time_.begin) : Vector();
  StepObjective objective(system_, stage, terms_, from_.x, time_, start_force, scale_, *work_.hessian);
  const int factorizations_before = work_.direction->solver().factorizations();

  Vector z, g;
  auto solve_from = [&](const Vector& x_start) {
    system_.coordinates().restrict(x_start, z);
    return settings.find == Find::root ? find_critical_point(objective, settings, z)
                                       : minimise(objective, settings, *work_.direction, z, g);
  };
  NewtonResult result = solve_from(start);
  if (result.status == NewtonStatus::start_not_defined) result = solve_from(from_.x);
  system_.coordinates().lift(z, time_.end, x);
  const int factorizations = work_.direction->solver().factorizations() - factorizations_before;
  const bool short_of_tolerance = result.status == NewtonStatus::converged && result.error > settings.tolerance;
  statistics.add({result.iterations, factorizations, result.backtracks, result.error, short_of_tolerance});
  return result;
}

NewtonResult StageSolver::solve_equations(const Stage& stage, const NewtonSettings& settings, const Vector& start,
                                          StepStatistics& statistics, Vector& x) {
  const Stopwatch watch(work_.minimisation_seconds);
  Vector u;
  auto solve = [&](auto& equations, const RootError& error) {
    auto solve_from = [&](const Vector& x_start) {
      u = equations.unknowns(x_start);
      return as_newton_result(find_root(equations, error, settings.tolerance, settings.max_iterations, u), settings.tolerance);
    };
    NewtonResult result = solve_from(start);
    if (result.status == NewtonStatus::start_not_defined) result = solve_from(from_.x);
    x = equations.positions(u);
    const bool short_of_tolerance = result.status == NewtonStatus::converged && result.error > settings.tolerance;
    statistics.add({result.iterations, result.iterations, result.backtracks, result.error, short_of_tolerance});
    return result;
  };

  if (stage.mean == MeanForce::joint) {
    std::vector<const StepForce*> kicks;
    for (const auto& kick : kicks_) kicks.push_back(kick.get());
    JointEquations equations(system_, stage, terms_, std::move(kicks), from_.x, time_, scale_);
    const NewtonResult result =
        solve(equations, [&](const Vector&, const Vector& r) { return equations.error(r, settings.tolerance); });
    if (!system_.constraints().empty()) {
      constraint_force_ = equations.constraint_force(u);
      work_of_constraints_ = -constraint_force_.dot(x - from_.x);
    }
    mean_.clear();
    mean_.push_back(equations.mean_force(u));
    return result;
  }
  const Vector start_force = is_pushed_from_start(stage) ? work_.forces.at(system_, from_.x, time_.begin) : Vector();
  StepObjective objective(system_, stage, terms_, from_.x, time_, start_force, scale_, *work_.hessian);
  std::vector<WeightedForce> forces;
  for (const auto& kick : kicks_) forces.push_back({kick.get(), stage.B() * stage.B()});
  if (stage.mean != MeanForce::quadrature)
    for (const auto& force : mean_) forces.push_back({force.get(), stage.mean_a});
  StepEquations equations(system_, stage, objective, std::move(forces), from_.x, time_, scale_);
  const NewtonResult result =
      solve(equations, [&](const Vector& at, const Vector& r) { return equations.error(at, r, settings.tolerance); });
  if (!system_.constraints().empty()) {
    constraint_force_ = equations.constraint_force(u);
    work_of_constraints_ = equations.work_of_constraints(u);
  }
  return result;
}

Vector StageSolver::impulse(const Stage& stage, const Vector& x) {
  Vector sum = Vector::Zero(x.size()), point;
  for (const Node& node : stage.nodes) {
    if (node.b == 0) continue;
    if (node.s == 0)
      point = from_.x;
    else
      point_on_chord(from_.x, x, node.s, point);
    sum += node.b * work_.forces.at(system_, point, time_.at(node.s));
  }
  if (stage.mean != MeanForce::quadrature)
    for (const auto& force : mean_) force->add_force(x, stage.mean_b, sum);
  return sum;
}

Vector StageSolver::term_force(const Vector& x) const {
  Vector sum = Vector::Zero(x.size());
  for (const auto& term : terms_) term->add_gradient(x, 1, sum);
  return sum;
}

Vector StageSolver::kick(const Stage& stage, const Vector& x) const {
  Vector sum = Vector::Zero(x.size());
  for (const auto& force : kicks_) force->add_force(x, -stage.B(), sum);
  return sum;
}

Vector StageSolver::mean_force(const Stage& stage, const Vector& x) {
  if (const double B = stage.B(); B != 0) return impulse(stage, x) / B;
  const Vector first = work_.forces.at(system_, from_.x, time_.begin);
  return 0.5 * (first + work_.forces.at(system_, x, time_.end));
}

Vector StageSolver::momentum(const Stage& stage, const Vector& x) {
  Vector p = Vector::Zero(x.size());
  if (stage.inertia == Inertia::none) return p;
  if (stage.read_out == ReadOut::chord) {
    for (Index c : system_.coordinates().free()) p[c] = 2 * system_.mass()[c] * (x[c] - from_.x[c]) / stage.h - from_.p[c];
  } else {
    Vector taken = impulse(stage, x);
    if (!terms_.empty()) taken += stage.B() * term_force(x);
    if (constraint_force_.size() > 0) taken += stage.constraint.b * constraint_force_;
    for (Index c : system_.coordinates().free()) p[c] = stage.p_hat[c] - taken[c];
  }
  if (!kicks_.empty()) {
    const Vector kicked = kick(stage, x);
    // The chord begins where the kick has left the body.
    for (Index c : system_.coordinates().free()) p[c] += stage.read_out == ReadOut::chord ? -kicked[c] : kicked[c];
  }
  return p;
}

bool StageSolver::settle(const Stage& stage, const Vector& x, Vector& p, double& debt) const {
  if (system_.constraints().empty() || stage.inertia == Inertia::none) return true;
  if (system_.constraints().velocities() == ConstraintVelocities::consistent)
    return make_consistent(system_, from_.x, x, time_.end, stage.h, p, debt);
  return !stage.constraint.ends_tangent || make_tangent(system_, from_.x, x, time_.end, stage.h, p);
}

ClosureOutcome StageSolver::close(const Stage& stage, const Vector& x, Vector& p) {
  Vector force = system_.is_loaded() ? mean_load(system_, stage, time_, &Node::b) : Vector::Zero(x.size()).eval();
  for (Index i = 0; i < system_.vertices(); ++i) vertex(force, i) += system_.vertex_mass()[i] * system_.gravity();
  for (std::size_t k = 0; k < terms_.size(); ++k)
    if (from_outside_[k]) terms_[k]->add_gradient(x, -1, force);
  return close_momenta(system_, from_.x, from_.p, x, stage.h, force, p);
}

std::string StageSolver::objection(const Stage& stage, const State& to) {
  // Share of a weight or load that may be left uncarried in an equilibrium: far above rounding, far below a body in free fall.
  constexpr double kUnbalanced = 1e-3;
  if (!to.x.allFinite() || !to.p.allFinite()) return "positions or momenta are no longer finite numbers";
  // An explicit method needs the force at the end in its next step anyway; an implicit one is asked for the energy alone.
  const double W = is_explicit(stage) ? work_.forces.entry(system_, to.x, time_.end).W : system_.potential_energy(to.x, time_.end);
  if (!std::isfinite(W)) return "the energy is infinite at the end of the step: a tet is inverted and its law is undefined there";
  if (stage.inertia == Inertia::none && unbalanced_share(to.x) > kUnbalanced)
    return "there is no equilibrium: a weight or a load is left that nothing carries; pins must hold every body";
  return {};
}

double StageSolver::unbalanced_share(const Vector& x) {
  double heaviest = system_.vertex_mass().maxCoeff() * system_.gravity().norm();
  if (system_.is_loaded()) heaviest = std::max(heaviest, system_.load(time_.end).cwiseAbs().maxCoeff());
  if (heaviest == 0) return 0;
  Vector force = work_.forces.at(system_, x, time_.end);
  if (constraint_force_.size() > 0) force += constraint_force_;
  double largest = 0;
  for (Index c : system_.coordinates().free()) largest = std::max(largest, std::abs(force[c]));
  return largest / heaviest;
}

}  // namespace lilyan
