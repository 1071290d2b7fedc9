// The elastic laws, each a small struct of moduli; those that need more than a formula of invariants have files of their own.
//
// Every law is stress-free at rest and agrees with linear elasticity at small strain. Scenes know it by its name in the registry.
#pragma once

#include <lilyan/core/lanes.hpp>
#include <lilyan/materials/anisotropic.hpp>
#include <lilyan/materials/corotated.hpp>
#include <lilyan/materials/response.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <variant>

namespace lilyan {

// St. Venant-Kirchhoff: Psi = mu |E|^2 + lambda/2 tr(E)^2, linear in Green's strain. [Rojas 2018, sec. 3]
//
// A quartic polynomial of the positions, so AVF with two quadrature points keeps its energy exactly. Weak in compression:
// below 58 % of its length a bar pushes back less the more it is pressed, and it does not resist inversion.
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

// Linear elasticity: Psi = mu |eps|^2 + lambda/2 tr(eps)^2, eps = sym(F) - I the small strain.
//
// Quadratic in the positions: one Newton iteration solves a step. Not frame-indifferent: a rotated body swells.
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

// Stable neo-Hookean: Psi = mu/2 (I1 - 3) - mu (J - 1) + (lambda + mu)/2 (J - 1)^2.
//
// Defined for every F, inverted or not; a polynomial of degree 6 in the positions, so AVF with three quadrature
// points keeps its energy exactly. Small-strain moduli are mu and lambda.
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

// Mooney-Rivlin: Psi = c10 (J^(-2/3) I1 - 3) + c01 (J^(-4/3) I2 - 3) + kappa/2 (J - 1)^2.
//
// I2 = (tr(C)^2 - tr(C^2))/2. The form printed in [Kharevych 2006, sec. 5.1] has another I2 and is not stress-free at
// rest; this one is (tests/materials: "Every law is stress free at rest"). Small-strain shear modulus 2 (c10 + c01),
// bulk modulus kappa. Not defined for J <= 0, where the energy is infinite.
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

// Neo-Hookean: Psi = mu (J^(-2/3) I1 - 3) + kappa/2 (J - 1)^2. [Kharevych 2010, eq. 2.4]
//
// `mu` is the coefficient of that equation, half the small-strain shear modulus; kappa is the bulk modulus. Not defined for
// J <= 0, where the energy is infinite.
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

using Law = std::variant<Linear, StVenantKirchhoff, NeoHookean, StableNeoHookean, MooneyRivlin, Anisotropic, Corotated>;

// The moduli of a law for eight elements at a time, and of any law, for code that is compiled once for each law and no element.
template <class L>
using LaneModuli = std::array<Lanes, std::tuple_size_v<std::decay_t<decltype(std::declval<L>().moduli())>>>;

// Of the batches of a list of elements.
template <class L>
struct LawLanes {
  std::span<const LaneModuli<L>> moduli;
};

template <class AnyLaw>
struct LanesOfEveryLaw;
template <class... L>
struct LanesOfEveryLaw<std::variant<L...>> {
  using Type = std::variant<LawLanes<L>...>;
};
using AnyLawLanes = LanesOfEveryLaw<Law>::Type;

}  // namespace lilyan
