// Energy and both momenta at once: the discrete gradient of each element's strain. [Simo 1992]
//
// Its equations have no function behind them. They are solved from where a rough minimisation of the average vector field ends; if
// that does not lead to a solution, that method makes the step, with its momenta closed.
#pragma once

#include <lilyan/integrators/discrete_gradient.hpp>

namespace lilyan {

class EnergyMomentum final : public Integrator {
 public:
  std::unique_ptr<const Stepper> stepper(const System& system, const NewtonSettings& settings) const override;

 private:
  DiscreteGradient strain_{DiscreteForm::strain};
  Avf average_{Avf::Quadrature::exact};
};

}  // namespace lilyan
