// Of elements that say nothing of their own: the force exactly, its Jacobian to the order of the step.
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/energy/step_term.hpp>

namespace lilyan {

namespace {

class BackwardDamping final : public ForceTerm {
 public:
  BackwardDamping(const Elasticity& elasticity, const Vector& x_n, double w, std::shared_ptr<const BlockPattern> pattern)
      : elasticity_(elasticity), x_n_(x_n), since_start_(elasticity.about(x_n)), w_(w), pattern_(std::move(pattern)) {}

  Value add_force(const Vector& x, double w, Vector& r) const override {
    elasticity_.about(x)->add_gradient(x_n_, 0, -w * w_, r);
    return {};
  }
  // That of the rest shape x_n at x: both are w K (x - x_n) to first order.
  using ForceTerm::add_slope;
  void add_slope(const Vector& x, double w, Slope& J) const override {
    BlockMatrix H(pattern_);
    since_start_->add_hessian(x, 0, w * w_, Definiteness::exact, H);
    J.blocks.add(1, H);
  }

 private:
  const Elasticity& elasticity_;
  const Vector& x_n_;
  std::unique_ptr<Elasticity> since_start_;  // its rest shape is x_n
  double w_;
  std::shared_ptr<const BlockPattern> pattern_;
};

}  // namespace

std::unique_ptr<StepTerm> Elasticity::backward_damping(const Vector& x_n, double w,
                                                       std::shared_ptr<const BlockPattern> pattern) const {
  return std::make_unique<BackwardDamping>(*this, x_n, w, std::move(pattern));
}

}  // namespace lilyan
