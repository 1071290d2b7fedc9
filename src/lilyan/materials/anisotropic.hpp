// Linear elasticity of any anisotropy: Psi = 1/2 eps.C eps, eps = sym(F) - I the small strain in Mandel's notation.
//
// Quadratic in the positions: one Newton iteration solves a step. Not frame-indifferent: a rotated body swells. C is positive
// definite, so that the energy is convex.
#pragma once

#include <lilyan/materials/mandel.hpp>
#include <lilyan/materials/response.hpp>

#include <optional>

namespace lilyan {

struct Anisotropic {
  UpperTriangle coefficients;  // of C [Pa]

  static constexpr StrainMeasure kMeasure = StrainMeasure::small;
  static constexpr std::optional<int> kDegree = 2;
  const UpperTriangle& moduli() const { return coefficients; }
};

// The law with these coefficients. Throws InputError (place "coefficients") where C is not positive definite, naming its lowest
// eigenvalue.
Anisotropic anisotropic(const UpperTriangle& coefficients);

// Linear elasticity with three planes of symmetry, such as that of wood, in engineering moduli.
//
//   eps_1 = sigma_1/E1 - nu21 sigma_2/E2 - nu31 sigma_3/E3, and so on in turn,   nu_ij/E_i = nu_ji/E_j
//   2 eps_12 = sigma_12/G12, and so on
//
// nu_ij is the contraction along j over the stretch along i when i is pulled. The stiffness is the inverse of this compliance,
// turned from the material's axes; the law is `Anisotropic` with that stiffness.
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
