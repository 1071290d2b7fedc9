#include <lilyan/energy/contact/planes/penalty.hpp>

#include <cmath>

namespace lilyan {

namespace {

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
