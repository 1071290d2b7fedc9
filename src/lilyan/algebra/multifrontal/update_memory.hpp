// Where the updates of all fronts are kept, and which fronts are computed together: decided once per tree, whatever the threads.
//
// The tree is cut below its costliest fronts. The subtrees left hanging are computed at once, in bundles of about the same cost
// with a memory of their own each; then the fronts above the cut, one after the other, each by all threads together.
#pragma once

#include <lilyan/algebra/multifrontal/assembly_tree.hpp>

#include <map>
#include <vector>

namespace lilyan {

// A memory whose pieces are given out at the lowest free place.
class FirstFit {
 public:
  std::int64_t take(std::int64_t size);
  void give_back(std::int64_t place, std::int64_t size);
  std::int64_t peak() const { return peak_; }

 private:
  std::map<std::int64_t, std::int64_t> free_;  // size of the piece at each place; no two touch
  std::int64_t end_ = 0, peak_ = 0;
};

struct UpdateMemory {
  std::vector<std::vector<Index>> subtrees;  // their roots, in bundles that are computed at once; the costliest first
  std::vector<Index> top;                    // the other fronts, above the cut, in postorder
  std::vector<std::int64_t> place;  // of each front's update: of roots and the top in the common memory, else in the bundle's
  std::int64_t common_size = 0;     // numbers
  std::int64_t bundle_size = 0;     // enough for any one of them
};

UpdateMemory plan_updates(const AssemblyTree& tree);

}  // namespace lilyan
