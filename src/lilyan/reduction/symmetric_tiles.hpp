// A dense symmetric matrix for products with one vector or with eight: half of it, in tiles of four rows and columns.
//
// Every entry below the diagonal is read once and used twice. Vectors come four numbers at a time, zero behind the last row.
#pragma once

#include <lilyan/core/lanes.hpp>
#include <lilyan/core/vector.hpp>

#include <cstddef>
#include <vector>

namespace lilyan {

// Four doubles that move together.
inline constexpr int kFour = 4;
using Four [[gnu::vector_size(kFour * sizeof(double))]] = double;

class SymmetricTiles {
 public:
  SymmetricTiles() = default;
  explicit SymmetricTiles(Eigen::Index rows);  // zero

  Eigen::Index rows() const { return rows_; }
  std::size_t blocks() const { return blocks_of(rows_); }  // Fours of a vector
  static std::size_t blocks_of(Eigen::Index rows) { return static_cast<std::size_t>((rows + kFour - 1) / kFour); }

  double operator()(Eigen::Index row, Eigen::Index column) const;
  void set(Eigen::Index row, Eigen::Index column, double value);  // and its mirror image

  // y = T x, both of `blocks` Fours.
  void multiply(const Four* x, Four* y) const;
  // The same for eight vectors, one per lane; both of 4 `blocks` numbers in each lane.
  void multiply(const Lanes* x, Lanes* y) const;

  // The same bits.
  bool operator==(const SymmetricTiles& other) const;

 private:
  std::size_t place(std::size_t row, std::size_t column) const;  // in columns_; row >= column, or both in one tile

  Eigen::Index rows_ = 0;
  std::vector<Four> columns_;  // of the tiles, column of tiles after column of tiles, each from the diagonal down
};

}  // namespace lilyan
