// Methods that are made of another method: several of its steps in a row, or its steps with their momenta restored.
#pragma once

#include <lilyan/dynamics/integrator.hpp>
#include <lilyan/integrators/discrete_gradient.hpp>

#include <memory>

namespace lilyan {

// A symmetric method of order 2 made one of higher order: several of its steps in a row, some of them backwards.
//
//   order 4: five steps of lengths g, g, 1 - 4g, g, g with g = 1/(4 - 4^(1/3))      (Suzuki)
//   order 6: nine steps, symmetric about the middle one                              (Kahan and Li)
//
// The composed method keeps every quantity that its parts keep, and is symmetric as they are. Where the fastest vibration is not
// resolved by the parts (h omega > 1) the order is that of the parts again.
class Composition final : public Integrator {
 public:
  // `part` is symmetric and of order 2; `order` is 4 or 6.
  Composition(std::unique_ptr<const Integrator> part, int order);

  std::vector<Fault> objections(const System& system) const override;
  std::unique_ptr<const Stepper> stepper(const System& system, const NewtonSettings& settings) const override;

 private:
  std::unique_ptr<const Integrator> part_;
  std::vector<double> fractions_;  // of the step; they sum to 1
};

// A method that keeps the energy, with its momenta restored after each step; see closed_stepper.hpp.
class ClosedMomenta final : public Integrator {
 public:
  explicit ClosedMomenta(std::unique_ptr<const Integrator> method) : method_(std::move(method)) {}
  std::vector<Fault> objections(const System& system) const override;
  std::unique_ptr<const Stepper> stepper(const System& system, const NewtonSettings& settings) const override;

 private:
  std::unique_ptr<const Integrator> method_;
  DiscreteGradient strain_{DiscreteForm::strain};  // makes the steps whose closure would cost energy
};

}  // namespace lilyan
