// Linear elasticity with three planes of symmetry, such as that of wood, in engineering moduli.
//
//   eps_1 = sigma_1/E1 - nu21 sigma_2/E2 - nu31 sigma_3/E3, and so on in turn,   nu_ij/E_i = nu_ji/E_j
//   2 eps_12 = sigma_12/G12, and so on
//
// nu_ij is the contraction along j over the stretch along i when i is pulled. The stiffness is the inverse of this compliance,
// turned from the material's axes; the law is `Anisotropic` with that stiffness.
#pragma once

#include <lilyan/materials/anisotropic.hpp>

namespace lilyan {

struct Orthotropic {
  Vec3 youngs_moduli;            // E1, E2, E3 [Pa]
  Vec3 poissons_ratios;          // nu12, nu23, nu31
  Vec3 shear_moduli;             // G12, G23, G31 [Pa]
  Mat3 axes = Mat3::Identity();  // row i is the direction of axis i

  // Throws InputError (place = the parameter's name in scenes) where a modulus is not positive, a ratio is beyond its bound, the
  // ratios together make the stiffness indefinite, or the axes are not at right angles.
  Anisotropic law() const;
};

// Moduli from one ratio: nu_ij = nu sqrt(E_i/E_j), G_ij = sqrt(E_i E_j)/(2 (1 + nu)); definite for -1 < nu < 0.5. [Li 2014]
Orthotropic orthotropic(const Vec3& youngs_moduli, double poissons_ratio);

}  // namespace lilyan
