// Principal stretches and axes: F = U diag(sigma) V^T with rotations U and V, the smallest |sigma| last and signed like det F.
//
// V diagonalises C = F^T F by Jacobi's method. Eight tensors go through the same instructions, until the last of them is diagonal.
// Where F is singular the columns of U belonging to a zero stretch may be zero.
#pragma once

#include <lilyan/materials/tensor.hpp>

namespace lilyan {

template <class T>
T square_root(const T& x) {
  return lanewise(x, [](double value) { return std::sqrt(value); });
}

// Whether the entries beside the diagonal are below rounding.
template <class T>
bool is_diagonal(const Tensor<T>& A) {
  constexpr double kRounding = 1e-17;
  const T beside = A[0][1] * A[0][1] + A[0][2] * A[0][2] + A[1][2] * A[1][2];
  const T on = A[0][0] * A[0][0] + A[1][1] * A[1][1] + A[2][2] * A[2][2];
  return !any(beside > kRounding * kRounding * on);
}

// A = Q diag(A) Q^T: turns the symmetric A into its (unsorted) eigenvalues on the diagonal, and returns the rotation Q.
template <class T>
Tensor<T> diagonalise(Tensor<T>& A) {
  constexpr int kMostSweeps = 5;  // convergence is quadratic; five bring any 3x3 matrix to rounding
  Tensor<T> Q;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) Q[i][k] = splat<T>(i == k);
  for (int sweep = 0; sweep < kMostSweeps && !is_diagonal(A); ++sweep)
    for (int r = 0; r < 3; ++r) {
      const int p = r == 2 ? 1 : 0, q = r == 0 ? 1 : 2, other = 3 - p - q;
      // The rotation by the smaller angle that makes A_pq zero: t = tan, c = cos, s = sin.
      const T apq = A[p][q], difference = A[q][q] - A[p][p];
      const T root = square_root(T(difference * difference + 4.0 * apq * apq));
      const T divisor = (difference < 0.0) ? T(difference - root) : T(difference + root);
      const T t = 2.0 * apq / ((divisor == 0.0) ? splat<T>(1.0) : divisor);
      const T c = 1.0 / square_root(T(t * t + 1.0)), s = t * c;
      A[p][p] -= t * apq;
      A[q][q] += t * apq;
      A[p][q] = A[q][p] = T{};
      const T aop = A[other][p], aoq = A[other][q];
      A[other][p] = A[p][other] = c * aop - s * aoq;
      A[other][q] = A[q][other] = s * aop + c * aoq;
      for (int i = 0; i < 3; ++i) {
        const T qp = Q[i][p], qq = Q[i][q];
        Q[i][p] = c * qp - s * qq;
        Q[i][q] = s * qp + c * qq;
      }
    }
  return Q;
}

template <class T>
struct Principal {
  Tensor<T> U, V;
  Vec<T> sigma;
};

template <class T>
Principal<T> principal(const Tensor<T>& F) {
  Tensor<T> C;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) C[i][k] = F[0][i] * F[0][k] + F[1][i] * F[1][k] + F[2][i] * F[2][k];
  Principal<T> result;
  Tensor<T>& V = result.V;
  V = diagonalise(C);

  // Largest first; a swapped pair of columns changes sign once, which keeps V a rotation.
  for (const auto& [a, b] : {std::pair{0, 1}, {1, 2}, {0, 1}}) {
    const auto swap = C[a][a] < C[b][b];
    const T low = C[a][a], high = C[b][b];
    C[a][a] = swap ? high : low;
    C[b][b] = swap ? low : high;
    for (int i = 0; i < 3; ++i) {
      const T va = V[i][a], vb = V[i][b];
      V[i][a] = swap ? vb : va;
      V[i][b] = swap ? T(-va) : vb;
    }
  }

  auto column = [](const Tensor<T>& A, int k) { return Vec<T>{{A[0][k], A[1][k], A[2][k]}}; };
  auto normalised = [](Vec<T> u, T& length) {
    length = square_root(dot(u, u));
    const T inverse = 1.0 / ((length > 0.0) ? length : splat<T>(1.0));
    for (int i = 0; i < 3; ++i) u[i] = u[i] * inverse;
    return u;
  };
  const Vec<T> u0 = normalised(F * column(V, 0), result.sigma[0]);
  Vec<T> second = F * column(V, 1);
  const T overlap = dot(u0, second);
  for (int i = 0; i < 3; ++i) second[i] -= overlap * u0[i];
  const Vec<T> u1 = normalised(second, result.sigma[1]), u2 = cross(u0, u1);
  result.sigma[2] = dot(u2, F * column(V, 2));
  for (int i = 0; i < 3; ++i) result.U[i][0] = u0[i], result.U[i][1] = u1[i], result.U[i][2] = u2[i];
  return result;
}

}  // namespace lilyan
