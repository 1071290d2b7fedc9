// A basis for large deformations: natural modes and their modal derivatives, made one family by principal components.
//
// The derivatives say how the shape of a mode changes with the amplitude of another: what linear modes lack at large deformations.
//
//   K Phi_ij = -(H:phi_i) phi_j,    H:ab = D(a + b) - D(a) - D(b),    D(s) = (f(s) + f(-s))/2        f = grad W at X + s [N]
//
// Phi_ij = Phi_ji is the second derivative of the static displacement under the forces K (p_i phi_i + p_j phi_j) by p_i and p_j. H
// is the third derivative of the elastic energy at rest. Differences give it exactly for St. Venant-Kirchhoff, up to rounding, and
// to about 1e-6 for other laws. Where motions cost no energy, forces and displacements are taken without them: Phi_ij is orthogonal
// to these motions with the masses, the forces are balanced by inertia. [Barbic 2005, sec. 5; Barbic 2011, sec. 3]
#pragma once

#include <lilyan/reduction/basis.hpp>
#include <lilyan/reduction/modes.hpp>

#include <vector>

namespace lilyan {

// A column for each pair i <= j of the modes that cost energy, in the order (0,0), (0,1), (1,1), (0,2), ...; over all components, 0
// where held [m/(m sqrt(kg))^2]. The modes are those of natural_modes, or of loaded_modes with the same added mass, and hold all
// motions that cost no energy. Throws InputError if the system has constraints (id "reduction.constraint").
Eigen::MatrixXd modal_derivatives(const System& system, const Vector& X, const Modes& modes, const Vector& added_mass = {});

// The family of modes and derivatives that a basis is made from:
//
//   Z = { w_i phi_i } + { w_i w_j Phi_ij },   w_i = omega_1^2/omega_i^2        low modes and their derivatives count most
//
// [Barbic 2005, sec. 5]. A body that carries others is better served by modes that know the mass of what it carries: its lowest
// frequency within a tree of bodies is then within some percent of that of the whole, where modes of the body alone are stiff.

// Mass that hangs on some vertices, shared among them by weights of any positive scale.
struct CarriedMass {
  std::vector<Index> vertices;
  Vector weights;
  double mass = 0;  // [kg]
};

struct ModalBasisRequest {
  Index modes = 0;                        // m, whose m (m + 1)/2 derivatives join them
  Index size = 0;                         // r, of at most m + m (m + 1)/2
  std::vector<CarriedMass> carried = {};  // none: the modes of the body alone
};

// How many modes a basis of r columns is best made from: with their derivatives they have some more directions than it takes.
Index modes_behind(Index r);

// Orthonormal with the body's own masses, and orthogonal to all motions that cost no energy. It has fewer than r columns if the
// family has fewer directions. Throws InputError if more is asked for than there is ("reduction.basis"), or as natural_modes and
// modal_derivatives do.
Basis modal_basis(const System& system, const Vector& X, const ModalBasisRequest& request, const EigenSettings& settings = {});

// The modes alone, r = m: the basis of small deformations.
Basis linear_modes_basis(const System& system, const Vector& X, const ModalBasisRequest& request,
                         const EigenSettings& settings = {});

// Modes with at least `count` that cost energy, and with all that cost none, under the mass that is carried. Throws InputError if
// the iteration does not find them ("reduction.basis").
Modes elastic_modes(const System& system, const Vector& X, Index count, const Vector& added_mass,
                    const EigenSettings& settings = {});

// The mass that is carried, one number per vertex. Throws InputError ("reduction.basis") for vertices that do not exist, weights
// that are not positive, or a negative mass.
Vector added_mass_of(const System& system, const std::vector<CarriedMass>& carried);

}  // namespace lilyan
