// How stiff bodies are at their vertices: what a contact is as stiff as, unless it is told otherwise.
//
//   k_i = mean over the free components of vertex i of the diagonal of Hess W(X)        [N/m], W: all energies of the bodies [J]
//
// 0 where a vertex is held whole or has no energy.
#pragma once

#include <lilyan/energy/potential.hpp>
#include <lilyan/space/space.hpp>

#include <vector>

namespace lilyan {

// One per vertex; X: rest positions [m]. The potentials are connected to a pattern of their own: who has them connects them anew.
Vector contact_stiffness(const Vector& X, const HeldComponents& held, const std::vector<Potential*>& potentials);

}  // namespace lilyan
