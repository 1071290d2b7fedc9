// How an isotropic law answers a strain: its energy density Psi and derivatives by the strain's invariants.
//
//   E = (F^T F - I)/2   Green's strain           a = tr E,  b = (tr(E)^2 - tr(E^2))/2,  J = det F,  j = J - 1
//   Psi = Psi(a, b, j)
//   P = F [(Psi_a + a Psi_b) I - Psi_b E] + Psi_j cof F                      first Piola-Kirchhoff stress [Pa]
//
// Invariants of E, not of C = F^T F: near rest they are small numbers, so the energy of a stiff body in a small strain does not
// drown in the rounding of |F|^2 - 3. I1(C) = 3 + 2a, I2(C) = 3 + 4a + 4b.
#pragma once

#include <lilyan/materials/tensor.hpp>

namespace lilyan {

template <class T>
struct Invariants {
  T a, b, j, J;
};

template <class T>
struct Response {
  T psi;                     // [J/m^3], +infinity where the law is not defined
  T a, b, j;                 // first derivatives
  T aa, ab, bb, aj, bj, jj;  // second derivatives
};

// F with what laws need of it. For a law of small strain, F is replaced by I and E by sym(F) - I.
template <class T>
struct Strain {
  Tensor<T> F, E, cofF;
  Invariants<T> invariants;
};

enum class StrainMeasure { green, small, corotated };  // the last is small strain in a turning frame: corotated.hpp

template <StrainMeasure measure, class T>
Tensor<T> strain_tensor(const Tensor<T>& F) {  // E, or sym(F) - I
  Tensor<T> E;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k <= i; ++k) {
      T e;
      if constexpr (measure == StrainMeasure::green)
        e = 0.5 * (F[0][i] * F[0][k] + F[1][i] * F[1][k] + F[2][i] * F[2][k] - splat<T>(i == k));
      else
        e = 0.5 * (F[i][k] + F[k][i]) - splat<T>(i == k);
      E[i][k] = E[k][i] = e;
    }
  return E;
}

template <StrainMeasure measure, class T>
Strain<T> strain(const Tensor<T>& F) {
  Strain<T> s;
  s.E = strain_tensor<measure>(F);
  if constexpr (measure == StrainMeasure::green) {
    s.F = F;
  } else {
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) s.F[i][k] = splat<T>(i == k);
  }
  s.cofF = cofactor(s.F);

  const Tensor<T>& E = s.E;
  Invariants<T>& I = s.invariants;
  I.a = E[0][0] + E[1][1] + E[2][2];
  I.b = E[0][0] * E[1][1] - E[0][1] * E[0][1] + E[1][1] * E[2][2] - E[1][2] * E[1][2] + E[2][2] * E[0][0] - E[2][0] * E[2][0];
  I.J = s.F[0][0] * s.cofF[0][0] + s.F[0][1] * s.cofF[0][1] + s.F[0][2] * s.cofF[0][2];
  // J^2 = det(I + 2E) gives j = J - 1 to full relative accuracy near rest; far from it the plain difference is as good.
  const T det_E = E[0][0] * (E[1][1] * E[2][2] - E[1][2] * E[1][2]) - E[0][1] * (E[0][1] * E[2][2] - E[1][2] * E[2][0]) +
                  E[2][0] * (E[0][1] * E[1][2] - E[1][1] * E[2][0]);
  const T near_rest = (2.0 * I.a + 4.0 * I.b + 8.0 * det_E) / (1.0 + I.J);
  I.j = (I.J > 0.5) ? near_rest : I.J - 1.0;
  return s;
}

template <class T>
Tensor<T> stress(const Strain<T>& s, const Response<T>& psi) {
  const T pressure = psi.a + s.invariants.a * psi.b;
  Tensor<T> S;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) S[i][k] = (i == k ? pressure : T{}) - psi.b * s.E[i][k];
  Tensor<T> P = s.F * S;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) P[i][k] += psi.j * s.cofF[i][k];
  return P;
}

}  // namespace lilyan
