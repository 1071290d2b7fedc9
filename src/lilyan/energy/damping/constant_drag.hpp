// A force known at the start of a step: R(x) = f.(x - x_n), grad R = f.
#pragma once

#include <lilyan/energy/step_term.hpp>

namespace lilyan {

class ConstantDrag final : public StepTerm {
 public:
  // -f is the force [N]; the medium that it comes from moves with velocity `wind` [m/s], 0 for forces within the body.
  ConstantDrag(Vector f, const Vector& x_n, double h, const Vec3& wind = Vec3::Zero())
      : f_(std::move(f)), x_n_(x_n), h_(h), wind_(wind) {}

  double add_gradient(const Vector& x, double w, Vector& g) const override {
    g += w * f_;
    return f_.dot(x - x_n_);
  }
  void add_hessian(const Vector&, double, Definiteness, BlockMatrix&) const override {}
  Toll toll(const Vector& x) const override {
    double blown = 0;
    for (Index i = 0; 3 * i < f_.size(); ++i) blown -= h_ * vertex(f_, i).dot(wind_);
    return {f_.dot(x - x_n_) + blown, blown};
  }

 private:
  Vector f_;
  const Vector& x_n_;
  double h_;
  Vec3 wind_;
};

}  // namespace lilyan
