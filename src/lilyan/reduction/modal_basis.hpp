// A basis for large deformations: natural modes and their modal derivatives, made one family by principal components.
//
//   Z = { w_i phi_i } + { w_i w_j Phi_ij },   w_i = omega_1^2/omega_i^2        low modes and their derivatives count most
//
// [Barbic 2005, sec. 5]. A body that carries others is better served by modes that know the mass of what it carries: its lowest
// frequency within a tree of bodies is then within some percent of that of the whole, where modes of the body alone are stiff.
#pragma once

#include <lilyan/reduction/basis.hpp>
#include <lilyan/reduction/modes.hpp>

#include <vector>

namespace lilyan {

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
