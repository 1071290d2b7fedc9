// Cholesky's algorithm on dense blocks, and the table of all kernels; what they compute stands in kernels.hpp.
#pragma once

#include <lilyan/algebra/multifrontal/kernels/kernels.hpp>
#include <lilyan/algebra/multifrontal/kernels/product_bodies.hpp>
#include <lilyan/algebra/multifrontal/kernels/sweep_bodies.hpp>

namespace lilyan {
namespace {

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
