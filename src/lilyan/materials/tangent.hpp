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

#include <lilyan/materials/mandel.hpp>
#include <lilyan/materials/principal.hpp>
#include <lilyan/materials/response.hpp>
#include <lilyan/materials/tensor.hpp>

#include <array>
#include <numbers>

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

// The stiffness of an isotropic law with its negative eigenvalues set to zero, from its analytic eigensystem.
//
// In the frames of F = U diag(sigma) V^T, sigma_3 carrying the sign of J, the 9x9 stiffness falls into a 3x3 matrix A of
// stretches and, for each pair (i, j) with k the third, a twist and a flip with eigenvalues (e = (sigma^2 - 1)/2)
//
//   twist (antisymmetric)  Psi_a + Psi_b (e_k + (sigma_i sigma_j - 1)/2) + Psi_j sigma_k
//   flip (symmetric)       Psi_a + Psi_b (e_k - (sigma_i sigma_j + 1)/2) - Psi_j sigma_k
//
// which are the difference quotients of the principal stresses with the division carried out, so equal stretches need no care.
template <class T, int vertices>
class ProjectedTangent {
 public:
  // g are the gradients of the shape functions, as in tangent.hpp.
  ProjectedTangent(const Tensor<T>& F, const Response<T>& psi, const Vec<T> (&g)[vertices]) {
    const Principal<T> frames = principal(F);
    const Vec<T>& sigma = frames.sigma;
    U_ = frames.U;
    for (int v = 0; v < vertices; ++v)
      for (int i = 0; i < 3; ++i) g_[v][i] = frames.V[0][i] * g[v][0] + frames.V[1][i] * g[v][1] + frames.V[2][i] * g[v][2];

    Vec<T> e, db, dJ;
    for (int i = 0; i < 3; ++i) e[i] = 0.5 * (sigma[i] * sigma[i] - 1.0);
    const T a = e[0] + e[1] + e[2];
    for (int i = 0; i < 3; ++i) {
      db[i] = sigma[i] * (a - e[i]);
      dJ[i] = sigma[(i + 1) % 3] * sigma[(i + 2) % 3];
    }
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k)
        A_[i][k] = psi.aa * sigma[i] * sigma[k] + psi.ab * (sigma[i] * db[k] + db[i] * sigma[k]) + psi.bb * db[i] * db[k] +
                   psi.aj * (sigma[i] * dJ[k] + dJ[i] * sigma[k]) + psi.bj * (db[i] * dJ[k] + dJ[i] * db[k]) +
                   psi.jj * dJ[i] * dJ[k];
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      const T ij = sigma[i] * sigma[j], cross_term = psi.b * ij + psi.j * sigma[k];
      A_[k][k] += psi.a + psi.b * (a - e[k]);
      A_[i][j] += cross_term;
      A_[j][i] += cross_term;
      const T twist = positive(psi.a + psi.b * (e[k] + 0.5 * (ij - 1.0)) + psi.j * sigma[k]);
      const T flip = positive(psi.a + psi.b * (e[k] - 0.5 * (ij + 1.0)) - psi.j * sigma[k]);
      mean_[k] = 0.5 * (flip + twist);
      swapped_[k] = 0.5 * (flip - twist);
    }
    project_stretches();
  }

  Tensor<T> block(int a, int b) const {
    const Vec<T>&p = g_[a], &q = g_[b];
    Tensor<T> K;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) K[i][k] = A_[i][k] * p[i] * q[k] + (i == k ? T{} : T(swapped_[3 - i - k] * p[k] * q[i]));
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      K[i][i] += mean_[k] * p[j] * q[j] + mean_[j] * p[k] * q[k];
    }
    const Tensor<T> UK = U_ * K;
    Tensor<T> turned;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) turned[i][k] = UK[i][0] * U_[k][0] + UK[i][1] * U_[k][1] + UK[i][2] * U_[k][2];
    return turned;
  }

 private:
  static T positive(const T& x) { return (x > 0.0) ? x : T{}; }

  // Most elements are stable by themselves: where the leading minors of A are positive in every lane, there is nothing to do.
  void project_stretches() {
    const auto is_stable = (A_[0][0] > 0.0) & (A_[0][0] * A_[1][1] - A_[0][1] * A_[0][1] > 0.0) & (determinant(A_) > 0.0);
    if (!any(is_stable == 0)) return;
    Tensor<T> diagonal = A_;
    const Tensor<T> Q = diagonalise(diagonal);
    const Vec<T> eigenvalues = {{positive(diagonal[0][0]), positive(diagonal[1][1]), positive(diagonal[2][2])}};
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        const T projected =
            Q[i][0] * eigenvalues[0] * Q[k][0] + Q[i][1] * eigenvalues[1] * Q[k][1] + Q[i][2] * eigenvalues[2] * Q[k][2];
        A_[i][k] = is_stable ? A_[i][k] : projected;
      }
  }

  Tensor<T> U_;
  Tensor<T> A_;            // stretches, projected
  Vec<T> mean_, swapped_;  // of the pair that k is not in: (flip + twist)/2 and (flip - twist)/2, projected
  Vec<T> g_[vertices];     // V^T g
};

