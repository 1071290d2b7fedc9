// The bodies of all kernels, and their table; what they compute stands in kernels.hpp.
#pragma once

#include <lilyan/algebra/multifrontal/kernels/kernels.hpp>
#include <lilyan/algebra/multifrontal/kernels/tile.hpp>

namespace lilyan {
namespace {

// Products of dense matrices.

// Columns of X that a product takes at once: what the tiles of a column read of Y stays in the nearest cache.
constexpr Index kInner = 128;

// C <- C - X Y for N columns; one of the strides of Y is 1.
template <int N>
void subtract_columns(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, std::int64_t rows, const double* Y,
                      std::int64_t inner_stride, std::int64_t column_stride, Index inner) {
  for_strips(rows, [&](std::int64_t row, auto lanes) {
    Tile<lanes.value, N> tile;
    tile.load_from(C + row, c_stride);
    if (column_stride == 1)
      tile.subtract(X + row, x_stride, Y, inner_stride, 1, inner);
    else
      tile.subtract(X + row, x_stride, Y, 1, column_stride, inner);
    tile.store_to(C + row, c_stride);
  });
}

void subtract_any(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, std::int64_t rows, const double* Y,
                  std::int64_t inner_stride, std::int64_t column_stride, std::int64_t columns, Index inner) {
  for (Index l = 0; l < inner; l += kInner, X += kInner * x_stride, Y += kInner * inner_stride) {
    const Index now = least(kInner, inner - l);
    std::int64_t column = 0;
    for (; column + kTileColumns <= columns; column += kTileColumns)
      subtract_columns<kTileColumns>(C + column * c_stride, c_stride, X, x_stride, rows, Y + column * column_stride, inner_stride,
                                     column_stride, now);
    for (; column < columns; ++column)
      subtract_columns<1>(C + column * c_stride, c_stride, X, x_stride, rows, Y + column * column_stride, inner_stride,
                          column_stride, now);
  }
}

void subtract_product(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, std::int64_t rows, const double* Y,
                      std::int64_t y_stride, std::int64_t columns, Index inner) {
  subtract_any(C, c_stride, X, x_stride, rows, Y, 1, y_stride, columns, inner);
}

void subtract_transposed_product(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, std::int64_t rows,
                                 const double* Y, std::int64_t y_stride, std::int64_t columns, Index inner) {
  subtract_any(C, c_stride, X, x_stride, rows, Y, y_stride, 1, columns, inner);
}

void subtract_square(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, std::int64_t rows,
                     std::int64_t columns, Index inner) {
  for (Index l = 0; l < inner; l += kInner, X += kInner * x_stride)
    for (std::int64_t column = 0; column < columns; column += kTileColumns) {
      const std::int64_t row = column / kLanes * kLanes;  // of the diagonal
      subtract_columns<kTileColumns>(C + row + column * c_stride, c_stride, X + row, x_stride, rows - row, X + column, x_stride, 1,
                                     least(kInner, inner - l));
    }
}

void add_by_runs(double* to, const double* from, const Index* place, const Index* run_end, Index begin, Index end) {
  constexpr Index kLong = 8;
  for (Index i = begin; i < end;) {
    const Index stop = least(run_end[i], end);
    double* __restrict target = to + place[i] - i;
    if (stop - i < kLong) {
      for (; i < stop; ++i) target[i] += from[i];
    } else {
#pragma GCC ivdep
      for (Index k = i; k < stop; ++k) target[k] += from[k];
      i = stop;
    }
  }
}

// A solve with the panel of one front.

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

// Cholesky's algorithm on dense blocks, and the table of all kernels.

// Columns [column, column + C) of X L^-T, for the rows of one strip; those from `begin` on are done.
template <int LanesOfRows, int C>
void solve_tile(double* X, std::int64_t x_stride, const double* L, std::int64_t stride, Index begin, Index column) {
  Tile<LanesOfRows, C> tile;
  tile.load_from(X + column * x_stride, x_stride);
  tile.subtract(X + begin * x_stride, x_stride, L + column + begin * stride, stride, 1, column - begin);
  const double* diagonal = L + column + column * stride;
  for (int c = 0; c < C; ++c)
    for (int r = 0; r < tile.R; ++r) {
      Register value = tile.at[c][r];
      for (int d = 0; d < c; ++d) value -= tile.at[d][r] * diagonal[c + d * stride];
      tile.at[c][r] = value * diagonal[c + c * stride];
    }
  tile.store_to(X + column * x_stride, x_stride);
}

// The columns [column, end) of X L^-T; those from `begin` on are done.
void solve_columns(double* X, std::int64_t x_stride, std::int64_t rows, const double* L, std::int64_t stride, Index begin,
                   Index column, Index end) {
  for_strips(rows, [&](std::int64_t row, auto lanes) {
    for (Index now = column; now < end; now += kTileColumns)
      with_count(least<Index>(kTileColumns, end - now), [&](auto columns) {
        if constexpr (columns.value <= kTileColumns)
          solve_tile<lanes.value, columns.value>(X + row, x_stride, L, stride, begin, now);
      });
  });
}

void solve_rows(double* X, std::int64_t x_stride, std::int64_t rows, const double* L, std::int64_t stride, Index begin, Index end) {
  solve_columns(X, x_stride, rows, L, stride, begin, begin, end);
}

// Cholesky's factor of a tile on the diagonal.
template <int C>
bool factor_tile(double* L, std::int64_t stride, Index begin, Index column) {
  double* diagonal = L + column + column * stride;
  Tile<1, C> tile;
  tile.load_from(diagonal, stride);
  tile.subtract(L + column + begin * stride, stride, L + column + begin * stride, stride, 1, column - begin);
  for (int c = 0; c < C; ++c) {
    Register(&now)[tile.R] = tile.at[c];
    const double pivot = now[c / kWide][c % kWide];
    if (!(pivot > 0 && pivot <= __DBL_MAX__)) return false;
    const double reciprocal = 1 / __builtin_sqrt(pivot);
    for (Register& part : now) part *= reciprocal;
    for (int d = c + 1; d < C; ++d)
      for (int r = 0; r < tile.R; ++r) tile.at[d][r] -= now[r] * now[d / kWide][d % kWide];
    now[c / kWide][c % kWide] = reciprocal;
  }
  tile.store_to(diagonal, stride);
  return true;
}

bool factor_diagonal_block(double* L, std::int64_t stride, Index begin, Index end) {
  const Index last_row = (end + kLanes - 1) / kLanes * kLanes;
  for (Index column = begin; column < end; column += kLanes) {
    bool is_definite = false;
    const Index next = least<Index>(column + kLanes, end), below = column + kLanes;
    with_count(next - column, [&](auto columns) { is_definite = factor_tile<columns.value>(L, stride, begin, column); });
    if (!is_definite) return false;
    solve_columns(L + below, stride, last_row - below, L, stride, begin, column, next);
  }
  return true;
}

constexpr Kernels kBodies = {factor_diagonal_block,       solve_rows,  subtract_square, subtract_product,
                             subtract_transposed_product, add_by_runs, sweep_forward,   sweep_backward};

}  // namespace

}  // namespace lilyan
