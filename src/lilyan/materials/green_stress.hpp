// The second Piola-Kirchhoff stress of an isotropic law as a function of Green's strain alone, with its derivative.
//
//   S(E) = dPsi/dE = Psi_a I + Psi_b B + Psi_j G,    B = a I - E,  G = J C^-1,  C = I + 2E,  P = F S
//   dS   = (Psi_aa da + Psi_ab db + Psi_aj dj) I + (Psi_ab da + Psi_bb db + Psi_bj dj) B + (Psi_aj da + Psi_bj db + Psi_jj dj) G
//        + Psi_b (da I - dE) + Psi_j (dj C^-1 - 2 G dE C^-1),        da = tr dE,  db = B:dE,  dj = G:dE
//
// a, b, j are the invariants of response.hpp. A mean of two strains belongs to no deformation gradient that is at hand, hence E.
#pragma once

#include <lilyan/core/vector.hpp>
#include <lilyan/materials/response.hpp>

#include <Eigen/LU>

#include <cmath>

namespace lilyan {

template <class Law>
class GreenStress {
 public:
  // `inverted`: J is taken negative, which E does not tell.
  template <std::size_t n>
  GreenStress(const Mat3& E, bool inverted, const std::array<double, n>& moduli) {
    static_assert(Law::kMeasure == StrainMeasure::green);
    Invariants<double> I;
    I.a = E.trace();
    I.b = 0.5 * (I.a * I.a - E.squaredNorm());
    I.J = 1, I.j = 0;
    B_ = I.a * Mat3::Identity() - E;
    if constexpr (Law::kVolumetric) {
      const Mat3 C = Mat3::Identity() + 2 * E;
      I.J = (inverted ? -1 : 1) * std::sqrt(C.determinant());
      I.j = I.J > 0.5 ? (2 * I.a + 4 * I.b + 8 * E.determinant()) / (1 + I.J) : I.J - 1;
      C_inverse_ = C.inverse();
      G_ = I.J * C_inverse_;
    }
    psi_ = Law::response(I, moduli);
    S_ = psi_.a * Mat3::Identity() + psi_.b * B_;
    if constexpr (Law::kVolumetric) S_ += psi_.j * G_;
  }

  const Mat3& stress() const { return S_; }  // [Pa]

  // dS along a symmetric dE.
  Mat3 derivative(const Mat3& dE) const {
    const double da = dE.trace(), db = B_.cwiseProduct(dE).sum();
    Mat3 dS = (psi_.aa * da + psi_.ab * db + psi_.b * da) * Mat3::Identity() + (psi_.ab * da + psi_.bb * db) * B_ - psi_.b * dE;
    if constexpr (Law::kVolumetric) {
      const double dj = G_.cwiseProduct(dE).sum();
      dS += psi_.aj * dj * Mat3::Identity() + psi_.bj * dj * B_ + (psi_.aj * da + psi_.bj * db + psi_.jj * dj) * G_;
      dS += psi_.j * (dj * C_inverse_ - 2 * G_ * dE * C_inverse_);
    }
    return dS;
  }

 private:
  Response<double> psi_;
  Mat3 S_, B_, G_, C_inverse_;
};

}  // namespace lilyan
