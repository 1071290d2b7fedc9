// 3-vectors and 3x3 tensors over a scalar that may be eight numbers at once.
#pragma once

#include <lilyan/core/lanes.hpp>
#include <lilyan/core/vector.hpp>

namespace lilyan {

template <class T>
struct Vec {
  T v[3];
  T& operator[](int i) { return v[i]; }
  const T& operator[](int i) const { return v[i]; }
};

template <class T>
struct Tensor {
  T m[3][3];
  T* operator[](int i) { return m[i]; }
  const T* operator[](int i) const { return m[i]; }
};

template <class T>
T dot(const Vec<T>& a, const Vec<T>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <class T>
Vec<T> cross(const Vec<T>& a, const Vec<T>& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

template <class T>
Vec<T> operator*(const Tensor<T>& A, const Vec<T>& b) {
  Vec<T> c;
  for (int i = 0; i < 3; ++i) c[i] = A[i][0] * b[0] + A[i][1] * b[1] + A[i][2] * b[2];
  return c;
}

template <class T>
Tensor<T> operator*(const Tensor<T>& A, const Tensor<T>& B) {
  Tensor<T> C;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) C[i][j] = A[i][0] * B[0][j] + A[i][1] * B[1][j] + A[i][2] * B[2][j];
  return C;
}

template <class T>
Tensor<T> combination(double a, const Tensor<T>& A, double b, const Tensor<T>& B) {  // a A + b B
  Tensor<T> C;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) C[i][k] = a * A[i][k] + b * B[i][k];
  return C;
}

template <class T>
T trace(const Tensor<T>& A) {
  return A[0][0] + A[1][1] + A[2][2];
}

template <class T>
T contraction(const Tensor<T>& A, const Tensor<T>& B) {  // A:B
  T sum = A[0][0] * B[0][0];
  for (int e = 1; e < 9; ++e) sum += A[e / 3][e % 3] * B[e / 3][e % 3];
  return sum;
}

// cof A, with A cof(A)^T = det(A) I.
template <class T>
Tensor<T> cofactor(const Tensor<T>& A) {
  Tensor<T> C;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      C[i][j] = A[i1][j1] * A[i2][j2] - A[i1][j2] * A[i2][j1];
    }
  return C;
}

template <class T>
T determinant(const Tensor<T>& A) {
  const Tensor<T> C = cofactor(A);
  return A[0][0] * C[0][0] + A[0][1] * C[0][1] + A[0][2] * C[0][2];
}

// The rotation of a polar decomposition, for one matrix or for eight at once.
//
//   A = R S,   N = (tr(S) I - R S R^T)^-1        R: rotation, S: symmetric and positive
//
// Newton's iteration for the orthogonal factor, scaled while it is far from it. In lanes, each ends where it would alone.

// A mask of the lanes that have a rotation: those in which A has a positive determinant, and N is finite.
template <class T>
auto polar_decomposition(const Tensor<T>& A, Tensor<T>& R, Tensor<T>& N) {
  constexpr int kMost = 100;
  const T one = splat<T>(1);
  const auto never = one != one;
  auto fits = one == one, is_open = fits;
  R = A;
  for (int k = 0; k < kMost && any(is_open); ++k) {
    const Tensor<T> C = cofactor(R);
    const T determinant = R[0][0] * C[0][0] + R[0][1] * C[0][1] + R[0][2] * C[0][2];
    const T size = square_root(contraction(R, R));
    fits &= determinant > 1e-12 * size * size * size;
    is_open &= fits;
    const T ratio = square_root(contraction(C, C)) / (determinant * size);  // |R^-T| / |R|
    const T scale = (ratio - one) * (ratio - one) < splat<T>(1e-4) ? one : square_root(ratio);
    const T of_inverse = 0.5 / (determinant * scale), of_itself = 0.5 * scale;
    T change = T{};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        const T next = of_itself * R[i][j] + of_inverse * C[i][j];
        change += (next - R[i][j]) * (next - R[i][j]);
        R[i][j] = is_open ? next : R[i][j];
      }
    is_open &= change >= splat<T>(1e-18);  // it doubles the digits: the last step was to rounding
  }
  Tensor<T> B;  // tr(S) I - R S R^T with R S R^T = A R^T
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j)
      B[i][j] = B[j][i] = -0.5 * (A[i][0] * R[j][0] + A[i][1] * R[j][1] + A[i][2] * R[j][2] + A[j][0] * R[i][0] +
                                  A[j][1] * R[i][1] + A[j][2] * R[i][2]);
  const T stretches = -trace(B);
  for (int i = 0; i < 3; ++i) B[i][i] += stretches;
  N = cofactor(B);
  const T inverse = one / (B[0][0] * N[0][0] + B[0][1] * N[0][1] + B[0][2] * N[0][2]);
  T sum = T{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum += N[i][j] *= inverse;
  return fits & (is_open == never) & (sum - sum == T{});
}

// The same of one matrix; false where it has no rotation.
inline bool polar_rotation(const Mat3& A, Mat3& R, Mat3& N) {
  Tensor<double> matrix, rotation, inverse;
  for (int e = 0; e < 9; ++e) matrix[e / 3][e % 3] = A(e / 3, e % 3);
  if (!polar_decomposition(matrix, rotation, inverse)) return false;
  for (int e = 0; e < 9; ++e) {
    R(e / 3, e % 3) = rotation[e / 3][e % 3];
    N(e / 3, e % 3) = inverse[e / 3][e % 3];
  }
  return true;
}

}  // namespace lilyan
