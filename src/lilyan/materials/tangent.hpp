// Stiffness of a law, seen from the vertices of an element: K_ab = sum_jl g_a[j] d2Psi/dF_ij dF_kl g_b[l].
//
// With f_a = F g_a, m_a = F (a I - E) g_a, c_a = cof(F) g_a and S' = (Psi_a + a Psi_b) I - Psi_b E,
//
//   K_ab = (g_a.S' g_b) I + Psi_aa f_a f_b^T + Psi_ab (f_a m_b^T + m_a f_b^T) + Psi_bb m_a m_b^T
//        + Psi_b [f_a f_b^T - 1/2 (g_a.g_b) F F^T - 1/2 f_b f_a^T]
//        + Psi_aj (f_a c_b^T + c_a f_b^T) + Psi_bj (m_a c_b^T + c_a m_b^T) + Psi_jj c_a c_b^T - Psi_j [F (g_a x g_b)]_x
//
// In a small strain F = I and the first term is absent. g_a [1/m] is the gradient of the shape function of vertex a.
#pragma once

#include <lilyan/materials/response.hpp>

namespace lilyan {

template <class Law, class T, int vertices>
class Tangent {
 public:
  Tangent(const Strain<T>& s, const Response<T>& psi, const Vec<T> (&g)[vertices]) : psi_(psi), F_(s.F), g_(g) {
    const T a = s.invariants.a;
    const T pressure = psi.a + a * psi.b;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) B_[i][k] = F_[i][0] * F_[k][0] + F_[i][1] * F_[k][1] + F_[i][2] * F_[k][2];
    for (int v = 0; v < vertices; ++v) {
      const Vec<T> Eg = s.E * g[v], FEg = F_ * Eg;
      f_[v] = F_ * g[v];
      if constexpr (Law::kVolumetric) c_[v] = s.cofF * g[v];
      for (int i = 0; i < 3; ++i) {
        m_[v][i] = a * f_[v][i] - FEg[i];
        Sg_[v][i] = pressure * g[v][i] - psi.b * Eg[i];
      }
    }
  }

  Tensor<T> block(int a, int b) const {
    const T geometric = Law::kMeasure == StrainMeasure::green ? dot(g_[a], Sg_[b]) : T{};
    const T half_gg_b = 0.5 * psi_.b * dot(g_[a], g_[b]);
    const T ff = psi_.aa + psi_.b, ff_swapped = -0.5 * psi_.b;
    Tensor<T> K;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        K[i][k] = ff * f_[a][i] * f_[b][k] + ff_swapped * f_[b][i] * f_[a][k] - half_gg_b * B_[i][k];
        if constexpr (Law::kVolumetric)
          K[i][k] += psi_.aj * (f_[a][i] * c_[b][k] + c_[a][i] * f_[b][k]) + psi_.jj * c_[a][i] * c_[b][k];
        if constexpr (Law::kSecondInvariantCurves)
          K[i][k] += psi_.ab * (f_[a][i] * m_[b][k] + m_[a][i] * f_[b][k]) + psi_.bb * m_[a][i] * m_[b][k] +
                     psi_.bj * (m_[a][i] * c_[b][k] + c_[a][i] * m_[b][k]);
      }
    for (int i = 0; i < 3; ++i) K[i][i] += geometric;
    if constexpr (Law::kVolumetric) {
      const Vec<T> w = F_ * cross(g_[a], g_[b]);
      K[0][1] += psi_.j * w[2], K[1][0] -= psi_.j * w[2];
      K[1][2] += psi_.j * w[0], K[2][1] -= psi_.j * w[0];
      K[2][0] += psi_.j * w[1], K[0][2] -= psi_.j * w[1];
    }
    return K;
  }

 private:
  const Response<T>& psi_;
  const Tensor<T>& F_;
  const Vec<T> (&g_)[vertices];
  Tensor<T> B_;  // F F^T
  Vec<T> f_[vertices], m_[vertices], c_[vertices], Sg_[vertices];
};

}  // namespace lilyan
