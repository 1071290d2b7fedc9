// The mean force of a potential over a step that accounts for its energy exactly: a discrete gradient.
//
//   f(x).(x - x_n) = W(x) - W(x_n)  for every x,    f -> grad W(x_n) as x -> x_n,    f(x) = grad W((x_n + x)/2) + O(|x - x_n|^2)
//
// A potential of degree 2 at most has the gradient in the middle. Others may be cut into parts, an element each, and the force of
// the middle be corrected along the change of what the part's energy depends on:
//
//   per_element   q: the positions of the element's vertices about their mean;  f = grad W_e(q_m) + c dq
//                 c = [W_e(q_1) - W_e(q_0) - grad W_e(q_m).dq]/|dq|^2              [Gonzalez 1996; Rojas 2018, sec. 2]
//   strain        the same by an invariant of rotations, Green's strain E or a squared length, seen from the mean deformation:
//                 P = F_m [S(E_m) + c dE], which exerts no torque about the middle of the step  [Simo 1992]
//
// The Jacobian of f is not symmetric, so that no energy-like function has such a step as its minimum.
#pragma once

#include <lilyan/energy/step_term.hpp>

namespace lilyan {

enum class DiscreteForm { per_element, strain };

}  // namespace lilyan
