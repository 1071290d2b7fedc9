// The stiffness of an isotropic law with its negative eigenvalues set to zero, from its analytic eigensystem.
//
// In the frames of F = U diag(sigma) V^T, sigma_3 carrying the sign of J, the 9x9 stiffness falls into a 3x3 matrix A of
// stretches and, for each pair (i, j) with k the third, a twist and a flip with eigenvalues (e = (sigma^2 - 1)/2)
//
//   twist (antisymmetric)  Psi_a + Psi_b (e_k + (sigma_i sigma_j - 1)/2) + Psi_j sigma_k
//   flip (symmetric)       Psi_a + Psi_b (e_k - (sigma_i sigma_j + 1)/2) - Psi_j sigma_k
//
// which are the difference quotients of the principal stresses with the division carried out, so equal stretches need no care.
#pragma once

#include <lilyan/materials/principal.hpp>
#include <lilyan/materials/response.hpp>

namespace lilyan {

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

}  // namespace lilyan
