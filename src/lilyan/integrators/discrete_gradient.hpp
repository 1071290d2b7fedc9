// Methods whose mean force over a step is a discrete gradient of the energy: what they keep, they keep for any law and any step.
//
//   y = x_n + h v_n,   M (x - y) + (h^2/2) f = 0,   v = 2 (x - x_n)/h - v_n        f of energy/discrete_gradient.hpp
//
// Every law's energy is kept, as its work is counted exactly; the price is a system of equations without a function behind it. Its
// root finder may fail where a minimiser does not: DiscreteGradient says so, EnergyMomentum begins where a minimisation of the
// average vector field ends and, where that does not help, takes that method's step with its momenta closed.
#pragma once

#include <lilyan/integrators/avf.hpp>

namespace lilyan {

class DiscreteGradient final : public Integrator {
 public:
  // per_element: of each element's positions; joint: of positions and velocities of the whole system, for comparison.
  enum class Form { per_element, joint };

  explicit DiscreteGradient(Form form) : form_(form) {}
  Stage stage(int k, const Past& past, double h, const Vector& mass, std::optional<int> degree, int order) const override;

 private:
  Form form_;
};

// Energy and both momenta at once: the discrete gradient of each element's strain. [Simo 1992]
class EnergyMomentum final : public Integrator {
 public:
  Stage stage(int k, const Past& past, double h, const Vector& mass, std::optional<int> degree, int order) const override;
  const Integrator* globaliser() const override { return &average_; }

 private:
  Avf average_{Avf::Quadrature::exact, 0, Avf::Momenta::closed};
};

}  // namespace lilyan
