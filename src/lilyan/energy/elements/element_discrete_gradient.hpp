// Discrete gradients of the elastic energy of elements, for laws of Green's strain; see discrete_gradient.hpp.
//
//   strain        P = F_m Sbar,  F_m = (F_n + F)/2,  Sbar = S(E_m) + c dE,  c = [Psi(F) - Psi(F_n) - S(E_m):dE]/|dE|^2
//   per_element   f = V P(F_m) g + c dq,  q the positions about their mean
//
// For St. Venant-Kirchhoff S is linear in E, c is zero and not computed: the method of Simo and Tarnow. [Simo 1992]
#pragma once

#include <lilyan/energy/discrete_gradient.hpp>
#include <lilyan/energy/elements/element_step_force.hpp>
#include <lilyan/materials/laws.hpp>

namespace lilyan {

template <class Law>
std::unique_ptr<StepTerm> element_discrete_gradient(std::vector<RestElement<Law>> elements, const Vector& x_n, DiscreteForm form);

extern template std::unique_ptr<StepTerm> element_discrete_gradient(std::vector<RestElement<StVenantKirchhoff>>, const Vector&,
                                                                    DiscreteForm);
extern template std::unique_ptr<StepTerm> element_discrete_gradient(std::vector<RestElement<NeoHookean>>, const Vector&,
                                                                    DiscreteForm);
extern template std::unique_ptr<StepTerm> element_discrete_gradient(std::vector<RestElement<StableNeoHookean>>, const Vector&,
                                                                    DiscreteForm);
extern template std::unique_ptr<StepTerm> element_discrete_gradient(std::vector<RestElement<MooneyRivlin>>, const Vector&,
                                                                    DiscreteForm);

}  // namespace lilyan
