#include <lilyan/dynamics/step_equations.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

namespace {

// A residual does its work in every step: it is kept this much below what the tolerance asks of a single one.
constexpr double kManySteps = 1e-2;

}  // namespace

StepEquations::StepEquations(const System& system, const Stage& stage, Objective& objective, std::vector<WeightedForce> forces,
                             const Vector& x_n, const TimeSpan& time, double scale)
    : system_(system),
      stage_(stage),
      objective_(objective),
      forces_(std::move(forces)),
      x_n_(x_n),
      time_(time),
      scale_(scale),
      extent_(x_n.cwiseAbs().maxCoeff()),
      H_(objective.pattern()),
      unknown_(static_cast<std::size_t>(x_n.size()), -1) {
  const std::vector<Index>& free = system.coordinates().free();
  for (Index i = 0; i < size(); ++i) unknown_[static_cast<std::size_t>(free[static_cast<std::size_t>(i)])] = i;
  const ConstraintSet& constraints = system.constraints();
  const Index n = size(), m = constraints.rows();
  row_scale_.resize(n + m);
  row_scale_.head(n) = objective.metric().cwiseSqrt().cwiseInverse();
  column_scale_ = row_scale_;
  Vector mobility = Vector::Zero(m);  // G M^-1 G^T
  row_length_ = Vector::Zero(m);
  for (const Entry& entry : constraints.gradient(x_n, time.begin)) {
    const Index i = unknown_[static_cast<std::size_t>(entry.column)];
    if (i < 0) continue;
    mobility[entry.row] += entry.value * entry.value / objective.metric()[i];
    row_length_[entry.row] += entry.value * entry.value;
  }
  row_length_ = row_length_.cwiseSqrt().cwiseMax(1e-300);
  row_scale_.tail(m) = mobility.cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  column_scale_.tail(m) = row_scale_.tail(m) / stage.constraint.a;
  rounding_ = rounding(objective.metric(), x_n);
  if (stage.inertia == Inertia::none) {
    Vector outside = system.load(time.end);
    for (Index i = 0; i < system.vertices(); ++i) vertex(outside, i) += system.vertex_mass()[i] * system.gravity();
    for (Index i = 0; i < n; ++i) force_ = std::hypot(force_, row_scale_[i] * outside[free[static_cast<std::size_t>(i)]]);
  }
}

Vector StepEquations::unknowns(const Vector& x) {
  const Index n = size(), m = system_.constraints().rows();
  Vector z, u = Vector::Zero(n + m);
  system_.coordinates().restrict(x, z);
  u.head(n) = z;
  if (stage_.inertia == Inertia::dynamic || m == 0) return u;
  // Without inertia the stiffness may come from the constraints alone, as that of a pendulum does.
  Vector r, balanced;
  value(u, r);
  Entries least_squares;
  for (Index i = 0; i < n; ++i) least_squares.push_back({i, i, 1});
  for (const Entry& entry : direction(positions(u), stage_.constraint.at)) {
    const Index i = unknown_[static_cast<std::size_t>(entry.column)], k = n + entry.row;
    if (i < 0) continue;
    const double value = entry.value * row_scale_[i] * row_scale_[k];
    least_squares.push_back({i, k, value});
    least_squares.push_back({k, i, value});
  }
  r.tail(m).setZero();
  if (r.allFinite() && solve_general(least_squares, -r, balanced)) u.tail(m) = balanced.tail(m).cwiseProduct(column_scale_.tail(m));
  return u;
}

Vector StepEquations::positions(const Vector& u) const {
  Vector x;
  system_.coordinates().lift(u.head(size()), time_.end, x);
  return x;
}

double StepEquations::rounding(const Vector& stiffness, const Vector& x) const {
  constexpr double kRoundings = 4 * std::numeric_limits<double>::epsilon();
  Vector z;
  system_.coordinates().restrict(x, z);
  return kRoundings * row_scale_.head(size()).cwiseProduct(stiffness).cwiseProduct(z.cwiseAbs()).norm();
}

Entries StepEquations::direction(const Vector& x, ConstraintAt at) const {
  return system_.constraints().direction(at, x_n_, x, time_);
}

Vector StepEquations::constraint_force(const Vector& u) const {
  const Vector lambda = u.tail(system_.constraints().rows());
  return transpose_times(direction(positions(u), stage_.constraint.at), lambda, static_cast<Index>(x_n_.size()));
}

