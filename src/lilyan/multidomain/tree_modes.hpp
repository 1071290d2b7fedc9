// Natural modes of a tree of domains at rest, with their shapes: those of the exact coupling.
//
//   K u = omega^2 M u,   u^T M u = 1        M, K: see tree_matrices.hpp;  u = (V_0 if the root is free, qd)
//
// The rigid motions of a free root are written down; the others have no momentum, V_0 = -M_VV^-1 M_Vq qd. What is left is
//
//   L^-1 B L^-T w = w/omega^2,   K = L L^T,   B qd = (M u)_q,   w = L^T qd
//
// K is block diagonal and M is applied domain by domain, so that this operator costs a time that grows with the number of domains.
// Of small trees all its eigenvalues are computed, of large ones the largest by Lanczos' method, until nothing larger is left in
// the complement of what was found.
//
// The matrix of accelerations of a coupling that lumps is block triangular. A domain that has a frequency of its parent is then
// driven without bound, so that such couplings have frequencies (rest_frequencies), but need not have shapes.
#pragma once

#include <lilyan/algebra/lanczos.hpp>
#include <lilyan/multidomain/domain_tree.hpp>

namespace lilyan {

struct TreeModes {
  Vector frequencies;      // angular [rad/s], ascending
  Eigen::MatrixXd shapes;  // u, a column each
  Vector residuals;        // |K u - omega^2 M u| / (omega^2 |M u|); 0 of rigid motions
  Index rigid = 0;         // the first so many move the whole tree
  Index missing = 0;       // asked for, but not found: the iteration did not converge

  Index count() const { return static_cast<Index>(frequencies.size()); }
};

// How many modes a tree has: its coordinates, and the rigid motions of a free root.
Index mode_count(const DomainTree& tree);

// The `count` lowest; at most mode_count. Throws InputError (id "modes.unstable") if some deformation of a domain gains energy.
TreeModes rest_modes(const DomainTree& tree, Index count, const LanczosSettings& settings = {});

// The tree at rest, moving with velocities u.
DomainState moving_along(const DomainTree& tree, const Vector& u);

// The share of the mass that a mode swings along x, y, z: (u^T M e)^2 / (e^T M e), between 0 and 1; 1 for a translation of all.
Vec3 moving_share(const DomainTree& tree, const TreeModes& modes, Index mode);

}  // namespace lilyan
