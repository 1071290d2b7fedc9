// Second-order backward differences, for steps that may change in length, and Bathe's method built on them.
//
//   r = h_n/h_{n-1},  k = h (1+r)/(1+2r),  bar = ((1+r)^2 ._n - r^2 ._{n-1})/(1+2r)
//   y = xbar + k vbar,  p_hat = M vbar,  node 1 : k^2, k
//
// The first step, which has no step before it, is one of Newmark's trapezoidal rule, so that no order is lost.
// Bathe: the trapezoidal rule over h/2, then backward differences with step h/2 over the two halves.
#pragma once

#include <lilyan/dynamics/integrator.hpp>

namespace lilyan {

class Bdf2 final : public Integrator {
 public:
  Stage stage(int k, const Past& past, double h, const Vector& mass, std::optional<int> degree, int order) const override;
};

class Bathe final : public Integrator {
 public:
  int stages() const override { return 2; }
  double fraction(int) const override { return 0.5; }
  Stage stage(int k, const Past& past, double h, const Vector& mass, std::optional<int> degree, int order) const override;
};

}  // namespace lilyan
