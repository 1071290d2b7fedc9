// The stiffness of a coarse cell by plain means, without probes of the fine body: what probed_stiffness.hpp is compared with.
//
//   K = sum_p integral_{v_p} B_phi^T C B_phi dV        [N/m]
//   galerkin    C = C_p
//   arithmetic  C = 1/V sum_p |v_p| C_p,               V = sum_p |v_p|
//   harmonic    C = (1/V sum_p |v_p| C_p^-1)^-1
//
// v_p: the part of fine cell p in the coarse cell, C_p: stiffness at rest [Pa], B_phi: strain of the cell's functions, which are
// those of cell_integrals.hpp (interpolants in a nested cell, unless it has too few fine cells for them). The means are those of
// equal strain (Voigt) and of equal stress (Reuss) in all fine cells. The functions of a box do not bend, so that one cell through
// the thickness is too stiff in bending by any of the three; besides, galerkin and arithmetic are far too stiff where stiff and
// soft fine cells lie one behind the other, and harmonic is far too soft where they lie side by side.
#pragma once

#include <lilyan/coarsening/boxes/box_functions.hpp>
#include <lilyan/coarsening/cell_cuts.hpp>

namespace lilyan {

// How the stiffness of a coarse box is made.
enum class BoxMethod {
  hg18,  // from the energies of probes: probed_stiffness.hpp
  galerkin,
  arithmetic,
  harmonic,
};

constexpr bool takes_probes(BoxMethod method) { return method == BoxMethod::hg18; }

// K of a method without probes.
Eigen::MatrixXd unprobed_stiffness(const FineBody& body, const BoxCell& cell, const CellCut& cut, BoxMethod method);

}  // namespace lilyan
