// St. Venant-Kirchhoff: Psi = mu |E|^2 + lambda/2 tr(E)^2, linear in Green's strain. [Rojas 2018, sec. 3]
//
// A quartic polynomial of the positions, so AVF with two quadrature points keeps its energy exactly. Weak in compression:
// below 58 % of its length a bar pushes back less the more it is pressed, and it does not resist inversion.
#pragma once

#include <lilyan/materials/response.hpp>

#include <array>
#include <optional>

namespace lilyan {

struct StVenantKirchhoff {
  double mu, lambda;  // Lame's moduli [Pa]

  static constexpr StrainMeasure kMeasure = StrainMeasure::green;
  static constexpr bool kVolumetric = false;             // Psi does not depend on j
  static constexpr bool kSecondInvariantCurves = false;  // Psi_bb, Psi_ab, Psi_bj are zero
  static constexpr std::optional<int> kDegree = 4;
  std::array<double, 2> moduli() const { return {mu, lambda}; }

  template <class T>
  static Response<T> response(const Invariants<T>& I, const std::array<T, 2>& m) {
    const auto& [mu, lambda] = m;
    Response<T> psi{};
    psi.psi = mu * (I.a * I.a - 2.0 * I.b) + 0.5 * lambda * I.a * I.a;  // |E|^2 = a^2 - 2b
    psi.a = (2.0 * mu + lambda) * I.a;
    psi.b = -2.0 * mu;
    psi.aa = 2.0 * mu + lambda;
    return psi;
  }
};

}  // namespace lilyan
