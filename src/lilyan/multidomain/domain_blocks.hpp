// One array of numbers per domain, all in one piece of memory, each at the start of a cache line.
//
// Sums over such arrays have the same bits wherever the memory comes from.
#pragma once

#include <lilyan/core/large_array.hpp>
#include <lilyan/core/vector.hpp>

#include <vector>

namespace lilyan {

class DomainBlocks {
 public:
  using Tall = Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, 6>, Eigen::AlignedMax>;
  using Square = Eigen::Map<Eigen::MatrixXd, Eigen::AlignedMax>;
  using Column = Eigen::Map<Vector, Eigen::AlignedMax>;

  // lengths: how many numbers each domain has. The numbers are not set.
  void arrange(const std::vector<Eigen::Index>& lengths) {
    constexpr Eigen::Index kLine = 8;
    starts_.clear();
    Eigen::Index end = 0;
    for (Eigen::Index length : lengths) {
      starts_.push_back(end);
      end += (length + kLine - 1) / kLine * kLine;
    }
    numbers_ = LargeArray(end);
  }

  double* operator[](Index j) const { return numbers_.data() + starts_[j]; }
  Tall tall(Index j, Index r) const { return {(*this)[j], r, 6}; }
  Square square(Index j, Index r) const { return {(*this)[j], r, r}; }
  Column column(Index j, Index r) const { return {(*this)[j], r}; }

 private:
  std::vector<Eigen::Index> starts_;
  LargeArray numbers_;
};

}  // namespace lilyan
