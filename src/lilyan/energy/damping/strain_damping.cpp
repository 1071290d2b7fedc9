#include <lilyan/energy/damping/strain_damping.hpp>

#include <lilyan/energy/damping/constant_drag.hpp>

namespace lilyan {

namespace {

class StrainTerm final : public StepTerm {
 public:
  StrainTerm(std::vector<std::unique_ptr<Elasticity>> since_start, const Vector& x_n, double weight)
      : since_start_(std::move(since_start)), x_n_(x_n), weight_(weight) {}

  double add_gradient(const Vector& x, double w, Vector& g) const override {
    double R = 0;
    for (const auto& potential : since_start_) R += weight_ * potential->add_gradient(x, 0, weight_ * w, g);
    return R;
  }
  void add_hessian(const Vector& x, double w, Definiteness definiteness, BlockMatrix& H) const override {
    for (const auto& potential : since_start_) potential->add_hessian(x, 0, weight_ * w, definiteness, H);
  }
  Toll toll(const Vector& x) const override {
    Vector g = Vector::Zero(x.size());
    add_gradient(x, 1, g);
    return {g.dot(x - x_n_), 0};
  }

 private:
  std::vector<std::unique_ptr<Elasticity>> since_start_;  // their rest shape is x_n
  const Vector& x_n_;
  double weight_;  // k_D/h
};

class BackwardStrainForce final : public StepForce {
 public:
  BackwardStrainForce(std::vector<std::unique_ptr<StepForce>> parts) : parts_(std::move(parts)) {}

  void add_force(const Vector& x, double w, Vector& r) const override {
    for (const auto& part : parts_) part->add_force(x, w, r);
  }
  void add_jacobian(const Vector& x, double w, Entries& J) const override {
    for (const auto& part : parts_) part->add_jacobian(x, w, J);
  }
  StepTerm::Toll toll(const Vector& x) const override {
    StepTerm::Toll sum;
    for (const auto& part : parts_) sum.dissipated += part->toll(x).dissipated;
    return sum;
  }

 private:
  std::vector<std::unique_ptr<StepForce>> parts_;
};

}  // namespace

std::unique_ptr<StepForce> StrainDamping::pose_kick(const StepStart& start) const {
  if (form_ != Form::implicit_exact) return nullptr;
  std::vector<std::unique_ptr<StepForce>> parts;
  for (const auto& elasticity : elasticity_)
    parts.push_back(elasticity->backward_damping(start.x, coefficient_ / start.h, start.pattern));
  return std::make_unique<BackwardStrainForce>(std::move(parts));
}

std::unique_ptr<StepTerm> StrainDamping::pose(const StepStart& start, bool is_explicit) const {
  if (form_ == Form::implicit && !is_explicit) {
    std::vector<std::unique_ptr<Elasticity>> since_start;
    for (const auto& elasticity : elasticity_) since_start.push_back(elasticity->about(start.x));
    return std::make_unique<StrainTerm>(std::move(since_start), start.x, coefficient_ / start.h);
  }
  // Before the first step the body is taken to have moved as it does at its beginning.
  const double h_before = start.x_before ? start.h_before : start.h;
  const Vector x_before = start.x_before ? *start.x_before : Vector(start.x - h_before * start.v);
  Vector f = Vector::Zero(start.x.size());
  for (const auto& elasticity : elasticity_) elasticity->about(x_before)->add_gradient(start.x, 0, coefficient_ / h_before, f);
  return std::make_unique<ConstantDrag>(std::move(f), start.x, start.h);
}

void StrainDamping::connect(BlockPatternBuilder& pattern) {
  for (const auto& elasticity : elasticity_) elasticity->connect(pattern);
}

}  // namespace lilyan
