// The part of StepProblem that is a system of equations: with constraints, or with forces that are no gradient.
#include <lilyan/algebra/magnitude.hpp>
#include <lilyan/core/stopwatch.hpp>
#include <lilyan/dynamics/step/step_problem.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lilyan {

namespace {

// A residual does its work in every step: it is kept this much below what the tolerance asks of a single one.
constexpr double kManySteps = 1e-2;

// How well to solve for the direction: loosely far from the solution, so well near it that convergence stays quadratic.
double forcing_term(double error) { return std::clamp(0.01 * error, 1e-10, 1e-5); }

}  // namespace

void StepProblem::prepare_equations() {
  if (is_prepared_) return;
  is_prepared_ = true;
  const std::vector<Index>& free = system_.coordinates().free();
  const Index n = size(), m = rows();
  extent_ = frame_.x_n.cwiseAbs().maxCoeff();
  unknown_.assign(static_cast<std::size_t>(frame_.x_n.size()), -1);
  for (Index i = 0; i < n; ++i) unknown_[static_cast<std::size_t>(free[static_cast<std::size_t>(i)])] = i;
  row_scale_.resize(n + m);
  row_scale_.head(n) = metric().cwiseSqrt().cwiseInverse();
  part_weight_ = (frame_.scales.maxCoeff() / frame_.scales.array()).sqrt().cwiseMin(1e8);
  if (parts() > 1)
    for (Index i = 0; i < n; ++i) row_scale_[i] *= part_weight_[part_of(i)];
  column_scale_ = row_scale_;
  Vector mobility = Vector::Zero(m);  // G M^-1 G^T
  row_length_ = Vector::Zero(m);
  for (const Entry& entry : system_.constraints().gradient(frame_.x_n, frame_.time.begin)) {
    const Index i = unknown_[static_cast<std::size_t>(entry.column)];
    if (i < 0) continue;
    mobility[entry.row] += entry.value * entry.value / metric()[i];
    row_length_[entry.row] += entry.value * entry.value;
  }
  row_length_ = row_length_.cwiseSqrt().cwiseMax(1e-300);
  row_scale_.tail(m) = mobility.cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  column_scale_.tail(m) = row_scale_.tail(m) / frame_.constraint.a;
  rounding_ = Vector::Zero(n + m);
  force_ = Vector::Zero(parts());
  if (!frame_.y) {
    Vector outside = system_.load(frame_.time.end);
    system_.add_weight(outside);
    for (Index i = 0; i < n; ++i) {
      double& force = force_[part_of(i)];
      force = std::hypot(force, row_scale_[i] * outside[free[static_cast<std::size_t>(i)]]);
    }
  }
}

