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

// Products and transposes: every row of a product is summed by one thread, in the order of the rows that it is made of, with the
// same bits for any number of threads.

// Marks of which columns a row has so far, for sums of sparse rows.
class RowMarks {
 public:
  explicit RowMarks(Index columns) : place_(static_cast<std::size_t>(columns), -1) {}
  bool is_new(Index column) const { return place_[column] < 0; }
  std::int64_t& operator[](Index column) { return place_[column]; }
  void clear(std::span<const Index> columns) {
    for (Index column : columns) place_[column] = -1;
  }

 private:
  std::vector<std::int64_t> place_;
};

// The pattern of a matrix whose row i has the columns that visit(i, take) calls take(column) with, in that order.
template <class Rows, class Visit>
void make_pattern(Index rows, Index columns, Rows& made, const Visit& visit) {
  const Index ranges = (rows + kRowsAtOnce - 1) / kRowsAtOnce;
  std::vector<std::vector<Index>> found(static_cast<std::size_t>(ranges));
  made.row_begin.assign(static_cast<std::size_t>(rows) + 1, 0);
  for_each_row_range(rows, [&](Index begin, Index end) {
    RowMarks marks(columns);
    std::vector<Index>& all = found[begin / kRowsAtOnce];
    for (Index i = begin; i < end; ++i) {
      const std::size_t first = all.size();
      visit(i, [&](Index column) {
        if (!marks.is_new(column)) return;
        marks[column] = 0;
        all.push_back(column);
      });
      marks.clear(std::span(all).subspan(first));
      made.row_begin[i + 1] = static_cast<std::int64_t>(all.size() - first);
    }
  });
  for (Index i = 0; i < rows; ++i) made.row_begin[i + 1] += made.row_begin[i];
  made.column.resize(static_cast<std::size_t>(made.row_begin.back()));
  for_each_row_range(rows, [&](Index begin, Index) {
    const std::vector<Index>& all = found[begin / kRowsAtOnce];
    std::copy(all.begin(), all.end(), made.column.begin() + made.row_begin[begin]);
  });
  made.make_values();
}

// to (R x C) += from (R x K) other (K x C), column by column.
template <int R, int K, int C, class Scalar>
void add_product(const Scalar* from, const Scalar* other, Scalar* to) {
  using Packs = RowPack<Scalar, R>;
  typename Packs::Pack column[K];
  for (int k = 0; k < K; ++k) column[k] = Packs::load(from + R * k);
  for (int c = 0; c < C; ++c) {
    typename Packs::Pack sum = column[0] * other[K * c];
    for (int k = 1; k < K; ++k) sum += column[k] * other[k + K * c];
    for (int r = 0; r < R; ++r) to[r + R * c] += sum[r];
  }
}

// A B; B has `columns` columns of blocks.
template <int R, int K, int C, class Scalar>
BlockRows<R, C, Scalar> product(const BlockRows<R, K, Scalar>& A, const BlockRows<K, C, Scalar>& B, Index columns) {
  auto for_each_term = [&](Index i, const auto& visit) {
    for (std::int64_t k = A.row_begin[i]; k < A.row_begin[i + 1]; ++k)
      for (std::int64_t m = B.row_begin[A.column[k]]; m < B.row_begin[A.column[k] + 1]; ++m) visit(k, m);
  };
  BlockRows<R, C, Scalar> made;
  make_pattern(A.rows(), columns, made,
               [&](Index i, const auto& take) { for_each_term(i, [&](std::int64_t, std::int64_t m) { take(B.column[m]); }); });
  for_each_row_range(A.rows(), [&](Index begin, Index end) {
    RowMarks place(columns);
    for (Index i = begin; i < end; ++i) {
      for (std::int64_t k = made.row_begin[i]; k < made.row_begin[i + 1]; ++k) place[made.column[k]] = k;
      for_each_term(
          i, [&](std::int64_t k, std::int64_t m) { add_product<R, K, C>(A.block(k), B.block(m), made.block(place[B.column[m]])); });
      place.clear(made.columns_of(i));
    }
  });
  return made;
}

// A^T; A has `columns` columns of blocks. The rows of A stand in ascending order in every row of it.
template <int R, int C, class Scalar>
BlockRows<C, R, Scalar> transpose(const BlockRows<R, C, Scalar>& A, Index columns) {
  BlockRows<C, R, Scalar> made;
  made.row_begin.assign(static_cast<std::size_t>(columns) + 1, 0);
  for (Index column : A.column) ++made.row_begin[column + 1];
  for (Index j = 0; j < columns; ++j) made.row_begin[j + 1] += made.row_begin[j];
  made.column.resize(A.column.size());
  made.make_values();
  std::vector<std::int64_t> next(made.row_begin.begin(), made.row_begin.end() - 1);
  for (Index i = 0; i < A.rows(); ++i)
    for (std::int64_t k = A.row_begin[i]; k < A.row_begin[i + 1]; ++k) {
      const std::int64_t to = next[A.column[k]]++;
      made.column[to] = i;
      for (int r = 0; r < R; ++r)
        for (int c = 0; c < C; ++c) made.block(to)[c + C * r] = A.block(k)[r + R * c];
    }
  return made;
}

}  // namespace lilyan
