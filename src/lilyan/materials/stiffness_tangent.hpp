// Small strain and a 6x6 stiffness in Mandel's notation, seen from the vertices of an element.
//
//   eps = sum_a B_a u_a,   K_ab = B_a^T C B_b,   B_a = [g_x . .; . g_y .; . . g_z; . g_z g_y; g_z . g_x; g_y g_x .]
//
// with the shear rows of B_a over sqrt2; g_a [1/m] is the gradient of the shape function of vertex a.
#pragma once

#include <lilyan/materials/mandel.hpp>
#include <lilyan/materials/tensor.hpp>

#include <array>
#include <numbers>

namespace lilyan {

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