// Small strain and a 6x6 stiffness in Mandel's notation, seen from the vertices of an element.
//
//   eps = sum_a B_a u_a,   K_ab = B_a^T C B_b,   B_a = [g_x . .; . g_y .; . . g_z; . g_z g_y; g_z . g_x; g_y g_x .]
//
// with the shear rows of B_a over sqrt2.

inline constexpr double kInverseSqrt2 = 1 / std::numbers::sqrt2;

template <class T>
std::array<T, 6> small_strain(const Tensor<T>& F) {
  return {F[0][0] - 1.0,
          F[1][1] - 1.0,
          F[2][2] - 1.0,
          kInverseSqrt2 * (F[1][2] + F[2][1]),
          kInverseSqrt2 * (F[0][2] + F[2][0]),
          kInverseSqrt2 * (F[0][1] + F[1][0])};
}

template <class T>
Tensor<T> as_tensor(const std::array<T, 6>& a) {
  const T yz = kInverseSqrt2 * a[3], xz = kInverseSqrt2 * a[4], xy = kInverseSqrt2 * a[5];
  return {{{a[0], xy, xz}, {xy, a[1], yz}, {xz, yz, a[2]}}};
}

// C a of a strain a, C by its upper triangle.
template <class T>
std::array<T, 6> stress_of(const std::array<T, 21>& C, const std::array<T, 6>& a) {
  std::array<T, 6> result{};
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 6; ++k) result[i] += C[upper_place(i, k)] * a[k];
  return result;
}

template <class T, int vertices>
class StiffnessTangent {
 public:
  StiffnessTangent(const std::array<T, 21>& C, const Vec<T> (&g)[vertices]) : g_(g) {
    for (int v = 0; v < vertices; ++v) {
      const T x = g[v][0], y = g[v][1], z = g[v][2], zero{};
      const T sx = kInverseSqrt2 * x, sy = kInverseSqrt2 * y, sz = kInverseSqrt2 * z;
      CB_[v][0] = stress_of<T>(C, {x, zero, zero, zero, sz, sy});
      CB_[v][1] = stress_of<T>(C, {zero, y, zero, sz, zero, sx});
      CB_[v][2] = stress_of<T>(C, {zero, zero, z, sy, sx, zero});
    }
  }

  Tensor<T> block(int a, int b) const {
    const T x = g_[a][0], y = g_[a][1], z = g_[a][2];
    Tensor<T> K;
    for (int k = 0; k < 3; ++k) {
      const std::array<T, 6>& c = CB_[b][k];
      K[0][k] = x * c[0] + kInverseSqrt2 * (z * c[4] + y * c[5]);
      K[1][k] = y * c[1] + kInverseSqrt2 * (z * c[3] + x * c[5]);
      K[2][k] = z * c[2] + kInverseSqrt2 * (y * c[3] + x * c[4]);
    }
    return K;
  }

 private:
  const Vec<T> (&g_)[vertices];
  std::array<T, 6> CB_[vertices][3];  // C B_v, a column for each direction
};

}  // namespace lilyan
