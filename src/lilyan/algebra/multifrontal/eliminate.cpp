#include <lilyan/algebra/multifrontal/eliminate.hpp>

#include <lilyan/algebra/multifrontal/front_kernels.hpp>

#include <cblas.h>

#include <algorithm>
#include <vector>

namespace lilyan {

namespace {

constexpr Index kBlock = 128;       // pivots that are eliminated without BLAS
constexpr Index kRowsAtOnce = 256;  // of a panel
constexpr double kBlasFlops = 4e6;  // below them our own product is as quick

// C <- C - X Y^T
void subtract_product(double* C, std::int64_t c_stride, const double* X, std::int64_t x_stride, const double* Y,
                      std::int64_t y_stride, std::int64_t rows, std::int64_t columns, std::int64_t inner) {
  auto number = [](std::int64_t n) { return static_cast<blasint>(n); };
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, number(rows), number(columns), number(inner), -1, X, number(x_stride), Y,
              number(y_stride), 1, C, number(c_stride));
}

bool eliminate_pivots(const DenseFront& front, ShareWork share) {
  const std::int64_t stride = padded(front.pivots), row_stride = padded(front.rows);
  for (Index begin = 0; begin < front.pivots; begin += kBlock) {
    const Index end = std::min(begin + kBlock, front.pivots);
    const double* L_before = front.L11 + begin;  // of the block's rows, in the columns done
    if (begin > 0)
      subtract_product(front.L11 + begin + begin * stride, stride, L_before, stride, L_before, stride, end - begin, end - begin,
                       begin);
    if (!factor_diagonal_block(front.L11, stride, begin, end)) return false;

    auto rows_below = [&](double* X, std::int64_t x_stride, std::int64_t rows) {
      if (begin > 0) subtract_product(X + begin * x_stride, x_stride, X, x_stride, L_before, stride, rows, end - begin, begin);
      solve_rows(X, x_stride, rows, front.L11, stride, begin, end);
    };
    const auto chunks = [](std::int64_t rows) { return static_cast<Index>((rows + kRowsAtOnce - 1) / kRowsAtOnce); };
    const Index chunks_of_L11 = chunks(end < front.pivots ? stride - end : 0);
    auto chunk = [&](Index k) {
      if (k < chunks_of_L11) {
        const std::int64_t row = end + std::int64_t{k} * kRowsAtOnce;
        rows_below(front.L11 + row, stride, std::min<std::int64_t>(kRowsAtOnce, stride - row));
      } else {
        const std::int64_t row = std::int64_t{k - chunks_of_L11} * kRowsAtOnce;
        rows_below(front.L21 + row, row_stride, std::min<std::int64_t>(kRowsAtOnce, row_stride - row));
      }
    };
    const Index n = chunks_of_L11 + chunks(row_stride);
    if (n > 2)
      share(n, chunk);
    else
      for (Index k = 0; k < n; ++k) chunk(k);
  }
  return true;
}

// A part of the update: a strip of columns, in the rows [begin, end).
struct UpdatePart {
  Index strip;
  std::int64_t begin, end;
};

std::vector<UpdatePart> update_parts(const UpdateLayout& layout, std::int64_t rows) {
  constexpr std::int64_t kRows = 512;
  std::vector<UpdatePart> parts;
  for (Index strip = 0; strip < layout.strips(); ++strip) {
    const std::int64_t first = layout.first_column(strip), below = std::min(rows, first + layout.columns(strip));
    parts.push_back({strip, first, below});
    for (std::int64_t row = below; row < rows; row += kRows) parts.push_back({strip, row, std::min(rows, row + kRows)});
  }
  return parts;
}

void subtract_by_blas(const DenseFront& front, const UpdateLayout& layout, const UpdatePart& part) {
  constexpr std::int64_t kColumns = 64;  // in a strip's triangle, of which less than half of this width is computed in vain
  const std::int64_t first = layout.first_column(part.strip), last = first + layout.columns(part.strip);
  const std::int64_t stride = layout.stride(part.strip), x_stride = padded(front.rows);
  const bool is_triangle = part.begin == first;
  const std::int64_t width = is_triangle ? kColumns : last - first;
  for (std::int64_t column = first; column < last; column += width) {
    const std::int64_t row = is_triangle ? column : part.begin;
    if (row >= part.end) break;
    double* C = front.update + layout.begin(part.strip) + (column - first) * stride + (row - first);
    subtract_product(C, stride, front.L21 + row, x_stride, front.L21 + column, x_stride, part.end - row,
                     std::min(width, last - column), front.pivots);
  }
}

}  // namespace

bool uses_blas(Index pivots, Index rows) { return pivots > kBlock || static_cast<double>(pivots) * rows * rows > kBlasFlops; }

bool eliminate(const DenseFront& front, ShareWork share) {
  if (!eliminate_pivots(front, share)) return false;
  const UpdateLayout layout(front.rows);
  if (static_cast<double>(front.pivots) * front.rows * front.rows > kBlasFlops) {
    const std::vector<UpdatePart> parts = update_parts(layout, front.rows);
    share(static_cast<Index>(parts.size()), [&](Index k) { subtract_by_blas(front, layout, parts[k]); });
  } else {
    for (Index strip = 0; strip < layout.strips(); ++strip) {
      const std::int64_t first = layout.first_column(strip);
      subtract_square(front.update + layout.begin(strip), layout.stride(strip), front.L21, padded(front.rows), padded(front.rows),
                      front.pivots, first, first + layout.columns(strip));
    }
  }
  return true;
}

}  // namespace lilyan
