// Where the nodes of a tree stand so that no two branches cross: nodes without children side by side in the order of the tree,
// every other node over the middle of its own.
#pragma once

#include <lilyan/core/vector.hpp>

#include <vector>

namespace lilyan {

struct TreeLayout {
  std::vector<double> across;  // of each node: 0, 1, 2, ... of those without children, in between of the others
  std::vector<Index> depth;    // 0 of the root
  Index ends = 0;              // nodes without children
  Index deepest = 0;
};

// parent[i] < i, and -1 of the root, which stands first.
TreeLayout tree_layout(const std::vector<Index>& parent);

}  // namespace lilyan
