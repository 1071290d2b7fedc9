// The tree of dense fronts by which a sparse symmetric matrix is factorised [Liu 1992].
//
// A front eliminates some unknowns, its pivots, and leaves an update of the unknowns below them, its rows, to its parent. Fronts
// stand in postorder: children before their parent, and a front right behind its last child. Positions are places in the order of
// elimination; the pivots of a front, and its rows in their list, begin at a multiple of kLanes, so that some places are empty.
#pragma once

#include <lilyan/algebra/multifrontal/supernodes.hpp>
#include <lilyan/algebra/ordering.hpp>

#include <span>
#include <vector>

namespace lilyan {

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
