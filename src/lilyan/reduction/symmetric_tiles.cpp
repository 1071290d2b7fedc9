#include <lilyan/reduction/symmetric_tiles.hpp>

#include <algorithm>
#include <cstring>

namespace lilyan {

namespace {

constexpr std::size_t kTile = kFour;

Four splat(double value) { return Four{value, value, value, value}; }

// Number c of the result is the sum of the numbers of a[c].
Four sums(const Four (&a)[4]) {
  const Four b = __builtin_shufflevector(a[0], a[1], 0, 4, 2, 6) + __builtin_shufflevector(a[0], a[1], 1, 5, 3, 7);
  const Four c = __builtin_shufflevector(a[2], a[3], 0, 4, 2, 6) + __builtin_shufflevector(a[2], a[3], 1, 5, 3, 7);
  return __builtin_shufflevector(b, c, 0, 1, 4, 5) + __builtin_shufflevector(b, c, 2, 3, 6, 7);
}

}  // namespace

SymmetricTiles::SymmetricTiles(Eigen::Index rows)
    : rows_(rows), columns_(kTile * blocks_of(rows) * (blocks_of(rows) + 1) / 2, Four{}) {}

std::size_t SymmetricTiles::place(std::size_t row, std::size_t column) const {
  const std::size_t I = row / kTile, J = column / kTile;
  const std::size_t before = J * (2 * blocks() + 1 - J) / 2;  // tiles in the columns of tiles left of it
  return kTile * (before + I - J) + column % kTile;
}

double SymmetricTiles::operator()(Eigen::Index row, Eigen::Index column) const {
  const auto [low, high] = std::minmax({static_cast<std::size_t>(row), static_cast<std::size_t>(column)});
  return columns_[place(high, low)][high % kTile];
}

void SymmetricTiles::set(Eigen::Index row, Eigen::Index column, double value) {
  const auto [low, high] = std::minmax({static_cast<std::size_t>(row), static_cast<std::size_t>(column)});
  columns_[place(high, low)][high % kTile] = value;
  if (high / kTile == low / kTile) columns_[place(low, high)][low % kTile] = value;  // tiles on the diagonal are whole
}

void SymmetricTiles::multiply(const Four* x, Four* y) const {
  const std::size_t n = blocks();
  std::fill(y, y + n, Four{});
  const Four* tile = columns_.data();
  for (std::size_t J = 0; J < n; ++J) {
    const Four x_0 = splat(x[J][0]), x_1 = splat(x[J][1]), x_2 = splat(x[J][2]), x_3 = splat(x[J][3]);
    Four down[4] = {};  // down[c] += T_Ic x_I: to be summed over the rows of a tile in the end
    const Four on_diagonal = y[J] + tile[0] * x_0 + tile[1] * x_1 + tile[2] * x_2 + tile[3] * x_3;
    tile += kTile;
    for (std::size_t I = J + 1; I < n; ++I, tile += kTile) {
      const Four x_I = x[I];
      y[I] = (y[I] + tile[0] * x_0 + tile[1] * x_1) + (tile[2] * x_2 + tile[3] * x_3);
      down[0] += tile[0] * x_I;
      down[1] += tile[1] * x_I;
      down[2] += tile[2] * x_I;
      down[3] += tile[3] * x_I;
    }
    y[J] = on_diagonal + sums(down);
  }
}

void SymmetricTiles::multiply(const Lanes* x, Lanes* y) const {
  const std::size_t n = blocks();
  const auto* numbers = reinterpret_cast<const double*>(columns_.data());
  for (std::size_t I = 0; I < n; ++I) {
    Lanes sums[kTile] = {};
    const double* tile = numbers + kTile * kTile * I;
    for (std::size_t J = 0; J <= I; tile += kTile * kTile * (n - ++J))  // the tiles of row I, up to the diagonal
      for (std::size_t c = 0; c < kTile; ++c)
        for (std::size_t r = 0; r < kTile; ++r) sums[r] += tile[kTile * c + r] * x[kTile * J + c];
    tile = numbers + kTile * (place(kTile * I, kTile * I) + kTile);
    for (std::size_t J = I + 1; J < n; ++J, tile += kTile * kTile)  // the tiles below the diagonal stand for those right of it
      for (std::size_t c = 0; c < kTile; ++c)
        for (std::size_t r = 0; r < kTile; ++r) sums[r] += tile[kTile * r + c] * x[kTile * J + c];
    std::copy(sums, sums + kTile, y + kTile * I);
  }
}

bool SymmetricTiles::operator==(const SymmetricTiles& other) const {
  return rows_ == other.rows_ &&
         (columns_.empty() || std::memcmp(columns_.data(), other.columns_.data(), sizeof(Four) * columns_.size()) == 0);
}

}  // namespace lilyan
