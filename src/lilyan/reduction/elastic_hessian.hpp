// The stiffness of the bodies: Hessian of their energy over the components that are free.
#pragma once

#include <lilyan/dynamics/system.hpp>

namespace lilyan {

// Of the elastic energy, at the positions X [N/m], as it is: not made positive.
SymmetricMatrix elastic_hessian(const System& system, const Vector& X);

// Of all potentials, at the positions x and time 0.
SymmetricMatrix potential_hessian(const System& system, const Vector& x);

}  // namespace lilyan
