// Cholesky's factor of a sparse matrix, computed front by front over the assembly tree.
//
//   [F11  F21^T]   [L11    ] [L11^T  L21^T]
//   [F21  F22  ] = [L21  I ] [         S  ]        F11 = L11 L11^T,  L21 = F21 L11^-T,  S = F22 - L21 L21^T
//
// F is the sum of what the matrix has in the front's columns and of the updates S that its children leave, in a fixed order. How
// work is cut depends on the tree alone, so the factor has the same bits for any number of threads.
#pragma once

#include <lilyan/algebra/multifrontal/eliminate.hpp>
#include <lilyan/algebra/multifrontal/update_memory.hpp>
#include <lilyan/core/large_array.hpp>

#include <span>
#include <vector>

namespace lilyan {

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
