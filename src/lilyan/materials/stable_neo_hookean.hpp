// Stable neo-Hookean: Psi = mu/2 (I1 - 3) - mu (J - 1) + (lambda + mu)/2 (J - 1)^2.
//
// Defined for every F, inverted or not; a polynomial of degree 6 in the positions, so AVF with three quadrature
// points keeps its energy exactly. Small-strain moduli are mu and lambda.
#pragma once

#include <lilyan/materials/response.hpp>

#include <array>
#include <optional>

namespace lilyan {

struct StableNeoHookean {
  double mu, lambda;  // [Pa]

  static constexpr StrainMeasure kMeasure = StrainMeasure::green;
  static constexpr bool kVolumetric = true;
  static constexpr bool kSecondInvariantCurves = false;
  static constexpr std::optional<int> kDegree = 6;
  std::array<double, 2> moduli() const { return {mu, lambda}; }

  template <class T>
  static Response<T> response(const Invariants<T>& I, const std::array<T, 2>& m) {
    const auto& [mu, lambda] = m;
    Response<T> psi{};
    psi.psi = mu * (I.a - I.j) + 0.5 * (lambda + mu) * I.j * I.j;  // I1 - 3 = 2a
    psi.a = mu;
    psi.j = (lambda + mu) * I.j - mu;
    psi.jj = lambda + mu;
    return psi;
  }
};

}  // namespace lilyan
