// Neo-Hookean: Psi = mu (J^(-2/3) I1 - 3) + kappa/2 (J - 1)^2. [Kharevych 2010, eq. 2.4]
//
// `mu` is the coefficient of that equation, half the small-strain shear modulus; kappa is the bulk modulus. Not defined for
// J <= 0, where the energy is infinite.
#pragma once

#include <lilyan/materials/mooney_rivlin.hpp>

namespace lilyan {

struct NeoHookean {
  double mu, bulk_modulus;  // [Pa]

  static constexpr StrainMeasure kMeasure = StrainMeasure::green;
  static constexpr bool kVolumetric = true;
  static constexpr bool kSecondInvariantCurves = false;
  static constexpr std::optional<int> kDegree = std::nullopt;
  std::array<double, 2> moduli() const { return {mu, bulk_modulus}; }

  template <class T>
  static Response<T> response(const Invariants<T>& I, const std::array<T, 2>& m) {
    return MooneyRivlin::response<T>(I, {m[0], T{}, m[1]});
  }
};

}  // namespace lilyan
