#include <lilyan/constraints/constraint_set.hpp>

#include <algorithm>
#include <cmath>

namespace lilyan {

ConstraintSet::ConstraintSet(std::vector<std::unique_ptr<Constraint>> constraints, ConstraintVelocities velocities)
    : constraints_(std::move(constraints)), velocities_(velocities) {
  for (const auto& constraint : constraints_) {
    first_.push_back(rows_);
    rows_ += constraint->rows();
    degree_ = std::max(degree_, constraint->degree());
  }
}

Index ConstraintSet::index_of_row(Index row) const {
  const auto after = std::upper_bound(first_.begin(), first_.end(), row);
  return static_cast<Index>(after - first_.begin()) - 1;
}

Vector ConstraintSet::value(const Vector& x, double t) const {
  Vector g = Vector::Zero(rows_);
  for (std::size_t k = 0; k < constraints_.size(); ++k) constraints_[k]->value(x, t, first_[k], g);
  return g;
}

Vector ConstraintSet::rate(const Vector& x, double t) const {
  Vector rate = Vector::Zero(rows_);
  for (std::size_t k = 0; k < constraints_.size(); ++k) constraints_[k]->add_rate(x, t, first_[k], rate);
  return rate;
}

Entries ConstraintSet::gradient(const Vector& x, double t) const {
  Entries G;
  add_gradient(x, t, 1, G);
  return G;
}

void ConstraintSet::add_gradient(const Vector& x, double t, double w, Entries& G) const {
  for (std::size_t k = 0; k < constraints_.size(); ++k) constraints_[k]->add_gradient(x, t, w, first_[k], G);
}

void ConstraintSet::add_hessian(const Vector& x, double t, double w, const Vector& lambda, Entries& H) const {
  for (std::size_t k = 0; k < constraints_.size(); ++k) constraints_[k]->add_hessian(x, t, w, first_[k], lambda, H);
}

std::vector<ConstraintSet::Place> ConstraintSet::places(ConstraintAt at) const {
  if (at == ConstraintAt::start) return {{0, 1}};
  if (at == ConstraintAt::end) return {{1, 1}};
  if (degree_ <= 2) return {{0.5, 1}};
  // Two points of Gauss: exact for dg/dx of third degree.
  const double off = 0.5 / std::sqrt(3.0);
  return {{0.5 - off, 0.5}, {0.5 + off, 0.5}};
}

Entries ConstraintSet::direction(ConstraintAt at, const Vector& x_n, const Vector& x, const TimeSpan& time) const {
  Entries C;
  for (const auto& [s, weight] : places(at)) {
    if (s == 1)
      add_gradient(x, time.end, weight, C);
    else
      add_gradient(x_n + s * (x - x_n), time.at(s), weight, C);
  }
  return C;
}

void ConstraintSet::add_slope_of_direction(ConstraintAt at, const Vector& x_n, const Vector& x, const TimeSpan& time, double w,
                                           const Vector& lambda, Entries& H) const {
  for (const auto& [s, weight] : places(at)) {
    if (s == 1)
      add_hessian(x, time.end, w * weight, lambda, H);
    else if (s > 0)
      add_hessian(x_n + s * (x - x_n), time.at(s), w * weight * s, lambda, H);
  }
}

Vector transpose_times(const Entries& G, const Vector& lambda, Index columns) {
  Vector y = Vector::Zero(columns);
  for (const Entry& entry : G) y[entry.column] += entry.value * lambda[entry.row];
  return y;
}

Vector times(const Entries& G, const Vector& x, Index rows) {
  Vector y = Vector::Zero(rows);
  for (const Entry& entry : G) y[entry.row] += entry.value * x[entry.column];
  return y;
}

bool project_velocities(const ConstraintSet& constraints, const Metric& metric, const Coordinates& coordinates, const Vector& x,
                        double t, Vector& v, Vector* impulses) {
  // D: the diagonal of M. With y = D^1/2 v:  D^-1/2 M D^-1/2 y + B^T mu = D^-1/2 M v_0,  B y = -dg/dt - (held part),
  // B = G D^-1/2 with rows of length 1.
  const Index n = static_cast<Index>(v.size()), m = constraints.rows();
  if (m == 0) return true;
  const Entries G = constraints.gradient(x, t);
  Vector length = Vector::Zero(m), rate = constraints.rate(x, t), D = Vector::Ones(n), free = v;
  for (Index i = 0; i < coordinates.size(); ++i) D[coordinates.free()[static_cast<std::size_t>(i)]] = metric.diagonal()[i];
  for (const Entry& entry : G) {
    if (coordinates.is_held(entry.column))
      rate[entry.row] += entry.value * v[entry.column];
    else
      length[entry.row] += entry.value * entry.value / D[entry.column];
  }
  if (length.minCoeff() <= 0) return false;
  for (Index c = 0; c < n; ++c)
    if (coordinates.is_held(c)) free[c] = 0;
  Entries A, M;
  metric.append_to(M);
  A.reserve(static_cast<std::size_t>(n) + M.size() + 2 * G.size());
  for (const Entry& entry : M) {
    const double scale = entry.row == entry.column ? D[entry.row] : std::sqrt(D[entry.row] * D[entry.column]);
    A.push_back({entry.row, entry.column, entry.value / scale});
  }
  for (Index c = 0; c < n; ++c)
    if (coordinates.is_held(c)) A.push_back({c, c, 1});
  for (const Entry& entry : G) {
    if (coordinates.is_held(entry.column)) continue;
    const double value = entry.value / std::sqrt(D[entry.column] * length[entry.row]);
    A.push_back({n + entry.row, entry.column, value});
    A.push_back({entry.column, n + entry.row, value});
  }
  Vector right(n + m), y;
  right.head(n) = metric.times(free).cwiseQuotient(D.cwiseSqrt());
  for (Index k = 0; k < m; ++k) right[n + k] = -rate[k] / std::sqrt(length[k]);
  if (!solve_general(A, right, y)) return false;
  for (Index c : coordinates.free()) v[c] = y[c] / std::sqrt(D[c]);
  if (impulses) *impulses = y.tail(m).cwiseQuotient(length.cwiseSqrt());
  return true;
}

}  // namespace lilyan
