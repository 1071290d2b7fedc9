// The tree of dense fronts by which a sparse symmetric matrix is factorised [Liu 1992].
//
// A front eliminates some unknowns, its pivots, and leaves an update of the unknowns below them, its rows, to its parent. Fronts
// stand in postorder: children before their parent, and a front right behind its last child. Positions are places in the order of
// elimination; the pivots of a front, and its rows in their list, begin at a multiple of kLanes, so that some places are empty.
#pragma once

#include <lilyan/algebra/multifrontal/group_graph.hpp>
#include <lilyan/algebra/ordering.hpp>

#include <span>
#include <vector>

namespace lilyan {

// Groups that are eliminated together: their columns of the factor have one pattern, or nearly so.
//
// First a group joins the one child whose columns go on as its own do (fundamental supernodes [Liu 1990]). Then a supernode takes
// in a child if one larger dense front costs less than two: zeros are stored and multiplied, but fewer matrices are passed on
// (relaxed amalgamation [Ashcraft 1989]). The cost is a formula in the sizes of the fronts, never a timing.
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

struct Front {
  Index parent = -1;
  Index first_child = 0, children = 0;  // in AssemblyTree::child
  Index first_front = 0;                // of the subtree below it, which ends with it
  Index first_pivot = 0, pivots = 0;    // positions
  Index rows = 0;
  Index rows_on_pivots = 0;    // how many of its rows are pivots of its parent
  std::int64_t first_row = 0;  // in AssemblyTree::row
  std::int64_t panel = 0;      // where its numbers begin in the factor

  double flops() const { return front_flops(pivots, rows); }
};

// Where a number of the matrix goes in the panel of the front that eliminates it.
struct PanelEntry {
  std::int64_t from, to;
};

struct AssemblyTree {
  std::vector<Front> fronts;
  std::vector<Index> child;
  std::vector<Index> unknown;     // at each position; -1: none
  std::vector<Index> row;         // positions of the rows of every front, ascending
  std::vector<Index> in_parent;   // of each row: its place among the parent's pivots, or among the parent's rows
  std::vector<Index> run_end;     // of each row: the first row behind it, of its front, that does not follow it in the parent too
  std::vector<PanelEntry> entry;  // by position of the column
  std::vector<std::int64_t> entry_begin;  // positions + 1
  std::int64_t factor_size = 0;           // numbers

  std::span<const Index> children(const Front& front) const { return std::span(child).subspan(front.first_child, front.children); }
  double index_bytes() const;
};

// The unknowns of a group must follow each other in the ordering.
AssemblyTree assembly_tree(const SymmetricPattern& pattern, const Ordering& ordering);

}  // namespace lilyan
