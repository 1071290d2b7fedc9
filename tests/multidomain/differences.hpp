// Derivatives by differences of the eighth order.
#pragma once

namespace lilyan::test {

// Of f at 0, which is a number or a vector; exact for polynomials of degree eight.
template <class F>
auto slope(F f, double eps) {
  constexpr double kWeights[] = {4. / 5, -1. / 5, 4. / 105, -1. / 280};
  auto sum = f(0.0);
  sum *= 0;
  for (int k = 1; k <= 4; ++k) sum += kWeights[k - 1] / eps * (f(k * eps) - f(-k * eps));
  return sum;
}
template <class F>
auto curvature(F f, double eps) {
  constexpr double kWeights[] = {8. / 5, -1. / 5, 8. / 315, -1. / 560};
  auto sum = f(0.0);
  sum *= -205. / 72 / (eps * eps);
  for (int k = 1; k <= 4; ++k) sum += kWeights[k - 1] / (eps * eps) * (f(k * eps) + f(-k * eps));
  return sum;
}

}  // namespace lilyan::test
