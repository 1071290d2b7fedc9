#include <lilyan/energy/contact/gap_energy.hpp>

#include <lilyan/energy/mean_rule.hpp>

#include <cmath>
#include <limits>

namespace lilyan {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Psi from the gap D on, for a chord that comes from d_0 = D + s outside: the integral of B(u)/(d_0 - u) from d to D. With v = D -
// u and g = (k/2) D^2/(D - v)^2 it is that of g v^2/(s + v) over v from 0 to depth.
double psi_shallow(const Barrier& barrier, double s, double depth) {
  static const QuadratureRule rule = gauss_legendre(8);
  const double D = barrier.distance, c = 0.5 * barrier.stiffness * D * D;
  auto integrate = [&](const auto& f) {
    double sum = 0;
    for (std::size_t j = 0; j < rule.points.size(); ++j) sum += rule.weights[j] * f(depth * rule.points[j]);
    return depth * sum;
  };
  if (s >= depth) return integrate([&](double v) { return c * v * v / ((D - v) * (D - v) * (s + v)); });
  // The pole at v = -s is near: v^2/(s + v) = v - s + s^2/(s + v), and g less its value at the pole is divided by s + v in closed
  // form.
  const double at_pole = c / ((D + s) * (D + s));
  return integrate([&](double v) {
           return c * (v - s) / ((D - v) * (D - v)) + s * s * at_pole * (2 * D + s - v) / ((D - v) * (D - v));
         }) +
         (s > 0 ? s * s * at_pole * std::log((s + depth) / s) : 0);
}

double psi_entering(const Barrier& barrier, double d_0, double d) {
  constexpr double kShallow = 0.05;  // of D: the closed form cancels there
  const double k = barrier.stiffness, D = barrier.distance;
  if (D - d < kShallow * D) return psi_shallow(barrier, d_0 - D, D - d);
  const double C = (d_0 - D) * (d_0 - D) / (d_0 * d_0);
  const double far = d_0 > D ? C * std::log((d_0 - d) / (d_0 - D)) : 0;
  return 0.5 * k * D * D * (D * D / d_0 * (1 / d - 1 / D) + (C - 1) * std::log(D / d) + far);
}

// Psi at d for a chord that begins and ends nearer than D.
double psi_inside(const Barrier& barrier, double d_0, double d) {
  const double D = barrier.distance, c = 0.5 * barrier.stiffness * D * D * D;
  return c * ((2 / d_0 - D / (d_0 * d_0)) * std::log(d / d_0) + D / d_0 * (1 / d - 1 / d_0));
}

// d_0^2 ln(1 + ratio), 0 if d_0^2 underflows: the ratio is infinite then.
double squared_times_log(double d_0, double ratio) {
  const double square = d_0 * d_0;
  return square > 0 ? square * std::log1p(ratio) : 0;
}

// (2/k) Psi of a chord from d_0 > 0 to d < 0: d_0^2 (u^2/2 - u + ln(1 + u)), u = -d/d_0.
double psi_of_entry(double d_0, double d) {
  constexpr double kShallow = 1e-2;  // the closed form cancels there
  const double u = -d / d_0;
  if (u < kShallow) return d_0 * d_0 * u * u * u * (1.0 / 3 - u * (1.0 / 4 - u * (1.0 / 5 - u * (1.0 / 6 - u / 7))));
  return 0.5 * d * d + d_0 * d + squared_times_log(d_0, u);
}

}  // namespace

double Barrier::energy(double d) const {
  if (d >= distance) return 0;
  if (is_passed(d)) return kInfinity;
  const double e = distance / d - 1;
  return 0.5 * stiffness * distance * distance * e * e;
}

double Barrier::slope(double d) const {
  if (d >= distance) return 0;
  return -stiffness * distance * distance * distance * (distance - d) / (d * d * d);
}

double Barrier::curvature(double d) const {
  if (d >= distance) return 0;
  return stiffness * distance * distance * distance * (3 * distance - 2 * d) / (d * d * d * d);
}

GapMean Barrier::mean(double d_0, double d) const {
  const double D = distance;
  if (is_passed(d)) return {kInfinity, 0, 0};
  if (d_0 >= D && d >= D) return {0, 0, 0};
  if (d_0 >= D) {
    const double q = energy(d) / (d - d_0);
    return {psi_entering(*this, d_0, d), q, (slope(d) - q) / (d - d_0)};
  }
  if (d >= D) {
    const double B_0 = energy(d_0);
    return {psi_inside(*this, d_0, D) - B_0 * std::log((d - d_0) / (D - d_0)), -B_0 / (d - d_0), B_0 / ((d - d_0) * (d - d_0))};
  }
  const double c = 0.5 * stiffness * D * D * D;
  return {psi_inside(*this, d_0, d), c / (d_0 * d) * (2 - D * (1 / d_0 + 1 / d)), c / (d_0 * d * d) * (D / d_0 + 2 * D / d - 2)};
}

GapMean mean_of_spring(double stiffness, double d_0, double d) {
  const double c = 0.5 * stiffness;
  return {0.5 * c * (d - d_0) * (3 * d_0 + d), c * (d_0 + d), c};
}

GapMean Penalty::mean(double d_0, double d) const {
  const double c = 0.5 * stiffness, moved = d - d_0;
  if (d_0 >= 0 && d >= 0) return {0, 0, 0};
  if (d_0 <= 0 && d <= 0) return mean_of_spring(stiffness, d_0, d);
  // Squares of the smallest gaps would underflow: the share of the way that is inside does not.
  if (d_0 > 0) {
    const double inside = d / moved;
    return {c * psi_of_entry(d_0, d), c * d * inside, c * inside * ((d - 2 * d_0) / moved)};
  }
  const double inside = -d_0 / moved, at_surface = mean_of_spring(stiffness, d_0, 0).energy;
  return {at_surface - c * squared_times_log(d_0, d / -d_0), c * d_0 * inside, c * inside * inside};
}

}  // namespace lilyan
