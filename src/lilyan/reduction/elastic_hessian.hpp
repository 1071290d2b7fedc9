// The stiffness of the bodies: Hessian of their elastic energy over the components that are free.
#pragma once

#include <lilyan/dynamics/system.hpp>

namespace lilyan {

// At the positions X [N/m], as it is: not made positive.
SymmetricMatrix elastic_hessian(const System& system, const Vector& X);

}  // namespace lilyan
