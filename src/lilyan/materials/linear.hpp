// Linear elasticity: Psi = mu |eps|^2 + lambda/2 tr(eps)^2, eps = sym(F) - I the small strain.
//
// Quadratic in the positions: one Newton iteration solves a step. Not frame-indifferent: a rotated body swells.
#pragma once

#include <lilyan/materials/st_venant_kirchhoff.hpp>

namespace lilyan {

struct Linear {
  double mu, lambda;  // Lame's moduli [Pa]

  static constexpr StrainMeasure kMeasure = StrainMeasure::small;
  static constexpr bool kVolumetric = false;
  static constexpr bool kSecondInvariantCurves = false;
  static constexpr std::optional<int> kDegree = 2;
  std::array<double, 2> moduli() const { return {mu, lambda}; }

  template <class T>
  static Response<T> response(const Invariants<T>& I, const std::array<T, 2>& m) {
    return StVenantKirchhoff::response(I, m);  // the same function of another strain
  }
};

}  // namespace lilyan
