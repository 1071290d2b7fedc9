// Products of dense matrices; what they compute stands in kernels.hpp.
#pragma once

#include <lilyan/algebra/multifrontal/kernels/tile.hpp>

namespace lilyan {
namespace {

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

}  // namespace
}  // namespace lilyan
