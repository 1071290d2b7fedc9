#include <lilyan/algebra/multifrontal/front_kernels.hpp>

#include <lilyan/core/lanes.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace lilyan {

namespace {

Lanes load(const double* from) {
  Lanes value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
void store(double* to, Lanes value) { std::memcpy(to, &value, sizeof value); }

// Columns of X that a product takes at once: eight of them in eight rows of Y stay in the nearest cache.
constexpr Index kInner = 128;

// A tile of R lanes of rows and C columns, held in registers.
template <int R, int C>
struct Tile {
  std::array<std::array<Lanes, R>, C> at;

  void load_from(const double* from, std::int64_t stride) {
    for (int c = 0; c < C; ++c)
      for (int r = 0; r < R; ++r) at[c][r] = load(from + c * stride + r * kLanes);
  }
  void store_to(double* to, std::int64_t stride) const {
    for (int c = 0; c < C; ++c)
      for (int r = 0; r < R; ++r) store(to + c * stride + r * kLanes, at[c][r]);
  }

  // Less X Y; X has the tile's rows, and the factor of X's column l in the tile's column c is Y[l inner_stride + c column_stride].
  [[gnu::always_inline]] void subtract(const double* X, std::int64_t x_stride, const double* Y, std::int64_t inner_stride,
                                       std::int64_t column_stride, Index inner) {
    for (Index l = 0; l < inner; ++l, X += x_stride, Y += inner_stride) {
      std::array<Lanes, R> x;
      for (int r = 0; r < R; ++r) x[r] = load(X + r * kLanes);
      for (int c = 0; c < C; ++c)
        for (int r = 0; r < R; ++r) at[c][r] -= x[r] * Y[c * column_stride];
    }
  }
};

// Columns [column, column + C) of X L^-T, for R lanes of rows; those from `begin` on are done.
template <int R, int C>
void solve_tile(double* X, std::int64_t x_stride, const double* L, std::int64_t stride, Index begin, Index column) {
  Tile<R, C> tile;
  tile.load_from(X + column * x_stride, x_stride);
  tile.subtract(X + begin * x_stride, x_stride, L + column + begin * stride, stride, 1, column - begin);
  const double* diagonal = L + column + column * stride;
  for (int c = 0; c < C; ++c)
    for (int r = 0; r < R; ++r) {
      Lanes value = tile.at[c][r];
      for (int d = 0; d < c; ++d) value -= tile.at[d][r] * diagonal[c + d * stride];
      tile.at[c][r] = value * diagonal[c + c * stride];
    }
  tile.store_to(X + column * x_stride, x_stride);
}

template <int R>
void solve_strip(double* X, std::int64_t x_stride, const double* L, std::int64_t stride, Index begin, Index column, Index columns) {
  switch (columns) {
    case 1: return solve_tile<R, 1>(X, x_stride, L, stride, begin, column);
    case 2: return solve_tile<R, 2>(X, x_stride, L, stride, begin, column);
    case 3: return solve_tile<R, 3>(X, x_stride, L, stride, begin, column);
    case 4: return solve_tile<R, 4>(X, x_stride, L, stride, begin, column);
    case 5: return solve_tile<R, 5>(X, x_stride, L, stride, begin, column);
    case 6: return solve_tile<R, 6>(X, x_stride, L, stride, begin, column);
    case 7: return solve_tile<R, 7>(X, x_stride, L, stride, begin, column);
    default: return solve_tile<R, 8>(X, x_stride, L, stride, begin, column);
  }
}

// Cuts rows into strips of three lanes, and two or one where they end.
template <class F>
void for_strips(std::int64_t rows, F f) {
  std::int64_t row = 0;
  for (std::int64_t lanes = rows / kLanes; lanes > 0;) {
    const int now = lanes == 4 ? 2 : static_cast<int>(std::min<std::int64_t>(3, lanes));
    f(row, now);
    row += now * kLanes;
    lanes -= now;
  }
}

// Cholesky's factor of a tile on the diagonal.
template <int C>
bool factor_tile(double* L, std::int64_t stride, Index begin, Index column) {
  double* diagonal = L + column + column * stride;
  Tile<1, C> tile;
  tile.load_from(diagonal, stride);
  tile.subtract(L + column + begin * stride, stride, L + column + begin * stride, stride, 1, column - begin);
  for (int c = 0; c < C; ++c) {
    Lanes& now = tile.at[c][0];
    const double pivot = now[c];
    if (!(pivot > 0 && pivot <= std::numeric_limits<double>::max())) return false;
    const double reciprocal = 1 / std::sqrt(pivot);
    now *= reciprocal;
    for (int d = c + 1; d < C; ++d) tile.at[d][0] -= now * now[d];
    now[c] = reciprocal;
  }
  tile.store_to(diagonal, stride);
  return true;
}

bool factor_diagonal_tile(double* L, std::int64_t stride, Index begin, Index column, Index columns) {
  switch (columns) {
    case 1: return factor_tile<1>(L, stride, begin, column);
    case 2: return factor_tile<2>(L, stride, begin, column);
    case 3: return factor_tile<3>(L, stride, begin, column);
    case 4: return factor_tile<4>(L, stride, begin, column);
    case 5: return factor_tile<5>(L, stride, begin, column);
    case 6: return factor_tile<6>(L, stride, begin, column);
    case 7: return factor_tile<7>(L, stride, begin, column);
    default: return factor_tile<8>(L, stride, begin, column);
  }
}

template <int R, int N>
void subtract_tile(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, const double* Y,
                   std::int64_t inner_stride, std::int64_t column_stride, Index inner) {
  Tile<R, N> tile;
  tile.load_from(C, c_stride);
  if (column_stride == 1)
    tile.subtract(X, x_stride, Y, inner_stride, 1, inner);
  else
    tile.subtract(X, x_stride, Y, 1, column_stride, inner);
  tile.store_to(C, c_stride);
}

// One of the strides of Y is 1.
template <int N>
void subtract_columns(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, std::int64_t rows, const double* Y,
                      std::int64_t inner_stride, std::int64_t column_stride, Index inner) {
  for_strips(rows, [&](std::int64_t row, int lanes) {
    if (lanes == 3) subtract_tile<3, N>(C + row, c_stride, X + row, x_stride, Y, inner_stride, column_stride, inner);
    if (lanes == 2) subtract_tile<2, N>(C + row, c_stride, X + row, x_stride, Y, inner_stride, column_stride, inner);
    if (lanes == 1) subtract_tile<1, N>(C + row, c_stride, X + row, x_stride, Y, inner_stride, column_stride, inner);
  });
}

void subtract_any(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, std::int64_t rows, const double* Y,
                  std::int64_t inner_stride, std::int64_t column_stride, std::int64_t columns, Index inner) {
  for (Index l = 0; l < inner; l += kInner, X += kInner * x_stride, Y += kInner * inner_stride) {
    const Index now = std::min(kInner, inner - l);
    std::int64_t column = 0;
    for (; column + kLanes <= columns; column += kLanes)
      subtract_columns<kLanes>(C + column * c_stride, c_stride, X, x_stride, rows, Y + column * column_stride, inner_stride,
                               column_stride, now);
    for (; column < columns; ++column)
      subtract_columns<1>(C + column * c_stride, c_stride, X, x_stride, rows, Y + column * column_stride, inner_stride,
                          column_stride, now);
  }
}

}  // namespace

void solve_rows(double* X, std::int64_t x_stride, std::int64_t rows, const double* L, std::int64_t stride, Index begin, Index end) {
  for_strips(rows, [&](std::int64_t row, int lanes) {
    for (Index column = begin; column < end; column += kLanes) {
      const Index columns = std::min<Index>(kLanes, end - column);
      if (lanes == 3) solve_strip<3>(X + row, x_stride, L, stride, begin, column, columns);
      if (lanes == 2) solve_strip<2>(X + row, x_stride, L, stride, begin, column, columns);
      if (lanes == 1) solve_strip<1>(X + row, x_stride, L, stride, begin, column, columns);
    }
  });
}

bool factor_diagonal_block(double* L, std::int64_t stride, Index begin, Index end) {
  const auto last_row = static_cast<Index>((end + kLanes - 1) / kLanes * kLanes);
  for (Index column = begin; column < end; column += kLanes) {
    const Index columns = std::min<Index>(kLanes, end - column);
    if (!factor_diagonal_tile(L, stride, begin, column, columns)) return false;
    const Index below = column + kLanes;
    for_strips(last_row - below, [&](std::int64_t row, int lanes) {
      if (lanes == 3) solve_strip<3>(L + below + row, stride, L, stride, begin, column, columns);
      if (lanes == 2) solve_strip<2>(L + below + row, stride, L, stride, begin, column, columns);
      if (lanes == 1) solve_strip<1>(L + below + row, stride, L, stride, begin, column, columns);
    });
  }
  return true;
}

void subtract_square(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, std::int64_t rows,
                     std::int64_t columns, Index inner) {
  for (Index l = 0; l < inner; l += kInner, X += kInner * x_stride)
    for (std::int64_t column = 0; column < columns; column += kLanes)
      subtract_columns<kLanes>(C + column * (c_stride + 1), c_stride, X + column, x_stride, rows - column, X + column, x_stride, 1,
                               std::min(kInner, inner - l));
}

void subtract_product(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, std::int64_t rows, const double* Y,
                      std::int64_t y_stride, std::int64_t columns, Index inner) {
  subtract_any(C, c_stride, X, x_stride, rows, Y, 1, y_stride, columns, inner);
}

void subtract_transposed_product(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, std::int64_t rows,
                                 const double* Y, std::int64_t y_stride, std::int64_t columns, Index inner) {
  subtract_any(C, c_stride, X, x_stride, rows, Y, y_stride, 1, columns, inner);
}

void add_by_runs(double* to, const double* from, const Index* place, const Index* run_end, Index begin, Index end) {
  constexpr Index kLong = 8;
  for (Index i = begin; i < end;) {
    const Index stop = std::min(run_end[i], end);
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

}  // namespace lilyan
