#include <lilyan/adaption/adapted_midpoint.hpp>

#include <cmath>
#include <limits>

namespace lilyan {

AdaptedMidpoint::AdaptedMidpoint(const System& system, const EnergyRule& rule, const StepTerms& terms, const Vector& x_n,
                                 const Vector& v_n, double t_n, double dt, double a, double scale, HessianStorage& storage)
    : system_(system),
      rule_(rule),
      terms_(terms),
      x_n_(x_n),
      v_n_(v_n),
      t_n_(t_n),
      dt_(dt),
      a_(a),
      scale_(scale),
      storage_(storage) {}

MiddleForces AdaptedMidpoint::forces(const Vector& x) const {
  MiddleForces f{0, 0, 0, 0, Vector::Zero(x.size()), Vector::Zero(x.size())};
  const Vector x_m = 0.5 * (x_n_ + x);
  const double t_m = t_n_ + 0.5 * dt_;
  for (const auto& potential : system_.potentials()) {
    const bool seen = rule_.counts(potential->kind());
    const double W = potential->add_gradient(x_m, t_m, 1, seen ? f.g_s : f.g_o);
    (seen ? f.seen : f.others) += W;
    if (potential->kind() != EnergyKind::load) f.body += W;
    f.magnitude += potential->magnitude(x_m, t_m, W);
  }
  return f;
}

Vector AdaptedMidpoint::term_force(const Vector& x) const {
  Vector sum = Vector::Zero(x.size());
  for (const auto& term : terms_) term->add_gradient(x, 1, sum);
  return sum;
}

Value AdaptedMidpoint::gradient(const Vector& z, Vector& g) {
  const std::vector<Index>& free = system_.coordinates().free();
  positions(z, x_);
  const MiddleForces f = forces(x_);
  const double half = 0.5 * dt_ * dt_;
  Value phi{2 * half * (a_ * f.seen + f.others), 2 * half * std::max(a_, 1.0) * f.magnitude};
  Vector pull = half * (a_ * f.g_s + f.g_o);
  for (const auto& term : terms_) {
    const double R = term->add_gradient(x_, half, pull);
    phi.value += half * R;
    phi.magnitude += std::abs(half * R);
  }
  if (!std::isfinite(phi.value)) return {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  g.resize(z.size());
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    const Index c = free[i];
    const double distance = z[i] - x_n_[c] - dt_ * v_n_[c], inertia = storage_.metric[i] * distance;
    g[i] = inertia + pull[c];
    phi.value += 0.5 * inertia * distance;
    phi.magnitude += 0.5 * inertia * distance + (std::abs(inertia) + std::abs(pull[c])) * std::abs(z[i]);
  }
  return phi;
}

void AdaptedMidpoint::hessian(const Vector& z, Definiteness definiteness, SymmetricMatrix& H) {
  positions(z, x_);
  const Vector x_m = 0.5 * (x_n_ + x_);
  storage_.blocks.set_zero();
  for (const auto& potential : system_.potentials()) {
    const double weight = 0.25 * dt_ * dt_ * (rule_.counts(potential->kind()) ? a_ : 1);
    potential->add_hessian(x_m, t_n_ + 0.5 * dt_, weight, definiteness, storage_.blocks);
  }
  for (const auto& term : terms_) term->add_hessian(x_, 0.5 * dt_ * dt_, definiteness, storage_.blocks);
  storage_.restriction.apply(storage_.blocks, H);
  H.add_to_diagonal(1, storage_.metric);
}

}  // namespace lilyan
