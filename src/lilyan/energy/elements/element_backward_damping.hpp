// The force of elements that would rather not have changed their shape, seen from the end of a step.
//
//   f(x) = -w grad W(x_n; X = x):   the elements' rest shape is x, and x_n is what it is deformed to
//        = -w V J P(F_rel) F^-T g,  F_rel = F_n F^-1,  J = |det F|
//
// It is of the shape x_n, so it exerts no torque about x_n. To first order in x - x_n it is w K (x - x_n), as is the force of
// the rest shape x_n at x, which is a gradient and this is not. [Kharevych 2010, sec. 2.3 and 3.2.9]
#pragma once

#include <lilyan/energy/elements/element_batches.hpp>
#include <lilyan/energy/step_term.hpp>
#include <lilyan/materials/laws.hpp>

#include <memory>

namespace lilyan {

// Elements that are flat at x_n are left out. Batches, moduli and x_n must outlive the force.
template <class E>
std::unique_ptr<StepTerm> element_backward_damping(const ElementBatches<E>& batches, const AnyLawLanes& law, const Vector& x_n,
                                                   double w);

}  // namespace lilyan
