#include <lilyan/dynamics/step_objective.hpp>

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

StepObjective::StepObjective(const System& system, const Stage& stage, const Vector& x_n, double t_n, const Vector& start_force,
                             double scale, HessianStorage& storage)
    : system_(system), stage_(stage), x_n_(x_n), t_n_(t_n), start_force_(start_force), scale_(scale), weight_(0), start_weight_(0),
      storage_(storage) {
  for (const Node& node : stage.nodes) {
    weight_ += node.a;
    if (node.s == 0) start_weight_ += node.a;
  }
}

// Phi at z; add_node(node, t_j) evaluates the potentials at point_ and returns W there.
template <class EachNode>
Value StepObjective::sum_terms(const Vector& z, EachNode&& add_node) {
  system_.coordinates().lift(z, t_n_ + stage_.h, x_);
  Value phi{0, 0};
  auto add = [&](double term) {
    phi.value += term;
    phi.magnitude += std::abs(term);
  };
  if (stage_.inertia == Inertia::dynamic) {
    double inertia = 0;
    for (Index component : system_.coordinates().free()) {
      const double distance = x_[component] - stage_.y[component];
      inertia += system_.mass()[component] * distance * distance;
    }
    add(0.5 * inertia);
  }
  if (start_weight_ != 0) add(start_weight_ * start_force_.dot(x_ - x_n_));
  for (const Node& node : stage_.nodes) {
    if (node.s == 0 || node.a == 0) continue;
    point_on_chord(x_n_, x_, node.s, point_);
    add(node.a / node.s * add_node(node, t_n_ + node.s * stage_.h));
    if (!std::isfinite(phi.value)) return {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }
  return phi;
}

Value StepObjective::value(const Vector& z) {
  return sum_terms(z, [&](const Node&, double t) { return system_.potential_energy(point_, t); });
}

Value StepObjective::gradient(const Vector& z, Vector& g) {
  full_gradient_.setZero(x_n_.size());
  const Value phi = sum_terms(z, [&](const Node& node, double t) { return system_.add_gradient(point_, t, node.a, full_gradient_); });
  const std::vector<Index>& free = system_.coordinates().free();
  g.resize(z.size());
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const Index component = free[i];
    g[i] = full_gradient_[component];
    if (start_weight_ != 0) g[i] += start_weight_ * start_force_[component];
    if (stage_.inertia == Inertia::dynamic) g[i] += system_.mass()[component] * (z[i] - stage_.y[component]);
  }
  return phi;
}

void StepObjective::hessian(const Vector& z, Definiteness definiteness, SymmetricMatrix& H) {
  system_.coordinates().lift(z, t_n_ + stage_.h, x_);
  storage_.blocks.set_zero();
  for (const Node& node : stage_.nodes) {
    if (node.s == 0 || node.a == 0) continue;
    point_on_chord(x_n_, x_, node.s, point_);
    for (const auto& potential : system_.potentials())
      potential->add_hessian(point_, t_n_ + node.s * stage_.h, node.a * node.s, definiteness, storage_.blocks);
  }
  storage_.restriction.apply(storage_.blocks, H);
  if (stage_.inertia == Inertia::dynamic) H.add_to_diagonal(1, storage_.metric);
}

double StepObjective::error_of_decrement(double decrement) const { return 0.5 * decrement / (weight_ * scale_); }

std::optional<double> StepObjective::error_of_residual(const Vector& z, const Vector& g) const {
  if (stage_.read_out != ReadOut::chord) return std::nullopt;
  const std::vector<Index>& free = system_.coordinates().free();
  double work = 0;
  for (Eigen::Index i = 0; i < z.size(); ++i) work += (z[i] - x_n_[free[i]]) * g[i];
  return 2 / (stage_.h * stage_.h) * std::abs(work) / scale_;
}

}  // namespace lilyan
