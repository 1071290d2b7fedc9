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

}  // namespace lilyan
