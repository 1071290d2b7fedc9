// The stiffness of a coarse cell in which its functions have the energy of the probes with the same weighted strains.
//
//   Z = A^-1 G            probes that have the weighted strains of the cell's functions (probes scaled to H_bb = 1)
//   K0 = Z^T H Z          their energy: eq. 4.2 of [Kharevych 2010] holds for all 18 probes instead of 6
//   K <= Kgal             see stiffness_bound.hpp
//
// K is positive semi-definite, and zero for rigid motions alone where A is regular. Cells that the body hardly touches (fill below
// 1e-3), or in which the probes do not differ enough (cond A above 1e8), keep Kgal.
#pragma once

#include <lilyan/coarsening/boxes/cell_integrals.hpp>

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

}  // namespace lilyan
