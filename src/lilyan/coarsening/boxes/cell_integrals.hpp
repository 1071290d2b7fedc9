// What the fine body does inside one coarse cell, as integrals over the part of it that the body fills.
//
//   H_bc = sum_p |v_p| eps_b,p^T C_p eps_c,p              energies of the probes
//   A_ab = sum_p (integral_{v_p} S_a dV)^T eps_b,p        weighted strains of the probes, S_a in the cell's own coordinates
//   G_ai = sum_p integral_{v_p} S_a : eps(phi_i) dV       weighted strains of the cell's own functions
//   Kgal = sum_p integral_{v_p} B_phi^T C_p B_phi dV      their stiffness (Galerkin's)
//
// v_p: the part of fine cell p in the coarse cell, eps_b,p: strain of probe b there, C_p: stiffness at rest. If all fine cells of
// the coarse cell lie in it as a whole (decided per coarse cell), phi_i is replaced by its interpolant on the fine mesh: the probes
// carry the fine mesh's own excess stiffness, and only so do both sides carry the same. Otherwise phi_i is taken as it is.
#pragma once

#include <lilyan/coarsening/boxes/box_functions.hpp>
#include <lilyan/coarsening/cell_cuts.hpp>
#include <lilyan/coarsening/probes.hpp>

namespace lilyan {

struct CellIntegrals {
  Eigen::MatrixXd H, A, G;         // 18 x 18, 18 x 18, 18 x 24; 5 x 5, 5 x 5, 5 x 8 of a quad
  Eigen::MatrixXd galerkin;        // Kgal of the same phi_i as in G [N/m]
  Eigen::MatrixXd exact_galerkin;  // Kgal of the trilinear phi_i; positive on all that is no rigid motion, however little is filled
};

// Strain of the fine mesh's interpolants of phi_i in fine cell `fine`, whose strain matrix is B.
CellStrain interpolant_strain(const FineBody& body, const BoxCell& cell, Index fine, const StrainMatrix& B);

// Kgal of trilinear functions from the moments of the stiffness, sum_p C_p times the moments of piece p.
using StiffnessMoments = std::array<Mat6, 27>;
Eigen::MatrixXd galerkin_of_moments(const std::array<CellStrain, 8>& E, const StiffnessMoments& stiffness);

// `displacements`: of the probes, 3 rows per fine vertex.
CellIntegrals integrate_cell(const FineBody& body, const Eigen::MatrixXd& displacements, const BoxCell& cell, const CellCut& cut);

}  // namespace lilyan
