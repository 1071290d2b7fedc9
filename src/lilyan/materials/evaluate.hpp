// A law evaluated at one deformation gradient, for tests, tools and fields; elements use the kernels behind it directly.
#pragma once

#include <lilyan/algebra/symmetric_matrix.hpp>
#include <lilyan/core/vector.hpp>
#include <lilyan/materials/laws.hpp>

namespace lilyan {

double energy_density(const Law& law, const Mat3& F);    // Psi [J/m^3]
Mat3 first_piola_stress(const Law& law, const Mat3& F);  // P = dPsi/dF [Pa]

// d2Psi/dF2 [Pa]; row and column 3 j + i stand for F_ij.
Mat9 stiffness(const Law& law, const Mat3& F, Definiteness definiteness);

// Poisson's ratio of small strains about rest, in the xy plane: lambda / (2 (lambda + mu)) for isotropic laws.
double poissons_ratio(const Law& law);

}  // namespace lilyan
