// The graph of the groups (vertices) of a symmetric pattern, and what eliminating them one after the other fills in.
#pragma once

#include <lilyan/algebra/symmetric_matrix.hpp>

#include <vector>

namespace lilyan {

// The groups are numbered without gaps; a group is no neighbour of itself.
struct GroupGraph {
  std::vector<std::int64_t> begin;   // groups + 1
  std::vector<Index> neighbour;      // ascending for each group
  std::vector<Index> first_unknown;  // groups + 1

  Index groups() const { return static_cast<Index>(first_unknown.size()) - 1; }
  Index unknowns(Index group) const { return first_unknown[group + 1] - first_unknown[group]; }
};

GroupGraph group_graph(const SymmetricPattern& pattern);

using GroupOrder = std::vector<Index>;  // the group eliminated k-th

// Of each group, numbered by when it is eliminated: the first group that its elimination changes (-1: none), and how many unknowns
// stand below it in its columns of the factor. [Liu 1990, sec. 3]
struct EliminationTree {
  std::vector<Index> parent, below;
};

EliminationTree elimination_tree(const GroupGraph& graph, const GroupOrder& order);

}  // namespace lilyan
