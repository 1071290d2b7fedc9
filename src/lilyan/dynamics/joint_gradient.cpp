#include <lilyan/dynamics/joint_gradient.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace lilyan {

namespace {

// A residual does its work in every step: it is kept this much below what the tolerance asks of a single one.
constexpr double kManySteps = 1e-2;

class ConstantForce final : public StepForce {
 public:
  explicit ConstantForce(Vector f) : f_(std::move(f)) {}
  void add_force(const Vector&, double w, Vector& r) const override { r += w * f_; }
  void add_jacobian(const Vector&, double, Entries&) const override {}
  StepTerm::Toll toll(const Vector&) const override { return {}; }

 private:
  Vector f_;
};

}  // namespace

// Over all components but dv, which is over the unknowns.
struct JointEquations::Forces {
  Vector x, x_m, dx, g_m;  // g_m without loads
  Vector f, dv;
  double c, missed;  // missed: W(x) - W(x_n) - grad W(x_m).dx
};

JointEquations::JointEquations(const System& system, const Stage& stage, const StepTerms& terms,
                               std::vector<const StepForce*> kicks, const Vector& x_n, const TimeSpan& time, double scale)
    : system_(system),
      stage_(stage),
      terms_(terms),
      kicks_(std::move(kicks)),
      x_n_(x_n),
      time_(time),
      scale_(scale),
      W_n_(system.potential_energy(x_n, time.at(0.5))),
      load_(mean_load(system, stage, time, &Node::b)) {
  system.coordinates().restrict(system.mass(), mass_);
  const Index m = system.constraints().rows();
  scaling_ = Vector::Zero(size() + 1 + m);
  scaling_.head(size()) = mass_.cwiseSqrt().cwiseInverse();
  scaling_[size()] = stage.h / std::sqrt(scale);
  row_length_ = Vector::Zero(m);
  for (const Entry& entry : system.constraints().gradient(x_n, time.begin)) {
    const double mass = system.mass()[entry.column];
    if (mass <= 0) continue;
    scaling_[size() + 1 + entry.row] += entry.value * entry.value / mass;
    row_length_[entry.row] += entry.value * entry.value;
  }
  row_length_ = row_length_.cwiseSqrt().cwiseMax(1e-300);
  scaling_.tail(m) = scaling_.tail(m).cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
}

Vector JointEquations::unknowns(const Vector& x) const {
  Vector z, u = Vector::Zero(scaling_.size());
  system_.coordinates().restrict(x, z);
  u.head(size()) = z;
  return u;
}

Vector JointEquations::positions(const Vector& u) const {
  Vector x;
  system_.coordinates().lift(u.head(size()), time_.end, x);
  return x;
}

Vector JointEquations::constraint_force(const Vector& u) const {
  const Entries C = system_.constraints().direction(ConstraintAt::mean, x_n_, positions(u), time_);
  return transpose_times(C, u.tail(system_.constraints().rows()), static_cast<Index>(x_n_.size()));
}

JointEquations::Forces JointEquations::at(const Vector& u) const {
  Forces at;
  at.x = positions(u);
  at.x_m = 0.5 * (x_n_ + at.x);
  at.dx = at.x - x_n_;
  at.c = u[size()];
  at.g_m = Vector::Zero(at.x.size());
  for (const auto& potential : system_.potentials()) {
    if (potential->kind() == EnergyKind::load) continue;
    if (!std::isfinite(potential->add_gradient(at.x_m, time_.at(0.5), 1, at.g_m)))
      at.g_m.setConstant(std::numeric_limits<double>::quiet_NaN());
  }
  at.missed = system_.potential_energy(at.x, time_.at(0.5)) - W_n_ - at.g_m.dot(at.dx);
  at.f = at.g_m + at.c * at.dx - load_;
  Vector pushed = at.f, restricted;
  for (const auto& term : terms_) term->add_gradient(at.x, 1, pushed);
  if (!system_.constraints().empty()) pushed += constraint_force(u);
  system_.coordinates().restrict(pushed, restricted);
  at.dv = -stage_.h * restricted.cwiseQuotient(mass_);
  return at;
}

// M (x - y) - (h/2) M dv - h c dv + h^2 kicks = 0,    c (|dx|^2 + |dv|^2) - missed = 0,    g(x) = 0
void JointEquations::value(const Vector& u, Vector& r) {
  const Forces here = at(u);
  const double h = stage_.h, c = here.c;
  Vector y, kicked = Vector::Zero(here.x.size()), kick;
  system_.coordinates().restrict(stage_.y, y);
  for (const StepForce* force : kicks_) force->add_force(here.x, h * h, kicked);
  system_.coordinates().restrict(kicked, kick);
  r.resize(u.size());
  r.head(size()) = mass_.cwiseProduct(u.head(size()) - y - 0.5 * h * here.dv) - h * c * here.dv + kick;
  r[size()] = c * (here.dx.squaredNorm() + here.dv.squaredNorm()) - here.missed;
  if (const Index m = system_.constraints().rows(); m > 0) r.tail(m) = system_.constraints().value(here.x, time_.end);
  r = r.cwiseProduct(scaling_);
}

