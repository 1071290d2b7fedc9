// How the numbers of a front are stored: columns padded with zero rows to whole lanes.
//
//   panel   L11 (pivots x pivots, lower) and behind it L21 (rows x pivots), both by columns
//   update  rows x rows, lower, in strips of columns; a strip begins at its own diagonal, so that little above it is stored
#pragma once

#include <lilyan/core/lanes.hpp>
#include <lilyan/core/vector.hpp>

#include <algorithm>

namespace lilyan {

inline std::int64_t padded(std::int64_t rows) { return (rows + kLanes - 1) / kLanes * kLanes; }

inline std::int64_t panel_size(Index pivots, Index rows) { return (padded(pivots) + padded(rows)) * pivots; }

class UpdateLayout {
 public:
  explicit UpdateLayout(Index rows) : height_(padded(rows)), width_(rows <= 256 ? 64 : rows <= 1024 ? 128 : 256) {}

  Index strips() const { return static_cast<Index>((height_ + width_ - 1) / width_); }
  std::int64_t width() const { return width_; }
  std::int64_t first_column(Index strip) const { return strip * width_; }
  std::int64_t columns(Index strip) const { return std::min(width_, height_ - first_column(strip)); }
  std::int64_t stride(Index strip) const { return height_ - first_column(strip); }
  std::int64_t begin(Index strip) const { return strip * width_ * height_ - width_ * width_ * strip * (strip - 1) / 2; }
  std::int64_t size() const {
    const Index last = strips() - 1;
    return last < 0 ? 0 : begin(last) + columns(last) * stride(last);
  }

  // Where column j would have its row 0: rows before the strip's diagonal are not there.
  std::int64_t column(Index j) const {
    const auto strip = static_cast<Index>(j / width_);
    return begin(strip) + (j - first_column(strip)) * stride(strip) - first_column(strip);
  }

 private:
  std::int64_t height_, width_;
};

}  // namespace lilyan
