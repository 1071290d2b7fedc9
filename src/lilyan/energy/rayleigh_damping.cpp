#include <lilyan/energy/rayleigh_damping.hpp>

#include <lilyan/energy/constant_drag.hpp>

namespace lilyan {

namespace {

// R(x) = c/2 |x - x_n|_D^2 - f.(x - x_n)
class QuadraticDrag final : public StepTerm {
 public:
  QuadraticDrag(BlockMatrix D, const Vector& x_n, double c, Vector f) : D_(std::move(D)), x_n_(x_n), c_(c), f_(std::move(f)) {}

  double add_gradient(const Vector& x, double w, Vector& g) const override {
    const Vector dx = x - x_n_, pull = D_.times(dx);
    g += w * (c_ * pull - f_);
    return dx.dot(0.5 * c_ * pull - f_);
  }
  void add_hessian(const Vector&, double w, Definiteness, BlockMatrix& H) const override { H.add(w * c_, D_); }
  Toll toll(const Vector& x) const override {
    const Vector dx = x - x_n_;
    return {dx.dot(c_ * D_.times(dx) - f_), 0};
  }

 private:
  BlockMatrix D_;
  const Vector& x_n_;
  double c_;  // [1/s]
  Vector f_;
};

}  // namespace

std::unique_ptr<StepTerm> RayleighDamping::pose(const StepStart& start, bool is_explicit) const {
  BlockMatrix D(start.pattern);
  if (beta_ != 0)
    for (const auto& potential : potentials_) potential->add_hessian(start.x, 0, beta_, Definiteness::projected, D);
  D.add_to_diagonal(alpha_, mass_);
  if (is_explicit) return std::make_unique<ConstantDrag>(D.times(start.v), start.x, start.h);
  if (form_ == Form::midpoint)
    return std::make_unique<QuadraticDrag>(std::move(D), start.x, 1 / start.h, Vector::Zero(start.x.size()));
  Vector f = D.times(start.v);
  return std::make_unique<QuadraticDrag>(std::move(D), start.x, 2 / start.h, std::move(f));
}

void RayleighDamping::connect(BlockPatternBuilder& pattern) {
  for (const auto& potential : potentials_) potential->connect(pattern);
}

}  // namespace lilyan
