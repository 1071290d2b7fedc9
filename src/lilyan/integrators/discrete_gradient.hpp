// Methods whose mean force over a step is a discrete gradient of the energy: what they keep, they keep for any law and any step.
//
//   y = x_n + h v_n,   M (x - y) + (h^2/2) f = 0,   v = 2 (x - x_n)/h - v_n        f of energy/discrete_gradient.hpp
//
// Every law's energy is kept, as its work is counted exactly; the price is a system of equations without a function behind it,
// whose root finder may fail where a minimiser does not.
#pragma once

#include <lilyan/integrators/avf.hpp>

namespace lilyan {

// Of each element's positions (per_element) or strain (energy and both momenta at once [Simo 1992]).
class DiscreteGradient final : public StageMethod {
 public:
  explicit DiscreteGradient(DiscreteForm form) : form_(form) {}
  Stage stage(const History& history, double h, int order) const override;

 private:
  DiscreteForm form_;
};

// Of positions and velocities of the whole system, for comparison; see energy/joint_mean.hpp. In free flight its correction is not
// defined, so its equations are solved from where a rough minimisation of the average vector field ends.
class JointDiscreteGradient final : public Integrator {
 public:
  std::vector<Fault> objections(const System& system) const override;
  std::unique_ptr<const Stepper> stepper(const System& system, const NewtonSettings& settings) const override;

 private:
  Avf average_{Avf::Quadrature::exact};
};

// Energy and both momenta at once: the discrete gradient of each element's strain. [Simo 1992]
//
// Its equations have no function behind them. They are solved from where a rough minimisation of the average vector field ends; if
// that does not lead to a solution, that method makes the step, with its momenta closed.
class EnergyMomentum final : public Integrator {
 public:
  std::unique_ptr<const Stepper> stepper(const System& system, const NewtonSettings& settings) const override;

 private:
  DiscreteGradient strain_{DiscreteForm::strain};
  Avf average_{Avf::Quadrature::exact};
};

}  // namespace lilyan
