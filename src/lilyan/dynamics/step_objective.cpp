#include <lilyan/dynamics/step_objective.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

HessianStorage::HessianStorage(const System& system)
    : blocks(system.pattern()), restriction(*system.pattern(), system.coordinates().free()) {
  system.coordinates().restrict(system.mass(), metric);
}

void point_on_chord(const Vector& x_n, const Vector& x, double s, Vector& point) {
  if (s == 1)
    point = x;
  else
    point = x_n + s * (x - x_n);
}

Vector mean_load(const System& system, const Stage& stage, const TimeSpan& time, double Node::*weight) {
  double total = 0;
  for (const Node& node : stage.nodes) total += node.*weight;
  if (total == 0) return 0.5 * (system.load(time.begin) + system.load(time.end));
  Vector sum = Vector::Zero(system.coordinates().components());
  for (const Node& node : stage.nodes)
    if (node.*weight != 0) sum += node.*weight / total * system.load(time.at(node.s));
  return sum;
}

StepObjective::StepObjective(const System& system, const Stage& stage, const StepTerms& terms, const Vector& x_n,
                             const TimeSpan& time, const Vector& start_force, double scale, HessianStorage& storage)
    : system_(system),
      stage_(stage),
      terms_(terms),
      x_n_(x_n),
      time_(time),
      start_force_(start_force),
      scale_(scale),
      step_scale_(scale),
      weight_(stage.A()),
      start_weight_(0),
      storage_(storage) {
  for (const Node& node : stage.nodes)
    if (node.s == 0) start_weight_ += node.a;
  if (system.is_loaded()) load_ = mean_load(system, stage, time, &Node::b);
}

Value StepObjective::gradient(const Vector& z, Vector& g) {
  const std::vector<Index>& free = system_.coordinates().free();
  system_.coordinates().lift(z, time_.end, x_);
  step_scale_ = system_.is_loaded() ? std::max(scale_, std::abs(load_.dot(x_ - x_n_))) : scale_;
  g.setZero(z.size());
  Value phi{0, 0};

  // 1/2 |x - y|_M^2
  if (stage_.inertia == Inertia::dynamic) {
    for (Eigen::Index i = 0; i < z.size(); ++i) {
      const double distance = z[i] - stage_.y[free[i]];
      g[i] = storage_.metric[i] * distance;
      phi.value += 0.5 * g[i] * distance;
    }
    phi.magnitude += phi.value;
  }

  // a_j grad W(x_n, t_n).(x - x_n) of the nodes at the start
  full_gradient_.setZero(x_n_.size());
  if (start_weight_ != 0) {
    full_gradient_ = start_weight_ * start_force_;
    const double pushed = full_gradient_.dot(x_ - x_n_);
    phi.value += pushed;
    phi.magnitude += std::abs(pushed);
  }

  // (a_j/s_j) W(z_j, t_j) of the others
  for (const Node& node : stage_.nodes) {
    if (node.s == 0 || node.a == 0) continue;
    point_on_chord(x_n_, x_, node.s, point_);
    const System::Energy energy = system_.add_gradient(point_, time_.at(node.s), node.a, full_gradient_);
    phi.value += node.a / node.s * energy.W;
    phi.magnitude += node.a / node.s * energy.magnitude;
    if (!std::isfinite(phi.value)) return {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }

  // A R(x)
  for (const auto& term : terms_) {
    const double R = term->add_gradient(x_, weight_, full_gradient_);
    phi.value += weight_ * R;
    phi.magnitude += std::abs(weight_ * R);
  }
  if (!std::isfinite(phi.value)) return {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};

  // The positions are rounded too, each term then moves by its slope.
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    phi.magnitude += (std::abs(g[i]) + std::abs(full_gradient_[free[i]])) * std::abs(z[i]);
    g[i] += full_gradient_[free[i]];
  }
  return phi;
}

void StepObjective::hessian(const Vector& z, Definiteness definiteness, SymmetricMatrix& H) {
  system_.coordinates().lift(z, time_.end, x_);
  storage_.blocks.set_zero();
  for (const Node& node : stage_.nodes) {
    if (node.s == 0 || node.a == 0) continue;
    point_on_chord(x_n_, x_, node.s, point_);
    for (const auto& potential : system_.potentials())
      potential->add_hessian(point_, time_.at(node.s), node.a * node.s, definiteness, storage_.blocks);
  }
  for (const auto& term : terms_) term->add_hessian(x_, weight_, definiteness, storage_.blocks);
  storage_.restriction.apply(storage_.blocks, H);
  if (stage_.inertia == Inertia::dynamic) H.add_to_diagonal(1, storage_.metric);
}

double StepObjective::error_of_decrement(double decrement) {
  const double released = 0.5 * decrement / weight_;
  if (stage_.inertia == Inertia::none) scale_ = std::max(scale_, released);
  step_scale_ = std::max(step_scale_, scale_);
  return released / step_scale_;
}

double StepObjective::decrement_of_error(double error) const {
  if (stage_.inertia == Inertia::none) return std::numeric_limits<double>::infinity();  // nothing moves
  return 2 * weight_ * step_scale_ * error;
}

std::optional<double> StepObjective::error_of_residual(const Vector& z, const Vector& g) const {
  if (stage_.read_out != ReadOut::chord) return std::nullopt;
  const std::vector<Index>& free = system_.coordinates().free();
  double work = 0;
  for (Eigen::Index i = 0; i < z.size(); ++i) work += (z[i] - x_n_[free[i]]) * g[i];
  return 2 / (stage_.h * stage_.h) * std::abs(work) / step_scale_;
}

}  // namespace lilyan
