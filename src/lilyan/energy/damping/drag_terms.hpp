// What dampings pose in a step: a force that stays the same, or one that is linear in the displacement.
#pragma once

#include <lilyan/energy/step_term.hpp>

#include <cmath>

namespace lilyan {

// A force known at the start of a step: R(x) = f.(x - x_n), grad R = f.
class ConstantDrag final : public StepTerm {
 public:
  // -f is the force [N]; the medium that it comes from moves with velocity `wind` [m/s], 0 for forces within the body.
  ConstantDrag(Vector f, const Vector& x_n, const Vec3& wind = Vec3::Zero()) : f_(std::move(f)), x_n_(x_n), wind_(wind) {}

  bool is_constant() const override { return true; }
  Value add_force(const Vector& x, double w, Vector& g) const override {
    g += w * f_;
    const double R = f_.dot(x - x_n_);
    return {R, std::abs(R)};
  }
  void add_slope(const Vector&, double, Definiteness, BlockMatrix&) const override {}
  using StepTerm::add_slope;
  Work work(const Vector&, const Vector& moved, double h) const override {
    double blown = 0;
    for (Index i = 0; 3 * i < f_.size(); ++i) blown -= h * vertex(f_, i).dot(wind_);
    return {f_.dot(moved) + blown, blown};
  }

 private:
  Vector f_;
  const Vector& x_n_;
  Vec3 wind_;
};

// A force that grows with the displacement of a step: R(x) = c/2 |x - x_n|_D^2 - f.(x - x_n).
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
