#include <lilyan/dynamics/stage_solver.hpp>

#include <lilyan/core/stopwatch.hpp>
#include <lilyan/minimise/root.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

bool is_explicit(const Stage& stage) {
  return stage.inertia == Inertia::dynamic &&
         std::all_of(stage.nodes.begin(), stage.nodes.end(), [](const Node& node) { return node.a == 0 || node.s == 0; });
}

StageSolver::StageSolver(const System& system, const Stage& stage, const State& from, const State* before, const TimeSpan& time,
                         double scale, Workspace::Content& work)
    : system_(system), from_(from), time_(time), scale_(scale), work_(work) {
  if (stage.inertia == Inertia::none) return;  // an equilibrium is not damped
  const StepStart start{stage.h, from.x, from.v, before ? &before->x : nullptr, from.h, system.pattern()};
  for (const auto& dissipation : system.dissipations()) terms_.push_back(dissipation->pose(start, is_explicit(stage)));
}

Vector StageSolver::solve_explicitly(const Stage& stage) {
  double weight = 0;
  for (const Node& node : stage.nodes) weight += node.a;
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
  const Stopwatch watch(work_.minimisation_seconds);
  const bool pushed_from_start =
      std::any_of(stage.nodes.begin(), stage.nodes.end(), [](const Node& n) { return n.s == 0 && n.a != 0; });
  const Vector start_force = pushed_from_start ? work_.forces.at(system_, from_.x, time_.begin) : Vector();
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
  return sum;
}

Vector StageSolver::term_force(const Vector& x) const {
  Vector sum = Vector::Zero(x.size());
  for (const auto& term : terms_) term->add_gradient(x, 1, sum);
  return sum;
}

Vector StageSolver::mean_force(const Stage& stage, const Vector& x) {
  double total = 0;
  for (const Node& node : stage.nodes) total += node.b;
  if (total != 0) return impulse(stage, x) / total;
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
    if (!terms_.empty()) {
      double B = 0;
      for (const Node& node : stage.nodes) B += node.b;
      taken += B * term_force(x);
    }
    for (Index c : system_.coordinates().free()) p[c] = stage.p_hat[c] - taken[c];
  }
  return p;
}

ClosureOutcome StageSolver::close(const Stage& stage, const Vector& x, Vector& p) {
  Vector force = system_.is_loaded() ? mean_load(system_, stage, time_, &Node::b) : Vector::Zero(x.size()).eval();
  for (Index i = 0; i < system_.vertices(); ++i) vertex(force, i) += system_.vertex_mass()[i] * system_.gravity();
  for (std::size_t k = 0; k < terms_.size(); ++k)
    if (system_.dissipations()[k]->acts_from_outside()) terms_[k]->add_gradient(x, -1, force);
  return close_momenta(system_, from_.x, from_.p, x, stage.h, force, p);
}

double StageSolver::work_done(const Stage& stage, const Vector& x) { return work_of_pins(stage, x) + work_of_loads(stage, x); }

double StageSolver::work_of_loads(const Stage& stage, const Vector& x) {
  return system_.is_loaded() ? mean_load(system_, stage, time_, &Node::b).dot(x - from_.x) : 0;
}

double StageSolver::work_of_pins(const Stage& stage, const Vector& x) {
  Vector moved = x - from_.x;
  for (Index c : system_.coordinates().free()) moved[c] = 0;
  return moved.isZero(0) ? 0 : (mean_force(stage, x) + term_force(x)).dot(moved);
}

StepTerm::Toll StageSolver::toll(const Vector& x) const {
  StepTerm::Toll sum;
  for (const auto& term : terms_) {
    const StepTerm::Toll toll = term->toll(x);
    sum.dissipated += toll.dissipated;
    sum.work += toll.work;
  }
  return sum;
}

double StageSolver::quadrature_error(const Stage& stage, const Vector& x) {
  const double before = system_.potential_energy(from_.x, time_.begin), after = system_.potential_energy(x, time_.end);
  if (!std::isfinite(after)) return std::numeric_limits<double>::infinity();
  const double work = work_of_loads(stage, x);
  const double missed = std::abs(after - before - mean_force(stage, x).dot(x - from_.x) - work);
  const double rounding = 16 * std::numeric_limits<double>::epsilon() * (std::abs(before) + std::abs(after));
  return missed <= rounding ? 0 : missed / std::max(scale_, std::abs(work));
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
  const Vector& force = work_.forces.at(system_, x, time_.end);
  double largest = 0;
  for (Index c : system_.coordinates().free()) largest = std::max(largest, std::abs(force[c]));
  return largest / heaviest;
}

}  // namespace lilyan
