// The stiffness of a coarse box: from the energies of probes, bounded by Galerkin's, and by plain means for comparison.
//
// From probes: the stiffness in which the functions of a cell have the energy of the probes with the same weighted strains.
//
//   Z = A^-1 G            probes that have the weighted strains of the cell's functions (probes scaled to H_bb = 1)
//   K0 = Z^T H Z          their energy: eq. 4.2 of [Kharevych 2010] holds for all 18 probes instead of 6
//   K <= Kgal             see bounded_stiffness below
//
// K is positive semi-definite, and zero for rigid motions alone where A is regular. Cells that the body hardly touches (fill below
// 1e-3), or in which the probes do not differ enough (cond A above 1e8), keep Kgal.
#pragma once

#include <lilyan/coarsening/boxes/box_functions.hpp>
#include <lilyan/coarsening/boxes/cell_integrals.hpp>
#include <lilyan/coarsening/cell_cuts.hpp>
#include <lilyan/coarsening/coarse_mesh.hpp>

#include <optional>

namespace lilyan {

enum class StiffnessBound {
  galerkin,  // no function of a cell is stiffer than Galerkin's
  none,      // K = K0
};

// Why a cell keeps Galerkin's stiffness.
enum class CellGuard { none, hardly_filled, ill_conditioned };

// Before the bound.
struct EnergyMatch {
  Vector scale;          // 1/sqrt(H_bb); 0 of a probe without energy in the cell
  Eigen::MatrixXd Z;     // of the scaled probes, 18 x 24
  Eigen::MatrixXd K0;    // 24 x 24
  double condition = 0;  // of A with scaled probes; infinite where it is singular
};
EnergyMatch match_energies(const CellIntegrals& integrals);

struct ProbedStiffness {
  Eigen::MatrixXd K;           // 24 x 24, or 8 x 8 of a quad [N/m]
  Eigen::MatrixXd amplitudes;  // of the probes (as they are) for given displacements of the corners, 18 x 24; empty if guarded
  CellGuard guard = CellGuard::none;
  double condition = 0;
  Index bounded = 0;  // shapes that would be stiffer than Galerkin's

  bool has_amplitudes() const { return amplitudes.size() > 0; }
};
ProbedStiffness probed_stiffness(const CellIntegrals& integrals, const BoxCell& cell, double fill, StiffnessBound bound);

// The bound of a cell's stiffness by Galerkin's: a body whose inside is free to move has less energy than one whose inside follows
// the cell's functions.
//
//   K0 v = lambda Kgal v,   K v = min(lambda, 1) Kgal v        v: what is no rigid motion of the cell

struct BoundedStiffness {
  Eigen::MatrixXd K;     // 24 x 24, or 8 x 8 of a quad [N/m]
  Eigen::MatrixXd part;  // K = N part^T N^T K0 N part N^T, N being straining_basis: 18 x 18, or 5 x 5
  Index bounded = 0;     // how many shapes would be stiffer
};

// None if Kgal is not positive on all that is no rigid motion, up to rounding.
std::optional<BoundedStiffness> bounded_stiffness(const Eigen::MatrixXd& K0, const Eigen::MatrixXd& galerkin, const BoxCell& cell);

// Without what rounding left of an antisymmetric part.
inline Eigen::MatrixXd symmetric(const Eigen::MatrixXd& A) { return 0.5 * (A + A.transpose()); }

// The stiffness of a coarse cell by plain means, without probes of the fine body: what probed_stiffness is compared with.
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

// How the stiffness of a coarse box is made.
enum class BoxMethod {
  hg18,  // from the energies of probes: probed_stiffness
  galerkin,
  arithmetic,
  harmonic,
};

constexpr bool takes_probes(BoxMethod method) { return method == BoxMethod::hg18; }

// K of a method without probes.
Eigen::MatrixXd unprobed_stiffness(const FineBody& body, const BoxCell& cell, const CellCut& cut, BoxMethod method);

}  // namespace lilyan
