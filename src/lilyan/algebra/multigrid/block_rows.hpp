// A sparse matrix of dense R x C blocks, stored row by row, for products that only gather: rows are independent of each other, so
// that threads share them without changing a bit.
//
// A block lies column by column. The array ends with padding: a kernel loads whole packs of four or eight numbers.
#pragma once

#include <lilyan/algebra/threads.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace lilyan {

// So many rows are the work of one call of a thread.
inline constexpr Index kRowsAtOnce = 128;

// body(begin, end) for ranges of rows that together are [0, n).
template <class Body>
void for_each_row_range(Index n, const Body& body) {
  parallel_for((n + kRowsAtOnce - 1) / kRowsAtOnce, [&](Index range) {
    const Index begin = range * kRowsAtOnce;
    body(begin, std::min(n, begin + kRowsAtOnce));
  });
}

template <class Scalar, int R>
struct RowPack {
  static constexpr int kLanes = R <= 4 ? 4 : 8;
  typedef Scalar Pack __attribute__((vector_size(kLanes * sizeof(Scalar))));
  static Pack load(const Scalar* from) {
    Pack pack;
    std::memcpy(&pack, from, sizeof(Pack));
    return pack;
  }
  // Exactly R numbers, for vectors whose next entry another thread may be writing.
  static Pack load_row(const Scalar* from) {
    Pack pack = {};
    for (int a = 0; a < R; ++a) pack[a] = from[a];
    return pack;
  }
};

template <int R, int C, class Scalar>
class BlockRows {
 public:
  static constexpr int kEntries = R * C;
  using Packs = RowPack<Scalar, R>;
  using Pack = typename Packs::Pack;

  std::vector<std::int64_t> row_begin = {0};
  std::vector<Index> column;
  std::vector<Scalar> values;

  Index rows() const { return static_cast<Index>(row_begin.size()) - 1; }
  void make_values() { values.assign(kEntries * column.size() + Packs::kLanes, Scalar(0)); }
  Scalar* block(std::int64_t place) { return values.data() + kEntries * place; }
  const Scalar* block(std::int64_t place) const { return values.data() + kEntries * place; }
  std::span<const Index> columns_of(Index i) const {
    return std::span(column).subspan(static_cast<std::size_t>(row_begin[i]),
                                     static_cast<std::size_t>(row_begin[i + 1] - row_begin[i]));
  }

  // Row i of the product with x, in the first R lanes.
  Pack times(Index i, const Scalar* x) const {
    Pack sum[C] = {};
    const Scalar* at = block(row_begin[i]);
    for (std::int64_t k = row_begin[i]; k < row_begin[i + 1]; ++k, at += kEntries) {
      const Scalar* x_j = x + C * static_cast<std::ptrdiff_t>(column[k]);
      for (int c = 0; c < C; ++c) sum[c] += Packs::load(at + R * c) * x_j[c];
    }
    Pack total = sum[0];
    for (int c = 1; c < C; ++c) total += sum[c];
    return total;
  }
};

// The first R lanes of a pack.
template <int R, class Pack, class Scalar>
void store(const Pack& pack, Scalar* to) {
  for (int a = 0; a < R; ++a) to[a] = pack[a];
}

}  // namespace lilyan
