// Discrete gradients of the elastic energy of elements, for laws of Green's strain; see discrete_gradient.hpp.
//
//   strain        P = F_m Sbar,  F_m = (F_n + F)/2,  Sbar = S(E_m) + c dE,  c = [Psi(F) - Psi(F_n) - S(E_m):dE]/|dE|^2
//   per_element   f = V P(F_m) g + c dq,  q the positions about their mean
//
// For St. Venant-Kirchhoff S is linear in E, c is zero and not computed: the method of Simo and Tarnow. [Simo 1992]
#pragma once

#include <lilyan/energy/discrete_gradient.hpp>
#include <lilyan/energy/elements/element_batches.hpp>
#include <lilyan/materials/laws.hpp>

namespace lilyan {

// Batches, moduli and x_n must outlive it.
template <class E>
std::unique_ptr<StepTerm> element_discrete_gradient(const ElementBatches<E>& batches, const AnyLawLanes& law, const Vector& x_n,
                                                    DiscreteForm form);

}  // namespace lilyan
