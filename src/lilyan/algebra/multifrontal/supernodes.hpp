// Groups that are eliminated together: their columns of the factor have one pattern, or nearly so.
//
// First a group joins the one child whose columns go on as its own do (fundamental supernodes [Liu 1990]). Then a supernode takes
// in a child if one larger dense front costs less than two: zeros are stored and multiplied, but fewer matrices are passed on
// (relaxed amalgamation [Ashcraft 1989]). The cost is a formula in the sizes of the fronts, never a timing.
#pragma once

#include <lilyan/algebra/multifrontal/group_graph.hpp>

#include <vector>

namespace lilyan {

struct Supernodes {
  std::vector<Index> of_group;  // the supernode of the group eliminated k-th
  std::vector<Index> parent;    // of each supernode; larger than its own number, or -1
  std::vector<Index> pivots;    // unknowns eliminated
  std::vector<Index> rows;      // unknowns below them
};

// size: unknowns of the group eliminated k-th.
Supernodes find_supernodes(const EliminationTree& tree, const std::vector<Index>& size);

// Floating-point operations of eliminating k pivots above r rows.
inline double front_flops(double k, double r) { return k * (k * k / 3 + r * (k + r)); }

}  // namespace lilyan