bool JointEquations::newton_direction(const Vector& u, const Vector& r, Vector& d) {
  const Forces here = at(u);
  const Index n = size();
  const double h = stage_.h, c = here.c;
  const std::vector<Index>& free = system_.coordinates().free();

  // G = d(pushed)/dx over the unknowns: half the Hessian in the middle, c I, and the Hessian of the terms.
  BlockMatrix half(system_.pattern()), whole(system_.pattern());
  for (const auto& potential : system_.potentials())
    potential->add_hessian(here.x_m, time_.at(0.5), 0.5, Definiteness::exact, half);
  whole.add(1, half);
  for (const auto& term : terms_) term->add_hessian(here.x, 1, Definiteness::exact, whole);
  const Restriction restriction(*system_.pattern(), free);
  SymmetricMatrix G(restriction.pattern());
  restriction.apply(whole, G);
  G.add_to_diagonal(c, Vector::Ones(n));
  Entries parts, J, bent;
  append(G, parts);
  std::vector<Index> unknown(static_cast<std::size_t>(here.x.size()), -1);
  for (Index i = 0; i < n; ++i) unknown[static_cast<std::size_t>(free[static_cast<std::size_t>(i)])] = i;
  auto add_restricted = [&](const Entries& all, Entries& to) {
    for (const Entry& entry : all) {
      const Index i = unknown[static_cast<std::size_t>(entry.row)], k = unknown[static_cast<std::size_t>(entry.column)];
      if (i >= 0 && k >= 0) to.push_back({i, k, entry.value});
    }
  };
  const Vector lambda = u.tail(system_.constraints().rows());
  system_.constraints().add_slope_of_direction(ConstraintAt::mean, x_n_, here.x, time_, 1, lambda, bent);
  add_restricted(bent, parts);

  // M dz + (h^2/2 + h^2 c/m) G dz
  for (Index i = 0; i < n; ++i) J.push_back({i, i, mass_[i]});
  auto lever = [&](Index i) { return h * h * (0.5 + c / mass_[i]); };
  for (const Entry& entry : parts) J.push_back({entry.row, entry.column, lever(entry.row) * entry.value});
  Entries kicks;
  for (const StepForce* force : kicks_) force->add_jacobian(here.x, h * h, kicks);
  add_restricted(kicks, J);

  // The border. d(dv)/dz = -h M^-1 G, d(dv)/dc = -h M^-1 dx.
  Vector dx, g_end = -here.g_m - half.times(here.dx), g;
  for (const auto& potential : system_.potentials())
    if (potential->kind() != EnergyKind::load) potential->add_gradient(here.x, time_.at(0.5), 1, g_end);
  system_.coordinates().restrict(here.dx, dx);
  system_.coordinates().restrict(g_end, g);
  Vector G_dv = Vector::Zero(n);
  for (const Entry& entry : parts) G_dv[entry.column] += entry.value * here.dv[entry.row] / mass_[entry.row];
  for (Index i = 0; i < n; ++i) {
    J.push_back({i, n, lever(i) * dx[i] - h * here.dv[i]});
    J.push_back({n, i, 2 * c * dx[i] - 2 * c * h * G_dv[i] - g[i]});
  }
  J.push_back({n, n, here.dx.squaredNorm() + here.dv.squaredNorm() - 2 * c * h * here.dv.cwiseQuotient(mass_).dot(dx)});
  for (const Entry& entry : system_.constraints().direction(ConstraintAt::mean, x_n_, here.x, time_)) {
    const Index i = unknown[static_cast<std::size_t>(entry.column)], k = n + 1 + entry.row;
    if (i < 0) continue;
    J.push_back({i, k, lever(i) * entry.value});
    J.push_back({n, k, -2 * c * h * here.dv[i] / mass_[i] * entry.value});
  }
  for (const Entry& entry : system_.constraints().gradient(here.x, time_.end))
    if (const Index i = unknown[static_cast<std::size_t>(entry.column)]; i >= 0) J.push_back({n + 1 + entry.row, i, entry.value});
  for (Entry& entry : J) entry.value *= scaling_[entry.row];
  Vector stiffness = Vector::Zero(n);
  for (const Entry& entry : J)
    if (entry.row == entry.column && entry.row < n) stiffness[entry.row] += entry.value;
  rounding_ = 4 * std::numeric_limits<double>::epsilon() * stiffness.cwiseProduct(u.head(n)).norm();
  return solve_general(J, -r, d);
}

double JointEquations::error(const Vector& r, double tolerance) const {
  const double missed = std::max(r.head(size()).norm() - rounding_, 0.0) / kManySteps;
  double error = std::max(missed, std::abs(r[size()])) / (stage_.h * std::sqrt(scale_));
  for (Index k = 0; k < system_.constraints().rows(); ++k) {
    const double distance = std::abs(r[size() + 1 + k]) / (scaling_[size() + 1 + k] * row_length_[k]);
    error = std::max(error, tolerance * distance / (kRelativeDistance * x_n_.cwiseAbs().maxCoeff()));
  }
  return error;
}

std::unique_ptr<StepForce> JointEquations::mean_force(const Vector& u) const { return std::make_unique<ConstantForce>(at(u).f); }

}  // namespace lilyan
