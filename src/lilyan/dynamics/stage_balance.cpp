// What a stage did to the energy: the part of StageSolver that keeps the books.
#include <lilyan/dynamics/stage_solver.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

double StageSolver::work_done(const Stage& stage, const Vector& x) {
  return work_of_pins(stage, x) + work_of_loads(stage, x) + work_of_time(stage, x) + work_of_constraints_;
}

double StageSolver::work_of_loads(const Stage& stage, const Vector& x) {
  return system_.is_loaded() ? mean_load(system_, stage, time_, &Node::b).dot(x - from_.x) : 0;
}

double StageSolver::work_of_time(const Stage& stage, const Vector& x) const {
  if (!system_.depends_on_time()) return 0;
  if (stage.mean != MeanForce::quadrature) {  // a discrete gradient is that of the energy in the middle of the time
    const double middle = time_.at(0.5);
    return system_.potential_energy(x, time_.end) - system_.potential_energy(x, middle) +
           system_.potential_energy(from_.x, middle) - system_.potential_energy(from_.x, time_.begin);
  }
  double sum = 0, weights = 0;
  Vector point;
  for (const Node& node : stage.nodes) {
    if (node.b == 0) continue;
    point_on_chord(from_.x, x, node.s, point);
    sum += node.b * system_.potential_rate(point, time_.at(node.s));
    weights += node.b;
  }
  const double both_ends = system_.potential_rate(from_.x, time_.begin) + system_.potential_rate(x, time_.end);
  return (time_.end - time_.begin) * (weights != 0 ? sum / weights : 0.5 * both_ends);
}

double StageSolver::work_of_pins(const Stage& stage, const Vector& x) {
  Vector moved = x - from_.x;
  for (Index c : system_.coordinates().free()) moved[c] = 0;
  if (moved.isZero(0)) return 0;
  const double of_constraints = constraint_force_.size() > 0 ? constraint_force_.dot(moved) : 0;
  return (mean_force(stage, x) + term_force(x)).dot(moved) + of_constraints;
}

StepTerm::Toll StageSolver::toll(const Stage& stage, const Vector& x) const {
  StepTerm::Toll sum;
  auto add = [&](const StepTerm::Toll& toll) {
    sum.dissipated += toll.dissipated;
    sum.work += toll.work;
  };
  for (const auto& term : terms_) add(term->toll(x));
  if (!kicks_.empty()) {
    const Vector kicked = kick(stage, x);
    for (Index c : system_.coordinates().free())
      sum.dissipated -= kicked[c] * (from_.v[c] + 0.5 * kicked[c] / system_.mass()[c]);  // of the kinetic energy
  }
  return sum;
}

double StageSolver::quadrature_error(const Stage& stage, const Vector& x) {
  const double before = system_.potential_energy(from_.x, time_.begin), after = system_.potential_energy(x, time_.end);
  if (!std::isfinite(after)) return std::numeric_limits<double>::infinity();
  const double work = work_of_loads(stage, x) + work_of_time(stage, x);
  const double missed = std::abs(after - before - mean_force(stage, x).dot(x - from_.x) - work);
  const double rounding = 16 * std::numeric_limits<double>::epsilon() * (std::abs(before) + std::abs(after));
  return missed <= rounding ? 0 : missed / std::max(scale_, std::abs(work));
}

}  // namespace lilyan
