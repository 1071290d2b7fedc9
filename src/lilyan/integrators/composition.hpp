// A symmetric method of order 2 made one of higher order: several of its steps in a row, some of them backwards.
//
//   order 4: five steps of lengths g, g, 1 - 4g, g, g with g = 1/(4 - 4^(1/3))      (Suzuki)
//   order 6: nine steps, symmetric about the middle one                              (Kahan and Li)
//
// The composed method keeps every quantity that its parts keep, and is symmetric as they are. Where the fastest vibration is not
// resolved by the parts (h omega > 1) the order is that of the parts again.
#pragma once

#include <lilyan/dynamics/integrator.hpp>

#include <memory>

namespace lilyan {

class Composition final : public Integrator {
 public:
  // `part` is symmetric, has one stage and order 2; `order` is 4 or 6.
  Composition(std::unique_ptr<const Integrator> part, int order);

  int stages() const override { return static_cast<int>(fractions_.size()); }
  double fraction(int k) const override { return fractions_[k]; }
  Stage stage(int, const Past& past, double h, const Vector& mass, std::optional<int> degree, int order) const override {
    return part_->stage(0, past, h, mass, degree, order);
  }
  bool adapts(std::optional<int> degree) const override { return part_->adapts(degree); }
  std::optional<int> raised_order(int order) const override { return part_->raised_order(order); }
  bool closes_momenta() const override { return part_->closes_momenta(); }
  bool ledger_is_tangent() const override { return part_->ledger_is_tangent(); }

 private:
  std::unique_ptr<const Integrator> part_;
  std::vector<double> fractions_;  // of the step; they sum to 1
};

}  // namespace lilyan
