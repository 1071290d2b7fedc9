// Small dense blocks held in the registers of the processor that a file is compiled for.
//
// Everything here, and in the other headers of bodies, is local to the file that includes it, and calls nothing that is not: files
// compiled for different processors share no code.
#pragma once

#include <lilyan/core/lanes.hpp>
#include <lilyan/core/vector.hpp>

#include <cstring>

namespace lilyan {
namespace {

#if defined(__AVX512F__)
constexpr int kWide = 8;  // numbers in a register
#elif defined(__AVX__)
constexpr int kWide = 4;
#else
constexpr int kWide = 2;
#endif
using Register [[gnu::vector_size(kWide * sizeof(double))]] = double;

constexpr int kRegistersPerLanes = kLanes / kWide;
constexpr int kLanesPerStrip = kWide == 8 ? 3 : 1;  // rows of a tile for which there are registers
constexpr int kTileColumns = kWide;                 // and columns

template <class T>
T least(T a, T b) {
  return b < a ? b : a;
}

// A number that is known when the program is compiled.
template <int N>
struct Count {
  static constexpr int value = N;
};

// Calls f with Count<n>, n in [1, 8].
template <class F>
[[gnu::always_inline]] inline void with_count(int n, F f) {
  switch (n) {
    case 1: return f(Count<1>{});
    case 2: return f(Count<2>{});
    case 3: return f(Count<3>{});
    case 4: return f(Count<4>{});
    case 5: return f(Count<5>{});
    case 6: return f(Count<6>{});
    case 7: return f(Count<7>{});
    default: return f(Count<8>{});
  }
}

// Cuts rows into strips, f(first row, Count<lanes>): of three lanes, and two or one where they end, or of one.
template <class F>
[[gnu::always_inline]] inline void for_strips(std::int64_t rows, F f) {
  std::int64_t row = 0;
  for (std::int64_t lanes = rows / kLanes; lanes > 0;) {
    const std::int64_t now = kLanesPerStrip == 1 ? 1 : lanes == 4 ? 2 : least<std::int64_t>(3, lanes);
    if (now == 1) f(row, Count<1>{});
    if constexpr (kLanesPerStrip > 1) {
      if (now == 2) f(row, Count<2>{});
      if (now == 3) f(row, Count<3>{});
    }
    row += now * kLanes;
    lanes -= now;
  }
}

inline Register load(const double* from) {
  Register value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
inline void store(double* to, Register value) { std::memcpy(to, &value, sizeof value); }

// As many lanes of rows, and C columns.
template <int LanesOfRows, int C>
struct Tile {
  static constexpr int R = LanesOfRows * kRegistersPerLanes;
  Register at[C][R];

  void load_from(const double* from, std::int64_t stride) {
    for (int c = 0; c < C; ++c)
      for (int r = 0; r < R; ++r) at[c][r] = load(from + c * stride + r * kWide);
  }
  void store_to(double* to, std::int64_t stride) const {
    for (int c = 0; c < C; ++c)
      for (int r = 0; r < R; ++r) store(to + c * stride + r * kWide, at[c][r]);
  }

  // Less X Y; X has the tile's rows, and the factor of X's column l in the tile's column c is Y[l inner_stride + c column_stride].
  [[gnu::always_inline]] void subtract(const double* X, std::int64_t x_stride, const double* Y, std::int64_t inner_stride,
                                       std::int64_t column_stride, Index inner) {
    for (Index l = 0; l < inner; ++l, X += x_stride, Y += inner_stride) {
      Register x[R];
      for (int r = 0; r < R; ++r) x[r] = load(X + r * kWide);
      for (int c = 0; c < C; ++c)
        for (int r = 0; r < R; ++r) at[c][r] -= x[r] * Y[c * column_stride];
    }
  }
};

}  // namespace
}  // namespace lilyan