Vector StepProblem::unknowns(const Vector& x) {
  prepare_equations();
  const Index n = size(), m = rows();
  Vector u = Vector::Zero(n + m);
  u.head(n) = displacements(x);
  if (frame_.y || m == 0) return u;
  // Without inertia the stiffness may come from the constraints alone, as that of a pendulum does.
  Vector r, balanced;
  value(u, r);
  Entries least_squares;
  for (Index i = 0; i < n; ++i) least_squares.push_back({i, i, 1});
  for (const Entry& entry : direction(positions(u), frame_.constraint.at)) {
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

Entries StepProblem::direction(const Vector& x, ConstraintAt at) const {
  return system_.constraints().direction(at, frame_.x_n, x, frame_.time);
}

Vector StepProblem::constraint_force(const Vector& u) const {
  return transpose_times(direction(positions(u), frame_.constraint.at), u.tail(rows()), static_cast<Index>(frame_.x_n.size()));
}

double StepProblem::work_of_constraints(const Vector& u) const {
  // The mean of dg/dx times dx is the change of g but for its motion in time.
  const Entries mean = direction(positions(u), ConstraintAt::mean);
  return -transpose_times(mean, u.tail(rows()), static_cast<Index>(frame_.x_n.size())).dot(moved(u));
}

void StepProblem::value(const Vector& u, Vector& r) {
  prepare_equations();
  const Index n = size(), m = rows();
  const std::vector<Index>& free = system_.coordinates().free();
  r.resize(n + m);
  Vector g;
  if (!std::isfinite(gradient(u.head(n), g).value)) {
    r.setConstant(std::numeric_limits<double>::quiet_NaN());
    return;
  }
  r.head(n) = g;
  if (m > 0) {
    const Vector x = positions(u), pushed = constraint_force(u);
    for (Index i = 0; i < n; ++i) r[i] += frame_.constraint.a * pushed[free[static_cast<std::size_t>(i)]];
    r.tail(m) = system_.constraints().value(x, frame_.time.end);
  }
  r = r.cwiseProduct(row_scale_);
}

bool StepProblem::newton_direction(const Vector& u, const Vector& r, Vector& d) {
  const Index n = size(), m = rows();
  const Vector x = positions(u);
  make_room(u.head(n));
  EquationStorage& storage = storage_->equations();
  Border border;
  assemble(u, x, storage, border);
  Vector right = Vector::Zero(n + border.rows), solution;
  right.head(n + m) = -r;
  if (!storage.solver.solve(storage.J, border, right, forcing_term(last_error_), solution)) return false;
  d = solution.head(n + m).cwiseProduct(column_scale_);
  return d.allFinite();
}

void StepProblem::assemble(const Vector& u, const Vector& x, EquationStorage& storage, Border& border) {
  const Stopwatch watch(storage.assembly_seconds);
  const Index n = size(), m = rows();
  hessian(u.head(n), Definiteness::exact, storage.H);
  Slope slope(storage_->blocks.shared_pattern());
  bool is_general = false;
  for (const PosedTerm& posed : terms_) {
    if (posed.a == 0 || posed.term->is_gradient()) continue;
    posed.term->add_slope(x, posed.a, slope);
    is_general = true;
  }
  if (is_general) {
    storage_->restriction.apply(slope.blocks, storage.J);
    storage.J.add(1, storage.H);
  } else {
    storage.J.set(storage.H);
  }
  storage.J.scale(row_scale_.head(n), column_scale_.head(n));

  border.rows = m + static_cast<Index>(slope.outer.size());
  auto scaled = [&](Index i, Index k, double value) { return value * row_scale_[i] * column_scale_[k]; };
  if (m > 0) {
    const double a = frame_.constraint.a;
    system_.constraints().add_slope_of_direction(frame_.constraint.at, frame_.x_n, x, frame_.time, a, u.tail(m), slope.entries);
    for (const Entry& entry : direction(x, frame_.constraint.at))
      if (const Index i = unknown_[static_cast<std::size_t>(entry.column)]; i >= 0)
        border.B.push_back({i, entry.row, scaled(i, n + entry.row, a * entry.value)});
    for (const Entry& entry : system_.constraints().gradient(x, frame_.time.end))
      if (const Index i = unknown_[static_cast<std::size_t>(entry.column)]; i >= 0)
        border.C.push_back({entry.row, i, scaled(n + entry.row, i, entry.value)});
  }
  Vector sizes = sizes_of_forces(slope, x);
  for (const Entry& entry : m > 0 ? direction(x, frame_.constraint.at) : Entries())
    sizes[entry.column] += std::abs(frame_.constraint.a * entry.value * u[n + entry.row]);
  rounding_.head(n) = rounding_of(sizes, u.head(n));
  rounding_.tail(m) = rounding_of_constraints(x);
  rounding_ = rounding_.cwiseProduct(row_scale_);
  for (const Entry& entry : slope.entries) {
    const Index i = unknown_[static_cast<std::size_t>(entry.row)], k = unknown_[static_cast<std::size_t>(entry.column)];
    if (i >= 0 && k >= 0) border.more.push_back({i, k, scaled(i, k, entry.value)});
  }
  add_outer_products(slope, border);
}

Vector StepProblem::sizes_of_forces(const Slope& slope, const Vector& x) const {
  Vector sizes = sizes_of_forces(x) + magnitude_of_product(slope.blocks, x);
  for (const Entry& entry : slope.entries) sizes[entry.row] += std::abs(entry.value * x[entry.column]);
  for (const Slope::Outer& outer : slope.outer) sizes += outer.v.cwiseProduct(x).lpNorm<1>() * outer.u.cwiseAbs();
  return sizes;
}

Vector StepProblem::rounding_of_constraints(const Vector& x) const {
  Vector sizes = Vector::Zero(rows());
  for (const Entry& entry : system_.constraints().gradient(x, frame_.time.end))
    sizes[entry.row] += std::abs(entry.value * x[entry.column]);
  return kSumRounding * sizes;
}

// u v^T d as one more unknown s = v.d:  [J u; v^T -1] (d, s) = (-r, 0)
void StepProblem::add_outer_products(const Slope& slope, Border& border) const {
  const Index n = size(), m = rows();
  if (slope.outer.empty()) return;
  border.D = Eigen::MatrixXd::Zero(border.rows, border.rows);
  for (std::size_t k = 0; k < slope.outer.size(); ++k) {
    const Index place = m + static_cast<Index>(k);
    Vector column, row;
    system_.coordinates().restrict(slope.outer[k].u, column);
    system_.coordinates().restrict(slope.outer[k].v, row);
    column = column.cwiseProduct(row_scale_.head(n));
    row = row.cwiseProduct(column_scale_.head(n));
    const double length = std::max(row.norm(), 1e-300);
    for (Index i = 0; i < n; ++i) {
      border.B.push_back({i, place, column[i] * length});
      border.C.push_back({place, i, row[i] / length});
    }
    border.D(place, place) = -1;
  }
}

StepProblem::Error StepProblem::error(const Vector& u, const Vector& r, double tolerance) {
  const Index n = size(), m = rows();
  const Vector left = beyond(r.head(n), rounding_.head(n));
  const Vector missed = sums_of_parts(left.cwiseAbs2()).cwiseSqrt();
  Error error;
  for (Index p = 0; p < parts(); ++p) {
    if (frame_.y) {
      const double motion = std::sqrt(2 * std::max(frame_.a, frame_.constraint.a) * frame_.scales[p]) * part_weight_[p];
      error.all = std::max(error.all, missed[p] / (kManySteps * motion));
    } else {
      force_[p] = std::max(force_[p], missed[p]);
      if (missed[p] > 0) error.all = std::max(error.all, missed[p] / force_[p]);
    }
  }
  for (Index k = 0; k < m; ++k) {
    const double distance = std::abs(r[n + k]) / (row_scale_[n + k] * row_length_[k]);
    error.all = std::max(error.all, tolerance * distance / (kRelativeDistance * extent_));
  }
  error.beyond_rounding = error.all;
  // The energy itself is wanted as exact as it can be had, and only what rounding explains forgiven.
  auto energy_error = [&](const Vector& scaled) {
    return error_of_residual(u.head(n), scaled.cwiseQuotient(row_scale_.head(n))).value_or(0);
  };
  error.all = std::max(error.all, energy_error(r.head(n)));
  error.beyond_rounding = std::max(error.beyond_rounding, energy_error(left));
  last_error_ = error.all;
  return error;
}

}  // namespace lilyan
