// The memory that steps of a tree of domains work in. It holds no state: results have the same bits with a new one.
#pragma once

#include <lilyan/multidomain/articulated_solver.hpp>
#include <lilyan/multidomain/lanes/tree_elasticity.hpp>

namespace lilyan {

class TreeWorkspace {
 public:
  TreeKinematics kinematics, next;  // the latter for a second state, such as the end of a step
  TreeEquations equations;
  TreeElasticity elasticity;
  ArticulatedSolver solver;
  std::vector<DomainScratch> scratch;  // one per model
  Vector qdd, y, z, q, qd;             // over all coordinates

  // Makes room for the tree; nothing is allocated if the last one had the same shape.
  void fit(const DomainTree& tree);
  DomainScratch& scratch_of(const DomainTree& tree, Index j) { return scratch[tree.model_number(j)]; }

 private:
  std::vector<Index> shape_;
};

}  // namespace lilyan
