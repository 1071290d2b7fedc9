#include <lilyan/algebra/equations/gmres.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace lilyan {

namespace {

struct Rotation {
  double c, s;
  void apply(double& a, double& b) const {
    const double first = c * a + s * b;
    b = c * b - s * a;
    a = first;
  }
};

// The rotation that takes (a, b) to (length, 0).
Rotation rotation_to_first(double a, double b) {
  const double length = std::hypot(a, b);
  return length > 0 ? Rotation{a / length, b / length} : Rotation{1, 0};
}

// One cycle from x = 0 for the right-hand side r: an orthonormal basis v_0, v_1, ... with J P^-1 v_k in the span of
// v_0 .. v_k+1, and the triangular matrix R of the least-squares problem in it.
class Cycle {
 public:
  Cycle(const Vector& r, double length) {
    v_.push_back(r / length);
    projected_.push_back(length);
  }

  // Extends the space by one vector; false where a number is not finite.
  bool extend(const LinearMap& J, const LinearMap& preconditioner) {
    Vector w;
    preconditioner(v_.back(), z_.emplace_back());
    J(z_.back(), w);
    std::vector<double>& column = R_.emplace_back();
    const double length_before = w.norm();
    for (const Vector& v : v_) {
      column.push_back(v.dot(w));
      w -= column.back() * v;
    }
    // What little is left after a cancellation is not orthogonal yet.
    if (w.norm() < 0.1 * length_before)
      for (std::size_t i = 0; i < v_.size(); ++i) {
        const double more = v_[i].dot(w);
        column[i] += more;
        w -= more * v_[i];
      }
    double next = w.norm();
    if (!std::isfinite(next)) {
      z_.pop_back();
      R_.pop_back();
      return false;
    }
    for (std::size_t i = 0; i < rotations_.size(); ++i) rotations_[i].apply(column[i], column[i + 1]);
    v_.push_back(next > 0 ? Vector(w / next) : w);
    rotations_.push_back(rotation_to_first(column.back(), next));
    rotations_.back().apply(column.back(), next);
    double rest = 0;
    rotations_.back().apply(projected_.back(), rest);
    projected_.push_back(rest);
    return true;
  }

  double residual() const { return std::abs(projected_.back()); }
  bool is_singular() const { return R_.back().back() == 0; }

  // Adds the combination of the space that leaves the least residual.
  void add_solution(Vector& x) const {
    std::size_t n = R_.size();
    while (n > 0 && R_[n - 1][n - 1] == 0) --n;
    Vector y(static_cast<Eigen::Index>(n));
    for (std::size_t i = n; i-- > 0;) {
      double sum = projected_[i];
      for (std::size_t k = i + 1; k < n; ++k) sum -= R_[k][i] * y[static_cast<Eigen::Index>(k)];
      y[static_cast<Eigen::Index>(i)] = sum / R_[i][i];
    }
    for (std::size_t k = 0; k < n; ++k) x += y[static_cast<Eigen::Index>(k)] * z_[k];
  }

 private:
  std::vector<Vector> v_, z_;           // z_k = P^-1 v_k
  std::vector<std::vector<double>> R_;  // by columns
  std::vector<Rotation> rotations_;
  std::vector<double> projected_;  // the right-hand side in the basis, rotated
};

}  // namespace

GmresOutcome gmres(const LinearMap& J, const LinearMap& preconditioner, const Vector& b, double tolerance, int max_iterations,
                   Vector& x) {
  x.setZero(b.size());
  const double scale = b.norm(), goal = tolerance * scale;
  if (!std::isfinite(scale)) return {GmresStatus::broke_down, 0, 1};
  if (scale == 0) return {GmresStatus::converged, 0, 0};
  Vector r = b, Jx;
  double length = scale;
  int iterations = 0;
  while (length > goal) {
    // Mostly one cycle. Another follows where rounding parted the residual of the recurrence from that of x.
    Cycle cycle(r, length);
    bool is_singular = false, is_hopeless = false;
    while (cycle.residual() > goal && !is_singular && !is_hopeless && iterations < max_iterations) {
      if (!cycle.extend(J, preconditioner)) return {GmresStatus::broke_down, iterations, length / scale};
      ++iterations;
      is_singular = cycle.is_singular();
      // Each iteration has gained the factor (residual/scale)^(1/k) on average; at that rate, where do the rest lead?
      const double projected = std::log(cycle.residual() / scale) * max_iterations / iterations;
      // The first ones may be spent on a few directions in which the preconditioner is far off.
      is_hopeless = iterations >= std::max(3, max_iterations / 5) && projected > std::log(tolerance);
    }
    cycle.add_solution(x);
    J(x, Jx);
    r = b - Jx;
    const double before = length;
    length = r.norm();
    if (!std::isfinite(length) || is_singular) {
      if (length <= goal) break;
      return {GmresStatus::broke_down, iterations, length / scale};
    }
    if (length > goal && (is_hopeless || iterations >= max_iterations || length > 0.5 * before))
      return {GmresStatus::too_slow, iterations, length / scale};
  }
  return {GmresStatus::converged, iterations, length / scale};
}

}  // namespace lilyan
