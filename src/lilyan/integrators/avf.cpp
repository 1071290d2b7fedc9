#include <lilyan/integrators/avf.hpp>

#include <lilyan/integrators/one_step.hpp>

#include <cmath>
#include <numbers>

namespace lilyan {

namespace {

constexpr int kFewestPoints = 2, kMostPoints = 16;  // of the adapting rule

}  // namespace

QuadratureRule gauss_legendre(int n) {
  QuadratureRule rule;
  for (int i = 0; i < n; ++i) {
    // Newton's method on the Legendre polynomial P_n from Tricomi's estimate of its root.
    double x = -std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5)), slope = 0;
    for (int iteration = 0; iteration < 100; ++iteration) {
      double p = 1, p_before = 0;
      for (int k = 1; k <= n; ++k) {
        const double p_next = ((2 * k - 1) * x * p - (k - 1) * p_before) / k;
        p_before = p;
        p = p_next;
      }
      slope = n * (x * p - p_before) / (x * x - 1);
      const double step = p / slope;
      x -= step;
      if (std::abs(step) < 1e-15) break;
    }
    rule.points.push_back(0.5 * (1 + x));
    rule.weights.push_back(1 / ((1 - x * x) * slope * slope));
  }
  if (n % 2 == 1) rule.points[n / 2] = 0.5;
  return rule;
}

QuadratureRule simpson() { return {{0, 0.5, 1}, {1.0 / 6, 4.0 / 6, 1.0 / 6}}; }

bool Avf::adapts(std::optional<int> degree) const {
  return quadrature_ == Quadrature::automatic || (quadrature_ == Quadrature::exact && !degree);
}

Stage Avf::stage(int, const Past& past, double h, const Vector&, std::optional<int> degree, int order) const {
  int points = points_;
  if (adapts(degree))
    points = std::max(order, kFewestPoints);
  else if (quadrature_ == Quadrature::exact)
    points = std::max(1, (*degree + 1) / 2);  // grad W has one degree less than W; n points are exact up to degree 2n - 1
  const QuadratureRule rule = quadrature_ == Quadrature::simpson ? simpson() : gauss_legendre(points);

  std::vector<Node> nodes;
  for (std::size_t j = 0; j < rule.points.size(); ++j) nodes.push_back({rule.points[j], 0.5 * rule.weights[j], rule.weights[j]});
  Stage stage = one_step_stage(past, h, nodes);
  stage.read_out = ReadOut::chord;
  return stage;
}

std::optional<int> Avf::raised_order(int order) const {
  if (order >= kMostPoints) return std::nullopt;
  return std::max(order, kFewestPoints) + 1;
}

}  // namespace lilyan
