#include <lilyan/energy/damping/strain_damping.hpp>

#include <lilyan/energy/damping/drag_terms.hpp>

#include <cmath>

namespace lilyan {

namespace {

class StrainTerm final : public StepTerm {
 public:
  StrainTerm(std::vector<std::unique_ptr<Elasticity>> since_start, double weight)
      : since_start_(std::move(since_start)), weight_(weight) {}

  Value add_force(const Vector& x, double w, Vector& g) const override {
    double R = 0;
    for (const auto& potential : since_start_) R += weight_ * potential->add_gradient(x, 0, weight_ * w, g);
    return {R, std::abs(R)};
  }
  using StepTerm::add_slope;
  void add_slope(const Vector& x, double w, Definiteness definiteness, BlockMatrix& H) const override {
    for (const auto& potential : since_start_) potential->add_hessian(x, 0, weight_ * w, definiteness, H);
  }

 private:
  std::vector<std::unique_ptr<Elasticity>> since_start_;  // their rest shape is x_n
  double weight_;                                         // k_D/h
};

class BackwardStrainForce final : public ForceTerm {
 public:
  BackwardStrainForce(std::vector<std::unique_ptr<StepTerm>> parts) : parts_(std::move(parts)) {}

  Value add_force(const Vector& x, double w, Vector& r) const override {
    for (const auto& part : parts_) part->add_force(x, w, r);
    return {};
  }
  using ForceTerm::add_slope;
  void add_slope(const Vector& x, double w, Slope& J) const override {
    for (const auto& part : parts_) part->add_slope(x, w, J);
  }

 private:
  std::vector<std::unique_ptr<StepTerm>> parts_;
};

}  // namespace

Acts StrainDamping::acts(Evaluate evaluate) const {
  return form_ == Form::implicit_exact && evaluate != Evaluate::at_start ? Acts::before : Acts::during;
}

std::unique_ptr<StepTerm> StrainDamping::pose(const Chord& chord, Evaluate evaluate) const {
  const double weight = coefficient_ / chord.over();
  if (acts(evaluate) == Acts::before) {
    std::vector<std::unique_ptr<StepTerm>> parts;
    for (const auto& elasticity : elasticity_) parts.push_back(elasticity->backward_damping(chord.from(), weight, chord.pattern));
    return std::make_unique<BackwardStrainForce>(std::move(parts));
  }
  if (form_ == Form::implicit && evaluate != Evaluate::at_start) {
    std::vector<std::unique_ptr<Elasticity>> since_start;
    for (const auto& elasticity : elasticity_) since_start.push_back(elasticity->about(chord.from()));
    return std::make_unique<StrainTerm>(std::move(since_start), weight);
  }
  // Before the first step the body is taken to have moved as it does at its beginning.
  const double h_before = chord.x_before ? chord.h_before : chord.h;
  const Vector x_before = chord.x_before ? *chord.x_before : Vector(chord.x - h_before * chord.v);
  Vector f = Vector::Zero(chord.x.size());
  for (const auto& elasticity : elasticity_) elasticity->about(x_before)->add_gradient(chord.x, 0, coefficient_ / h_before, f);
  return std::make_unique<ConstantDrag>(std::move(f), chord.x);
}

void StrainDamping::connect(BlockPatternBuilder& pattern) {
  for (const auto& elasticity : elasticity_) elasticity->connect(pattern);
}

}  // namespace lilyan
