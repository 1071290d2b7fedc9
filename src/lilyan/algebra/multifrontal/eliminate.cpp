#include <lilyan/algebra/multifrontal/eliminate.hpp>

#include <lilyan/algebra/multifrontal/kernels/kernels.hpp>

#include <algorithm>
#include <vector>

namespace lilyan {

namespace {

constexpr Index kBlock = 128;              // pivots that are eliminated in one pass over the rows
constexpr std::int64_t kRowsAtOnce = 256;  // of a product: what it reads again and again stays in the cache

bool eliminate_pivots(const DenseFront& front, ShareWork share) {
  const std::int64_t stride = padded(front.pivots), row_stride = padded(front.rows);
  for (Index begin = 0; begin < front.pivots; begin += kBlock) {
    const Index end = std::min(begin + kBlock, front.pivots);
    const double* L_before = front.L11 + begin;  // of the block's rows, in the columns done
    if (begin > 0)
      kernels().subtract_transposed_product(front.L11 + begin + begin * stride, stride, L_before, stride, padded(end - begin),
                                            L_before, stride, end - begin, begin);
    if (!kernels().factor_diagonal_block(front.L11, stride, begin, end)) return false;

    auto rows_below = [&](double* X, std::int64_t x_stride, std::int64_t rows) {
      if (begin > 0)
        kernels().subtract_transposed_product(X + begin * x_stride, x_stride, X, x_stride, rows, L_before, stride, end - begin,
                                              begin);
      kernels().solve_rows(X, x_stride, rows, front.L11, stride, begin, end);
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

std::vector<UpdatePart> update_parts(const UpdateLayout& layout) {
  std::vector<UpdatePart> parts;
  for (Index strip = 0; strip < layout.strips(); ++strip) {
    const std::int64_t first = layout.first_column(strip), rows = first + layout.stride(strip);
    parts.push_back({strip, first, first + layout.columns(strip)});
    for (std::int64_t row = parts.back().end; row < rows; row += kRowsAtOnce)
      parts.push_back({strip, row, std::min(rows, row + kRowsAtOnce)});
  }
  return parts;
}

void subtract_part(const DenseFront& front, const UpdateLayout& layout, const UpdatePart& part) {
  const std::int64_t first = layout.first_column(part.strip), stride = layout.stride(part.strip), x_stride = padded(front.rows);
  double* C = front.update + layout.begin(part.strip) + (part.begin - first);
  if (part.begin == first)
    kernels().subtract_square(C, stride, front.L21 + first, x_stride, part.end - part.begin, part.end - part.begin, front.pivots);
  else
    kernels().subtract_transposed_product(C, stride, front.L21 + part.begin, x_stride, part.end - part.begin, front.L21 + first,
                                          x_stride, layout.columns(part.strip), front.pivots);
}

}  // namespace

bool eliminate(const DenseFront& front, ShareWork share) {
  if (!eliminate_pivots(front, share)) return false;
  const UpdateLayout layout(front.rows);
  if (layout.strips() == 1) {
    kernels().subtract_square(front.update, layout.stride(0), front.L21, layout.stride(0), layout.stride(0), layout.stride(0),
                              front.pivots);
  } else if (layout.strips() > 1) {
    const std::vector<UpdatePart> parts = update_parts(layout);
    share(static_cast<Index>(parts.size()), [&](Index k) { subtract_part(front, layout, parts[k]); });
  }
  return true;
}

}  // namespace lilyan
