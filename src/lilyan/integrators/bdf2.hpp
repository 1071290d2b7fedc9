// Second-order backward differences, for steps that may change in length, and Bathe's method built on them.
//
//   r = h_n/h_{n-1},  k = h (1+r)/(1+2r),  bar = ((1+r)^2 ._n - r^2 ._{n-1})/(1+2r)
//   x_hat = xbar,  kappa = k,  p_hat = pbar,  node 1 : k^2, k
//
// It is backward Euler's step from (xbar, pbar) over k. The first step, which has no step before it, is one of Newmark's
// trapezoidal rule, so that no order is lost. Bathe: the trapezoidal rule over h/2, then backward differences with step h/2 over
// the two halves.
#pragma once

#include <lilyan/dynamics/stage.hpp>

namespace lilyan {

class Bdf2 final : public StageMethod {
 public:
  Stage stage(const History& history, double h, int order) const override;
};

class Bathe final : public Integrator {
 public:
  Bathe();
  std::unique_ptr<const Stepper> stepper(const System& system, const NewtonSettings& settings) const override;

 private:
  std::shared_ptr<const StageMethod> first_, second_;
};

}  // namespace lilyan
