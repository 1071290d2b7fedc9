// Cholesky's factor of a sparse matrix, computed front by front over the assembly tree.
//
//   [F11  F21^T]   [L11    ] [L11^T  L21^T]
//   [F21  F22  ] = [L21  I ] [         S  ]        F11 = L11 L11^T,  L21 = F21 L11^-T,  S = F22 - L21 L21^T
//
// F is the sum of what the matrix has in the front's columns and of the updates S that its children leave, in a fixed order. How
// work is cut depends on the tree alone, so the factor has the same bits for any number of threads.
#pragma once

#include <lilyan/algebra/multifrontal/assembly_tree.hpp>
#include <lilyan/algebra/multifrontal/panel_layout.hpp>
#include <lilyan/core/large_array.hpp>

#include <functional>
#include <map>
#include <span>
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

// Where the updates of all fronts are kept, and which fronts are computed together: decided once per tree, whatever the threads.
//
// The tree is cut below its costliest fronts. The subtrees left hanging are computed at once, in bundles of about the same cost
// with a memory of their own each; then the fronts above the cut, one after the other, each by all threads together.
struct UpdateMemory {
  std::vector<std::vector<Index>> subtrees;  // their roots, in bundles that are computed at once; the costliest first
  std::vector<Index> top;                    // the other fronts, above the cut, in postorder
  std::vector<std::int64_t> place;  // of each front's update: of roots and the top in the common memory, else in the bundle's
  std::int64_t common_size = 0;     // numbers
  std::int64_t bundle_size = 0;     // enough for any one of them
};

UpdateMemory plan_updates(const AssemblyTree& tree);

// Calls body(i) for i in [0, n), in any order.
using ShareWork = void (*)(Index n, const std::function<void(Index)>& body);

class MultifrontalFactor {
 public:
  explicit MultifrontalFactor(AssemblyTree tree);

  bool compute(std::span<const double> values);  // false where a pivot is not positive; the factor is then lost

  const AssemblyTree& tree() const { return tree_; }
  const UpdateMemory& plan() const { return plan_; }
  const double* L11(const Front& front) const { return panels_.data() + front.panel; }
  const double* L21(const Front& front) const;

  // Of the factor, the updates, the indices and one solve, with as many threads as are in use now.
  double predicted_bytes() const;

 private:
  struct Work;  // of one front

  void allocate();
  bool compute_front(Index f, std::span<const double> values, double* memory, double* memory_of_children, ShareWork share);
  void assemble_pivots(const Work& work, Index begin, Index end) const;
  void assemble_update(const Work& work, Index strip) const;

  AssemblyTree tree_;
  UpdateMemory plan_;
  LargeArray panels_, common_;
  std::vector<LargeArray> bundle_memories_;
};

}  // namespace lilyan
