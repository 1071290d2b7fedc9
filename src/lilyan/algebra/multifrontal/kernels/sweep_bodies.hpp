// A solve with the panel of one front; what is computed stands in kernels.hpp.
#pragma once

#include <lilyan/algebra/multifrontal/kernels/tile.hpp>

namespace lilyan {
namespace {

// How far ahead of the number at hand a column is fetched: columns are streams too short for the processor to foresee.
constexpr int kAhead = 64;

inline std::int64_t whole_lanes(std::int64_t rows) { return (rows + kLanes - 1) / kLanes * kLanes; }

// z <- z - A y for the C columns of A
template <int C>
void subtract_from(double* z, const double* A, std::int64_t stride, std::int64_t rows, const double* y) {
  for (std::int64_t i = 0; i < rows; i += kWide) {
    Register first = load(z + i), second{};
    for (int c = 0; c < C; ++c) __builtin_prefetch(A + c * stride + i + kAhead);
    for (int c = 0; c < C; ++c) (c % 2 == 0 ? first : second) -= load(A + c * stride + i) * y[c];
    store(z + i, first + second);
  }
}

// sums_c += sum_i A_ic z_i, by the places in a register
template <int C>
void add_dots(Register* sums, const double* A, std::int64_t stride, std::int64_t rows, const double* z) {
  for (std::int64_t i = 0; i < rows; i += kWide) {
    const Register value = load(z + i);
    for (int c = 0; c < C; ++c) __builtin_prefetch(A + c * stride + i + kAhead);
    for (int c = 0; c < C; ++c) sums[c] += load(A + c * stride + i) * value;
  }
}

double sum_of(Register s) {
  for (int half = kWide / 2; half > 0; half /= 2)
    for (int i = 0; i < half; ++i) s[i] += s[i + half];
  return s[0];
}

void sweep_forward(Index pivots, Index rows, const double* L11, const double* L21, double* y, double* t) {
  const std::int64_t stride = whole_lanes(pivots), row_stride = whole_lanes(rows);
  for (Index j = 0; j < pivots; j += kLanes)
    with_count(least<Index>(kLanes, pivots - j), [&](auto columns) {
      constexpr int C = columns.value;
      const double* diagonal = L11 + j + j * stride;
      double* now = y + j;
      for (int c = 0; c < C; ++c) {
        for (int d = 0; d < c; ++d) now[c] -= diagonal[c + d * stride] * now[d];
        now[c] *= diagonal[c + c * stride];
      }
      subtract_from<C>(now + kLanes, diagonal + kLanes, stride, stride - j - kLanes, now);
      subtract_from<C>(t, L21 + j * row_stride, row_stride, row_stride, now);
    });
}

void sweep_backward(Index pivots, Index rows, const double* L11, const double* L21, double* y, const double* t) {
  const std::int64_t stride = whole_lanes(pivots), row_stride = whole_lanes(rows);
  for (Index j = static_cast<Index>(stride) - kLanes; j >= 0; j -= kLanes)
    with_count(least<Index>(kLanes, pivots - j), [&](auto columns) {
      constexpr int C = columns.value;
      const double* diagonal = L11 + j + j * stride;
      double* now = y + j;
      Register sums[C]{};
      add_dots<C>(sums, L21 + j * row_stride, row_stride, row_stride, t);
      add_dots<C>(sums, diagonal + kLanes, stride, stride - j - kLanes, now + kLanes);
      for (int c = C; c-- > 0;) {
        double rest = now[c] - sum_of(sums[c]);
        for (int d = C - 1; d > c; --d) rest -= diagonal[d + c * stride] * now[d];
        now[c] = rest * diagonal[c + c * stride];
      }
    });
}

}  // namespace
}  // namespace lilyan
