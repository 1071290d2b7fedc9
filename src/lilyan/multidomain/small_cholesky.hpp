// The Cholesky factor of a small dense matrix, in place, and solutions with it.
//
//   M = L L^T        the lower triangle of M is read and becomes L
//
// Columns are taken one after the other, so that every inner loop runs down a column: at the sizes of reduced domains (r = 8 to 40)
// packing blocks costs more than it gains.
#pragma once

#include <lilyan/core/vector.hpp>

#include <cmath>

namespace lilyan {

// False if M is not positive definite; M is then spoiled. The diagonal of the result holds 1/L_kk.
template <class Square>
bool factor_in_place(Square& M) {
  const Eigen::Index r = M.rows();
  double* const m = M.data();
  for (Eigen::Index k = 0; k < r; ++k) {
    double* const column = m + k * r;
    if (!(column[k] > 0)) return false;
    const double inverse = 1 / std::sqrt(column[k]);
    column[k] = inverse;
    for (Eigen::Index i = k + 1; i < r; ++i) column[i] *= inverse;
    for (Eigen::Index j = k + 1; j < r; ++j) {
      double* const target = m + j * r;
      const double factor = column[j];
      for (Eigen::Index i = j; i < r; ++i) target[i] -= factor * column[i];
    }
  }
  return true;
}

// y <- L^-1 y
template <class Square>
void solve_forward(const Square& L, double* y) {
  const Eigen::Index r = L.rows();
  const double* column = L.data();
  for (Eigen::Index k = 0; k < r; ++k, column += r) {
    y[k] *= column[k];
    const double value = y[k];
    for (Eigen::Index i = k + 1; i < r; ++i) y[i] -= value * column[i];
  }
}

// y <- L^-T y
template <class Square>
void solve_backward(const Square& L, double* y) {
  const Eigen::Index r = L.rows();
  for (Eigen::Index k = r - 1; k >= 0; --k) {
    const double* column = L.data() + k * r;
    double value = y[k];
    for (Eigen::Index i = k + 1; i < r; ++i) value -= column[i] * y[i];
    y[k] = value * column[k];
  }
}

// Right-hand sides that are solved together stand side by side: kSide numbers for each coordinate, of which some may be unused.
inline constexpr Eigen::Index kSide = 8;

// Y <- L^-1 Y
template <class Square>
void solve_forward_together(const Square& L, double* Y) {
  const Eigen::Index r = L.rows();
  const double* column = L.data();
  for (Eigen::Index k = 0; k < r; ++k, column += r) {
    double value[kSide];
    for (Eigen::Index c = 0; c < kSide; ++c) value[c] = Y[kSide * k + c] *= column[k];
    for (Eigen::Index i = k + 1; i < r; ++i)
      for (Eigen::Index c = 0; c < kSide; ++c) Y[kSide * i + c] -= column[i] * value[c];
  }
}

}  // namespace lilyan
