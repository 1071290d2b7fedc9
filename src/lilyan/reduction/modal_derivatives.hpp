// How the shape of a mode changes with the amplitude of another: what linear modes lack at large deformations.
//
//   K Phi_ij = -(H:phi_i) phi_j,    H:ab = D(a + b) - D(a) - D(b),    D(s) = (f(s) + f(-s))/2        f = grad W at X + s [N]
//
// Phi_ij = Phi_ji is the second derivative of the static displacement under the forces K (p_i phi_i + p_j phi_j) by p_i and p_j. H
// is the third derivative of the elastic energy at rest. Differences give it exactly for St. Venant-Kirchhoff, up to rounding, and
// to about 1e-6 for other laws. Where motions cost no energy, forces and displacements are taken without them: Phi_ij is orthogonal
// to these motions with the masses, the forces are balanced by inertia. [Barbic 2005, sec. 5; Barbic 2011, sec. 3]
#pragma once

#include <lilyan/reduction/modes.hpp>

namespace lilyan {

// A column for each pair i <= j of the modes that cost energy, in the order (0,0), (0,1), (1,1), (0,2), ...; over all components, 0
// where held [m/(m sqrt(kg))^2]. The modes are those of natural_modes, or of loaded_modes with the same added mass, and hold all
// motions that cost no energy. Throws InputError if the system has constraints (id "reduction.constraint").
Eigen::MatrixXd modal_derivatives(const System& system, const Vector& X, const Modes& modes, const Vector& added_mass = {});

}  // namespace lilyan
