// A method that keeps the energy, with its momenta restored after each step; see momentum_closure.hpp.
#pragma once

#include <lilyan/integrators/discrete_gradient.hpp>

#include <memory>

namespace lilyan {

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
