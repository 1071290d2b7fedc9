// Co-rotated linear elasticity: small strain, seen from a frame that turns with the element.
//
//   Psi = 1/2 eps.C eps,   eps = sym(R^T F) - I,   R = R(F) a proper rotation        C [Pa] in Mandel's notation
//
// W = V Psi is 1/2 u^T K u of the displacements u_a = R^T (x_a - b) - (X_a - b_0) of a linear tet, b and b_0 its barycentres. The
// stress is the derivative with dR/dF, so that the force is a true gradient, and free of torque, for any C and either rule for R.
// The published force, with its factor 1/2, pushes at rest; without dR/dF it is the gradient for `polar` and an isotropic C only.
// [Kharevych 2010, sec. 2.2.3, corrected; tests/energy/elements/corotated_elasticity_test.cpp]
#pragma once

#include <lilyan/materials/mandel.hpp>
#include <lilyan/materials/response.hpp>

#include <optional>

namespace lilyan {

// polar: R of F = R S. displacement: the R that minimises sum_a |u_a|^2, which depends on the tet's shape at rest.
enum class RotationRule { polar, displacement };

// What pins do to the rotation of a tet that has two or more vertices held whole. free: nothing. held: with three or four the tet
// turns as those vertices do, which is not at all where they stay where they rest; with two it turns with their edge and about it.
enum class PinnedTets { free, held };

struct Corotated {
  UpperTriangle coefficients;  // of C [Pa]
  RotationRule rotation = RotationRule::polar;
  PinnedTets pinned = PinnedTets::free;

  static constexpr StrainMeasure kMeasure = StrainMeasure::corotated;
  static constexpr std::optional<int> kDegree = std::nullopt;
  const UpperTriangle& moduli() const { return coefficients; }
};

}  // namespace lilyan
