// 3-vectors and 3x3 tensors over a scalar that may be eight numbers at once.
#pragma once

#include <lilyan/core/lanes.hpp>

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

}  // namespace lilyan
