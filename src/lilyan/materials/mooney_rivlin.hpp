// Mooney-Rivlin: Psi = c10 (J^(-2/3) I1 - 3) + c01 (J^(-4/3) I2 - 3) + kappa/2 (J - 1)^2.
//
// I2 = (tr(C)^2 - tr(C^2))/2. The form printed in [Kharevych 2006, sec. 5.1] has another I2 and is not stress-free at
// rest; this one is (tests/materials: "Every law is stress free at rest"). Small-strain shear modulus 2 (c10 + c01),
// bulk modulus kappa. Not defined for J <= 0, where the energy is infinite.
#pragma once

#include <lilyan/materials/response.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace lilyan {

struct MooneyRivlin {
  double c10, c01, bulk_modulus;  // [Pa]

  static constexpr StrainMeasure kMeasure = StrainMeasure::green;
  static constexpr bool kVolumetric = true;
  static constexpr bool kSecondInvariantCurves = true;
  static constexpr std::optional<int> kDegree = std::nullopt;
  std::array<double, 3> moduli() const { return {c10, c01, bulk_modulus}; }

  template <class T>
  static Response<T> response(const Invariants<T>& I, const std::array<T, 3>& m) {
    const auto& [c10, c01, kappa] = m;
    const T J = (I.J > 0.0) ? I.J : splat<T>(1.0);  // any number will do where the law is not defined
    // q = J^(-2/3) - 1 without cancellation; r = J^(-2/3), s = J^(-4/3).
    const T q = lanewise((I.J > 0.0) ? I.j : T{}, [](double j) { return std::expm1(-2.0 / 3.0 * std::log1p(j)); });
    const T r = 1.0 + q, s = r * r, inv_J = 1.0 / J;
    const T I1 = 3.0 + 2.0 * I.a, I2 = 3.0 + 4.0 * (I.a + I.b);

    Response<T> psi{};
    psi.psi = c10 * (q * I1 + 2.0 * I.a) + c01 * (q * (2.0 + q) * I2 + 4.0 * (I.a + I.b)) + 0.5 * kappa * I.j * I.j;
    psi.psi = (I.J > 0.0) ? psi.psi : splat<T>(std::numeric_limits<double>::infinity());
    psi.a = 2.0 * c10 * r + 4.0 * c01 * s;
    psi.b = 4.0 * c01 * s;
    psi.j = kappa * I.j - (2.0 / 3.0 * c10 * r * I1 + 4.0 / 3.0 * c01 * s * I2) * inv_J;
    psi.aj = (-4.0 / 3.0 * c10 * r - 16.0 / 3.0 * c01 * s) * inv_J;
    psi.bj = -16.0 / 3.0 * c01 * s * inv_J;
    psi.jj = kappa + (10.0 / 9.0 * c10 * r * I1 + 28.0 / 9.0 * c01 * s * I2) * inv_J * inv_J;
    return psi;
  }
};

}  // namespace lilyan
