// The energy of a reduced body in other coordinates of the same motions, q = T p.
//
//   W'(p) = W(T p):   A'_ab = A_ij T_ia T_jb,   D3'_abc = D3_ijk T_ia T_jb T_kc,   D4'_abcd = D4_ijkl T_ia T_jb T_kc T_ld
//
// Indices that stand twice are summed. Columns U of q become U T, since x = X + U q = X + U T p. With U^T M U = L L^T and T = L^-T
// they are orthonormal with the masses M.
#pragma once

#include <lilyan/reduction/quartic_energy.hpp>

namespace lilyan {

// T: r x s, s at most kMostQuarticCoordinates unless the energy is quadratic.
QuarticEnergy in_coordinates(const QuarticEnergy& energy, const Eigen::MatrixXd& T);

// U^T M U for one mass per vertex [kg].
Eigen::MatrixXd mass_products(const Eigen::MatrixXd& U, const Vector& vertex_mass);

// Makes the columns orthonormal with the masses, and the energy that of the new coordinates. Both stay as they are where the
// columns are orthonormal to `tolerance`. Throws InputError (id "reduction.basis") if the columns depend on each other.
void make_orthonormal(Eigen::MatrixXd& U, QuarticEnergy& energy, const Vector& vertex_mass, double tolerance = 1e-6);

// The natural frequencies of the energy at rest [Hz], ascending, in coordinates that are orthonormal with the masses. That of a
// direction in which the energy falls is negative.
Vector natural_frequencies(const QuarticEnergy& energy);

}  // namespace lilyan
