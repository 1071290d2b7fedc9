// Sets of vertices or cells as lists of indices: ascending, every index once.
#pragma once

#include <lilyan/core/vector.hpp>

#include <algorithm>
#include <vector>

namespace lilyan {

// Sorts a set and leaves every index once.
inline void make_set(std::vector<Index>& indices) {
  std::sort(indices.begin(), indices.end());
  indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
}

}  // namespace lilyan
