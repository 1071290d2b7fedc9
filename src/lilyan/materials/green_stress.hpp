// The second Piola-Kirchhoff stress of an isotropic law as a function of Green's strain alone, with its derivative.
//
//   S(E) = dPsi/dE = Psi_a I + Psi_b B + Psi_j G,    B = a I - E,  G = J C^-1,  C = I + 2E,  P = F S
//   dS   = (Psi_aa da + Psi_ab db + Psi_aj dj) I + (Psi_ab da + Psi_bb db + Psi_bj dj) B + (Psi_aj da + Psi_bj db + Psi_jj dj) G
//        + Psi_b (da I - dE) + Psi_j (dj C^-1 - 2 G dE C^-1),        da = tr dE,  db = B:dE,  dj = G:dE
//
// a, b, j are the invariants of response.hpp. A mean of two strains belongs to no deformation gradient that is at hand, hence E.
#pragma once

#include <lilyan/materials/principal.hpp>
#include <lilyan/materials/response.hpp>

namespace lilyan {

template <class Law>
concept LawOfGreenStrain = Law::kMeasure == StrainMeasure::green;

// Psi is quadratic in E, so S is linear: of degree 4 in the positions, and of no volume.
template <LawOfGreenStrain Law>
inline constexpr bool kLinearInGreenStrain = !Law::kVolumetric && Law::kDegree == 4;

template <LawOfGreenStrain Law, class T>
class GreenStress {
 public:
  // `sign_of_J`: 1 or -1, which E does not tell.
  template <std::size_t n>
  GreenStress(const Tensor<T>& E, const T& sign_of_J, const std::array<T, n>& moduli) {
    Invariants<T> I;
    I.a = trace(E);
    I.b = 0.5 * (I.a * I.a - contraction(E, E));
    I.J = splat<T>(1), I.j = T{};
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) B_[i][k] = (i == k ? I.a : T{}) - E[i][k];
    if constexpr (Law::kVolumetric) {
      Tensor<T> C;
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) C[i][k] = 2.0 * E[i][k] + splat<T>(i == k);
      const Tensor<T> cofactors = cofactor(C);
      const T det_C = C[0][0] * cofactors[0][0] + C[0][1] * cofactors[0][1] + C[0][2] * cofactors[0][2];
      I.J = sign_of_J * square_root(det_C);
      const T near_rest = (2.0 * I.a + 4.0 * I.b + 8.0 * determinant(E)) / (1.0 + I.J);
      I.j = (I.J > 0.5) ? near_rest : I.J - 1.0;
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
          C_inverse_[i][k] = cofactors[i][k] / det_C;  // C is symmetric
          G_[i][k] = I.J * C_inverse_[i][k];
        }
    }
    psi_ = Law::response(I, moduli);
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        S_[i][k] = (i == k ? psi_.a : T{}) + psi_.b * B_[i][k];
        if constexpr (Law::kVolumetric) S_[i][k] += psi_.j * G_[i][k];
      }
  }

  const Tensor<T>& stress() const { return S_; }  // [Pa]

  // dS along a symmetric dE.
  Tensor<T> derivative(const Tensor<T>& dE) const {
    const T da = trace(dE), db = contraction(B_, dE);
    T along_I = (psi_.aa + psi_.b) * da + psi_.ab * db, along_B = psi_.ab * da + psi_.bb * db;
    Tensor<T> dS;
    if constexpr (Law::kVolumetric) {
      const T dj = contraction(G_, dE), along_G = psi_.aj * da + psi_.bj * db + psi_.jj * dj;
      along_I += psi_.aj * dj;
      along_B += psi_.bj * dj;
      const Tensor<T> GdEC = G_ * dE * C_inverse_;
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) dS[i][k] = along_G * G_[i][k] + psi_.j * (dj * C_inverse_[i][k] - 2.0 * GdEC[i][k]);
    } else {
      dS = {};
    }
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) dS[i][k] += (i == k ? along_I : T{}) + along_B * B_[i][k] - psi_.b * dE[i][k];
    return dS;
  }

 private:
  Response<T> psi_;
  Tensor<T> S_, B_, G_, C_inverse_;
};

}  // namespace lilyan
