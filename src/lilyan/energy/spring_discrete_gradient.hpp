// Discrete gradients of springs, d = x_b - x_a; see discrete_gradient.hpp.
//
//   strain        W is a function of l^2:  f = (d_n + d) [W(l^2) - W(l_n^2)]/(l^2 - l_n^2), along the spring in the middle
//                 stvk: k ((l_n^2 + l^2)/2 - r^2);   hookean: k/2 - k r/(l_n + l), the divisions done
//   per_element   f = grad W(d_m) + c (d - d_n)
#pragma once

#include <lilyan/energy/discrete_gradient.hpp>
#include <lilyan/energy/springs.hpp>

namespace lilyan {

std::unique_ptr<StepTerm> spring_discrete_gradient(const std::vector<Spring>& springs, SpringLaw law, const Vector& x_n,
                                                   DiscreteForm form);

}  // namespace lilyan
