#include <lilyan/algebra/multifrontal/sweep_kernels.hpp>

#include <lilyan/algebra/multifrontal/panel_layout.hpp>

#include <algorithm>
#include <array>
#include <cstring>

namespace lilyan {

namespace {

Lanes load(const double* from) {
  Lanes value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
void store(double* to, Lanes value) { std::memcpy(to, &value, sizeof value); }

// z <- z - A y for the C columns of A
template <int C>
void subtract_columns(double* z, const double* A, std::int64_t stride, std::int64_t rows, const double* y) {
  for (std::int64_t i = 0; i < rows; i += kLanes) {
    Lanes first = load(z + i), second{};
    for (int c = 0; c < C; ++c) (c % 2 == 0 ? first : second) -= load(A + c * stride + i) * y[c];
    store(z + i, first + second);
  }
}

// The sums of A_ic z_i, by lanes.
template <int C>
void add_dots(std::array<Lanes, kLanes>& sums, const double* A, std::int64_t stride, std::int64_t rows, const double* z) {
  for (std::int64_t i = 0; i < rows; i += kLanes) {
    const Lanes value = load(z + i);
    for (int c = 0; c < C; ++c) sums[c] += load(A + c * stride + i) * value;
  }
}

double sum(Lanes s) { return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7])); }

// Calls f with the number of columns as a constant.
template <class F>
void with_constant(Index columns, F f) {
  switch (columns) {
    case 1: return f(std::integral_constant<int, 1>{});
    case 2: return f(std::integral_constant<int, 2>{});
    case 3: return f(std::integral_constant<int, 3>{});
    case 4: return f(std::integral_constant<int, 4>{});
    case 5: return f(std::integral_constant<int, 5>{});
    case 6: return f(std::integral_constant<int, 6>{});
    case 7: return f(std::integral_constant<int, 7>{});
    default: return f(std::integral_constant<int, 8>{});
  }
}

}  // namespace

void sweep_forward(Index pivots, Index rows, const double* L11, const double* L21, double* y, double* t) {
  const std::int64_t stride = padded(pivots), row_stride = padded(rows);
  for (Index j = 0; j < pivots; j += kLanes)
    with_constant(std::min<Index>(kLanes, pivots - j), [&](auto columns) {
      constexpr int C = columns;
      const double* diagonal = L11 + j + j * stride;
      double* now = y + j;
      for (int c = 0; c < C; ++c) {
        for (int d = 0; d < c; ++d) now[c] -= diagonal[c + d * stride] * now[d];
        now[c] *= diagonal[c + c * stride];
      }
      subtract_columns<C>(now + kLanes, diagonal + kLanes, stride, stride - j - kLanes, now);
      subtract_columns<C>(t, L21 + j * row_stride, row_stride, row_stride, now);
    });
}

void sweep_backward(Index pivots, Index rows, const double* L11, const double* L21, double* y, const double* t) {
  const std::int64_t stride = padded(pivots), row_stride = padded(rows);
  for (Index j = static_cast<Index>(stride) - kLanes; j >= 0; j -= kLanes)
    with_constant(std::min<Index>(kLanes, pivots - j), [&](auto columns) {
      constexpr int C = columns;
      const double* diagonal = L11 + j + j * stride;
      double* now = y + j;
      std::array<Lanes, kLanes> sums{};
      add_dots<C>(sums, L21 + j * row_stride, row_stride, row_stride, t);
      add_dots<C>(sums, diagonal + kLanes, stride, stride - j - kLanes, now + kLanes);
      for (int c = C; c-- > 0;) {
        double rest = now[c] - sum(sums[c]);
        for (int d = C - 1; d > c; --d) rest -= diagonal[d + c * stride] * now[d];
        now[c] = rest * diagonal[c + c * stride];
      }
    });
}

}  // namespace lilyan