double StepEquations::work_of_constraints(const Vector& u) const {
  const Vector x = positions(u), lambda = u.tail(system_.constraints().rows());
  // The mean of dg/dx times dx is the change of g but for its motion in time.
  return -transpose_times(direction(x, ConstraintAt::mean), lambda, static_cast<Index>(x.size())).dot(x - x_n_);
}

void StepEquations::value(const Vector& u, Vector& r) {
  const Index n = size(), m = system_.constraints().rows();
  const std::vector<Index>& free = system_.coordinates().free();
  r.resize(n + m);
  Vector g;
  if (!std::isfinite(objective_.gradient(u.head(n), g).value)) {
    r.setConstant(std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const Vector x = positions(u);
  Vector sum = Vector::Zero(x.size());
  for (const auto& [force, a] : forces_) force->add_force(x, a, sum);
  if (m > 0) sum += stage_.constraint.a * constraint_force(u);
  for (Index i = 0; i < n; ++i) r[i] = g[i] + sum[free[static_cast<std::size_t>(i)]];
  if (m > 0) r.tail(m) = system_.constraints().value(x, time_.end);
  r = r.cwiseProduct(row_scale_);
}

void StepEquations::add_restricted(const Entries& entries, Entries& to) const {
  for (const Entry& entry : entries) {
    const Index i = unknown_[static_cast<std::size_t>(entry.row)], k = unknown_[static_cast<std::size_t>(entry.column)];
    if (i >= 0 && k >= 0) to.push_back({i, k, entry.value});
  }
}

bool StepEquations::newton_direction(const Vector& u, const Vector& r, Vector& d) {
  const Index n = size(), m = system_.constraints().rows();
  const Vector x = positions(u), lambda = u.tail(m);
  Entries J, parts;
  objective_.hessian(u.head(n), Definiteness::exact, H_);
  append(H_, J);
  for (const auto& [force, a] : forces_) force->add_jacobian(x, a, parts);
  if (m > 0) {
    const double a = stage_.constraint.a;
    system_.constraints().add_slope_of_direction(stage_.constraint.at, x_n_, x, time_, a, lambda, parts);
    for (const Entry& entry : direction(x, stage_.constraint.at))
      if (const Index i = unknown_[static_cast<std::size_t>(entry.column)]; i >= 0)
        J.push_back({i, n + entry.row, a * entry.value});
    for (const Entry& entry : system_.constraints().gradient(x, time_.end))
      if (const Index i = unknown_[static_cast<std::size_t>(entry.column)]; i >= 0) J.push_back({n + entry.row, i, entry.value});
  }
  add_restricted(parts, J);
  Vector diagonal = Vector::Zero(n);
  for (const Entry& entry : J)
    if (entry.row == entry.column && entry.row < n) diagonal[entry.row] += entry.value;
  rounding_ = rounding(diagonal.cwiseAbs(), x);
  for (Entry& entry : J) entry.value *= row_scale_[entry.row] * column_scale_[entry.column];
  if (!solve_general(J, -r, d)) return false;
  d = d.cwiseProduct(column_scale_);
  return true;
}

double StepEquations::error(const Vector& u, const Vector& r, double tolerance) {
  const Index n = size(), m = system_.constraints().rows();
  const double missed = std::max(r.head(n).norm() - rounding_, 0.0);
  double error = 0;
  if (stage_.inertia == Inertia::dynamic) {
    error = missed / (kManySteps * std::sqrt(2 * std::max(stage_.A(), stage_.constraint.a) * scale_));
  } else {
    force_ = std::max(force_, missed);
    if (missed > 0) error = missed / force_;
  }
  for (Index k = 0; k < m; ++k) {
    const double distance = std::abs(r[n + k]) / (row_scale_[n + k] * row_length_[k]);
    error = std::max(error, tolerance * distance / (kRelativeDistance * extent_));
  }
  if (stage_.read_out == ReadOut::chord) {
    double work = 0;
    const std::vector<Index>& free = system_.coordinates().free();
    for (Index i = 0; i < n; ++i) work += (u[i] - x_n_[free[static_cast<std::size_t>(i)]]) * r[i] / row_scale_[i];
    error = std::max(error, 2 / (stage_.h * stage_.h) * std::abs(work) / scale_);
  }
  return error;
}

}  // namespace lilyan
