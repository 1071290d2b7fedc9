// Functions of a few unknowns, written down with their derivatives, as objectives.
#pragma once

#include <lilyan/minimise/newton.hpp>

#include <Eigen/Jacobi>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <utility>

namespace lilyan::test {

using Dense = Eigen::MatrixXd;
inline constexpr double kInfinite = std::numeric_limits<double>::infinity();

// W with its derivatives; infinite where it is not defined.
struct Function {
  std::function<double(const Vector&)> value;
  std::function<Vector(const Vector&)> gradient;
  std::function<Dense(const Vector&)> hessian;
};

// Every unknown couples to every other.
inline std::shared_ptr<const SymmetricPattern> dense_pattern(Index size) {
  auto pattern = std::make_shared<SymmetricPattern>();
  pattern->size = size;
  pattern->column_begin.push_back(0);
  for (Index j = 0; j < size; ++j) {
    pattern->group.push_back(j);
    for (Index i = j; i < size; ++i) pattern->row.push_back(i);
    pattern->column_begin.push_back(pattern->entries());
  }
  return pattern;
}

// The nearest positive semi-definite matrix: negative eigenvalues, found by Jacobi's rotations, become zero.
inline Dense projected(Dense H) {
  const Eigen::Index n = H.rows();
  Dense V = Dense::Identity(n, n), sum = Dense::Zero(n, n);
  for (int sweep = 0; sweep < 20; ++sweep)
    for (Eigen::Index p = 0; p < n; ++p)
      for (Eigen::Index q = p + 1; q < n; ++q) {
        Eigen::JacobiRotation<double> rotation;
        rotation.makeJacobi(H, p, q);
        H.applyOnTheLeft(p, q, rotation.adjoint());
        H.applyOnTheRight(p, q, rotation);
        V.applyOnTheRight(p, q, rotation);
      }
  for (Eigen::Index i = 0; i < n; ++i) sum += std::max(0.0, H(i, i)) * V.col(i) * V.col(i).transpose();
  return sum;
}

// Phi(z) = inertia/2 |z - y|_m^2 + W(z), m the metric; W counts as one element where the Hessian is projected.
class AnalyticObjective final : public Objective {
 public:
  AnalyticObjective(Function W, Vector metric, double inertia = 0, Vector y = {})
      : W_(std::move(W)),
        metric_(std::move(metric)),
        inertia_(inertia),
        y_(std::move(y)),
        pattern_(dense_pattern(static_cast<Index>(metric_.size()))) {
    if (y_.size() == 0) y_.setZero(metric_.size());
  }

  Value gradient(const Vector& z, Vector& g) override {
    ++evaluations;
    const double W = W_.value(z);
    if (!std::isfinite(W)) {  // g is unspecified there
      if (touches_undefined_gradients) g.setConstant(z.size(), 12345);
      return {kInfinite, kInfinite};
    }
    const double T = 0.5 * inertia_ * (z - y_).dot(metric_.cwiseProduct(z - y_));
    g = inertia_ * metric_.cwiseProduct(z - y_) + W_.gradient(z);
    return {T + W, std::abs(T) + std::abs(W) + g.cwiseAbs().dot(z.cwiseAbs())};
  }

  void hessian(const Vector& z, Definiteness definiteness, SymmetricMatrix& H) override {
    const Dense exact = W_.hessian(z);
    const Dense used = definiteness == Definiteness::projected ? projected(exact) : exact;
    for (Index j = 0; j < H.size(); ++j)
      for (std::int64_t k = pattern_->column_begin[j]; k < pattern_->column_begin[j + 1]; ++k)
        H.values()[k] = used(pattern_->row[k], j);
    H.add_to_diagonal(inertia_, metric_);
  }

  const std::shared_ptr<const SymmetricPattern>& pattern() const override { return pattern_; }
  const Vector& metric() const override { return metric_; }
  double error_of_decrement(double decrement, Index) override { return decrement / scale; }
  std::optional<double> error_of_residual(const Vector& z, const Vector& g) const override {
    return residual_error ? std::optional(residual_error(z, g)) : std::nullopt;
  }

  Vector gradient_rounding(const Vector& z) const override {
    constexpr double kRoundings = 8 * std::numeric_limits<double>::epsilon();
    const Vector inertia = std::abs(inertia_) * metric_.cwiseProduct(z.cwiseAbs() + y_.cwiseAbs());
    return kRoundings * (W_.hessian(z).cwiseAbs() * z.cwiseAbs() + W_.gradient(z).cwiseAbs() + inertia);
  }

  double scale = 1;
  std::function<double(const Vector&, const Vector&)> residual_error;  // none: the error is known by the decrement only
  bool touches_undefined_gradients = true;
  int evaluations = 0;

 private:
  Function W_;
  Vector metric_;
  double inertia_;
  Vector y_;
  std::shared_ptr<const SymmetricPattern> pattern_;
};

// A function of one unknown.
inline Function along_a_line(std::function<double(double)> value, std::function<double(double)> slope,
                             std::function<double(double)> curvature) {
  return {[=](const Vector& z) { return value(z[0]); }, [=](const Vector& z) { return Vector::Constant(1, slope(z[0])); },
          [=](const Vector& z) { return Dense::Constant(1, 1, curvature(z[0])); }};
}

inline Function rosenbrock() {
  return {[](const Vector& z) { return 100 * std::pow(z[1] - z[0] * z[0], 2) + std::pow(1 - z[0], 2); },
          [](const Vector& z) {
            const double u = z[1] - z[0] * z[0];
            return Vector{{-400 * u * z[0] - 2 * (1 - z[0]), 200 * u}};
          },
          [](const Vector& z) {
            return Dense{{1200 * z[0] * z[0] - 400 * z[1] + 2, -400 * z[0]}, {-400 * z[0], 200.0}};
          }};
}

// k (x^2 - 1)^2 / 4 + k y^2 / 2: two valleys, and a ridge between them where the Hessian is indefinite.
inline Function double_well(double k) {
  return {[k](const Vector& z) { return k * (std::pow(z[0] * z[0] - 1, 2) / 4 + z[1] * z[1] / 2); },
          [k](const Vector& z) {
            return Vector{{k * z[0] * (z[0] * z[0] - 1), k * z[1]}};
          },
          [k](const Vector& z) {
            return Dense{{k * (3 * z[0] * z[0] - 1), 0.0}, {0.0, k}};
          }};
}

// x - log(x), defined for x > 0 only; its minimum is at 1.
inline Function barrier() {
  return along_a_line([](double x) { return x > 0 ? x - std::log(x) : kInfinite; }, [](double x) { return 1 - 1 / x; },
                      [](double x) { return 1 / (x * x); });
}

struct Minimisation {
  NewtonResult result;
  Vector z, g;
};

inline Minimisation run_newton(Objective& objective, const Vector& start, const NewtonSettings& settings = {}) {
  NewtonDirection direction(objective.pattern(), settings.hessian);
  Minimisation run{{}, start, {}};
  run.result = minimise(objective, settings, direction, run.z, run.g);
  return run;
}

}  // namespace lilyan::test
