// Groups of the numbers 0 ... n-1 that are joined one after the other: union-find with halving paths.
//
// A group is named by its smallest member, so that names do not depend on the order of joining.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <vector>

namespace lilyan {

class Groups {
 public:
  explicit Groups(std::size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }

  std::size_t of(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t i, std::size_t j) {
    i = of(i), j = of(j);
    parent_[std::max(i, j)] = std::min(i, j);
  }
  std::size_t count() const {
    std::size_t names = 0;
    for (std::size_t i = 0; i < parent_.size(); ++i) names += parent_[i] == i;
    return names;
  }

 private:
  std::vector<std::size_t> parent_;
};

}  // namespace lilyan
