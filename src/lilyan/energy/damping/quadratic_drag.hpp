// A force that grows with the displacement of a step: R(x) = c/2 |x - x_n|_D^2 - f.(x - x_n).
#pragma once

#include <lilyan/energy/step_term.hpp>

#include <cmath>

namespace lilyan {

class QuadraticDrag final : public StepTerm {
 public:
  QuadraticDrag(BlockMatrix D, const Vector& x_n, double c, Vector f) : D_(std::move(D)), x_n_(x_n), c_(c), f_(std::move(f)) {}

  Value add_force(const Vector& x, double w, Vector& g) const override {
    const Vector dx = x - x_n_, pull = D_.times(dx);
    g += w * (c_ * pull - f_);
    const double R = dx.dot(0.5 * c_ * pull - f_);
    return {R, std::abs(R)};
  }
  void add_slope(const Vector&, double w, Definiteness, BlockMatrix& H) const override { H.add(w * c_, D_); }
  using StepTerm::add_slope;

 private:
  BlockMatrix D_;
  const Vector& x_n_;
  double c_;  // [1/s]
  Vector f_;
};

}  // namespace lilyan
