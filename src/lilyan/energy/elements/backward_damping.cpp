// Of elements that say nothing of their own: the force exactly, its Jacobian to the order of the step.
#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/energy/step_force.hpp>

namespace lilyan {

namespace {

class BackwardDamping final : public StepForce {
 public:
  BackwardDamping(const Elasticity& elasticity, const Vector& x_n, double w, std::shared_ptr<const BlockPattern> pattern)
      : elasticity_(elasticity), x_n_(x_n), since_start_(elasticity.about(x_n)), w_(w), pattern_(std::move(pattern)) {}

  void add_force(const Vector& x, double w, Vector& r) const override { elasticity_.about(x)->add_gradient(x_n_, 0, -w * w_, r); }
  // That of the rest shape x_n at x: both are w K (x - x_n) to first order.
  void add_jacobian(const Vector& x, double w, Entries& J) const override {
    BlockMatrix H(pattern_);
    since_start_->add_hessian(x, 0, w * w_, Definiteness::exact, H);
    append(H, 1, J);
  }
  StepTerm::Toll toll(const Vector& x) const override {
    Vector f = Vector::Zero(x.size());
    add_force(x, 1, f);
    return {f.dot(x - x_n_), 0};
  }

 private:
  const Elasticity& elasticity_;
  const Vector& x_n_;
  std::unique_ptr<Elasticity> since_start_;  // its rest shape is x_n
  double w_;
  std::shared_ptr<const BlockPattern> pattern_;
};

}  // namespace

std::unique_ptr<StepForce> Elasticity::backward_damping(const Vector& x_n, double w,
                                                        std::shared_ptr<const BlockPattern> pattern) const {
  return std::make_unique<BackwardDamping>(*this, x_n, w, std::move(pattern));
}

}  // namespace lilyan
