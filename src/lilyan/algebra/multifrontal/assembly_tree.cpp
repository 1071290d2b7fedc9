#include <lilyan/algebra/multifrontal/assembly_tree.hpp>

#include <lilyan/algebra/multifrontal/panel_layout.hpp>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace lilyan {

namespace {

// The supernodes in postorder. Of several children the one whose subtree needs the most memory beyond what it leaves comes first:
// so the updates that wait for a parent take the least memory [Liu 1986].
std::vector<Index> postorder(const Supernodes& nodes) {
  const auto n = static_cast<Index>(nodes.parent.size());
  std::vector<std::vector<Index>> children(static_cast<std::size_t>(n) + 1);  // the last: roots
  std::vector<double> peak(static_cast<std::size_t>(n)), left(static_cast<std::size_t>(n));
  auto sort_children = [&](std::vector<Index>& list) {
    std::stable_sort(list.begin(), list.end(), [&](Index a, Index b) { return peak[a] - left[a] > peak[b] - left[b]; });
  };
  for (Index node = 0; node < n; ++node) {
    sort_children(children[node]);
    double waiting = 0;
    for (Index c : children[node]) {
      peak[node] = std::max(peak[node], waiting + peak[c]);
      waiting += left[c];
    }
    left[node] = static_cast<double>(UpdateLayout(nodes.rows[node]).size());
    peak[node] = std::max(peak[node], waiting + left[node]);
    children[nodes.parent[node] < 0 ? n : nodes.parent[node]].push_back(node);
  }
  sort_children(children[n]);

  std::vector<Index> order, path;
  auto push_reversed = [&](const std::vector<Index>& list) { path.insert(path.end(), list.rbegin(), list.rend()); };
  push_reversed(children[n]);
  while (!path.empty()) {
    const Index node = path.back();
    if (children[node].empty()) {
      order.push_back(node);
      path.pop_back();
    } else {
      push_reversed(children[node]);
      children[node].clear();
    }
  }
  return order;
}

// Fronts with their sizes, pivots and children, and the unknowns in their new order of elimination.
void place_fronts(const Supernodes& nodes, const GroupGraph& graph, const GroupOrder& order, AssemblyTree& tree) {
  const std::vector<Index> nodes_in_order = postorder(nodes);
  std::vector<Index> number(nodes.parent.size());
  for (std::size_t f = 0; f < nodes_in_order.size(); ++f) number[nodes_in_order[f]] = static_cast<Index>(f);

  tree.fronts.resize(nodes_in_order.size());
  Index position = 0;
  std::int64_t row = 0;
  for (std::size_t f = 0; f < tree.fronts.size(); ++f) {
    Front& front = tree.fronts[f];
    const Index node = nodes_in_order[f];
    front.parent = nodes.parent[node] < 0 ? -1 : number[nodes.parent[node]];
    front.first_pivot = position;
    front.pivots = nodes.pivots[node];
    front.rows = nodes.rows[node];
    front.first_row = row;
    front.panel = tree.factor_size;
    position += static_cast<Index>(padded(front.pivots));
    row += padded(front.rows);
    tree.factor_size += panel_size(front.pivots, front.rows);
    if (front.parent >= 0) ++tree.fronts[front.parent].children;
  }
  tree.unknown.assign(static_cast<std::size_t>(position), -1);
  tree.row.assign(static_cast<std::size_t>(row), -1);
  Index child = 0;
  for (std::size_t f = 0; f < tree.fronts.size(); ++f) {
    tree.fronts[f].first_front = static_cast<Index>(f);
    tree.fronts[f].first_child = child;
    child += std::exchange(tree.fronts[f].children, 0);
  }
  tree.child.resize(static_cast<std::size_t>(child));
  for (std::size_t f = 0; f < tree.fronts.size(); ++f) {
    if (tree.fronts[f].parent < 0) continue;
    Front& parent = tree.fronts[tree.fronts[f].parent];
    if (parent.children == 0) parent.first_front = tree.fronts[f].first_front;
    tree.child[parent.first_child + parent.children++] = static_cast<Index>(f);
  }

  // The groups, by front and within a front as they were.
  std::vector<Index> next;
  for (const Front& front : tree.fronts) next.push_back(front.first_pivot);
  for (std::size_t k = 0; k < order.size(); ++k)
    for (Index i = graph.first_unknown[order[k]]; i < graph.first_unknown[order[k] + 1]; ++i)
      tree.unknown[next[number[nodes.of_group[k]]]++] = i;
}

// The rows of a front are what its pivots meet in the matrix and what its children leave it, without its pivots.
void find_rows(const GroupGraph& graph, const std::vector<Index>& position, AssemblyTree& tree) {
  std::vector<Index> mark(tree.unknown.size(), -1), group(position.size());  // of each unknown
  for (Index g = 0; g < graph.groups(); ++g)
    std::fill(group.begin() + graph.first_unknown[g], group.begin() + graph.first_unknown[g + 1], g);
  for (Index f = 0; f < static_cast<Index>(tree.fronts.size()); ++f) {
    const Front& front = tree.fronts[f];
    const Index end = front.first_pivot + front.pivots;
    std::int64_t next = front.first_row;
    auto take = [&](Index at) {
      if (at < end || mark[at] == f) return;
      mark[at] = f;
      tree.row[next++] = at;
    };
    for (Index c : tree.children(front)) {
      const Front& child = tree.fronts[c];
      for (std::int64_t k = child.first_row; k < child.first_row + child.rows; ++k) take(tree.row[k]);
    }
    for (Index at = front.first_pivot; at < end;) {
      const Index g = group[tree.unknown[at]];
      for (std::int64_t e = graph.begin[g]; e < graph.begin[g + 1]; ++e)
        for (Index i = graph.first_unknown[graph.neighbour[e]]; i < graph.first_unknown[graph.neighbour[e] + 1]; ++i)
          take(position[i]);
      at += graph.unknowns(g);
    }
    assert(next == front.first_row + front.rows);
    std::sort(tree.row.begin() + front.first_row, tree.row.begin() + next);
  }
}

// Where the rows of every front stand in its parent.
void relate_rows(AssemblyTree& tree) {
  tree.in_parent.resize(tree.row.size());
  tree.run_end.resize(tree.row.size());
  for (Front& front : tree.fronts) {
    if (front.parent < 0) continue;
    const Front& parent = tree.fronts[front.parent];
    const Index* row = tree.row.data() + front.first_row;
    const Index* parent_row = tree.row.data() + parent.first_row;
    Index *place = tree.in_parent.data() + front.first_row, *run_end = tree.run_end.data() + front.first_row;
    Index k = 0, i = 0;
    for (; i < front.rows && row[i] < parent.first_pivot + parent.pivots; ++i) place[i] = row[i] - parent.first_pivot;
    front.rows_on_pivots = i;
    for (; i < front.rows; ++i) {
      while (parent_row[k] != row[i]) ++k;
      place[i] = k;
    }
    for (i = front.rows; i-- > 0;) {
      const bool goes_on = i + 1 < front.rows && place[i + 1] == place[i] + 1;
      run_end[i] = goes_on ? run_end[i + 1] : i + 1;
    }
  }
}

// Where every number of the matrix goes. The numbers are sorted by column first, then placed front by front.
void place_entries(const SymmetricPattern& pattern, const std::vector<Index>& position, AssemblyTree& tree) {
  tree.entry_begin.assign(tree.unknown.size() + 1, 0);
  for (Index j = 0; j < pattern.size; ++j)
    for (std::int64_t k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k)
      ++tree.entry_begin[std::min(position[j], position[pattern.row[k]]) + 1];
  std::partial_sum(tree.entry_begin.begin(), tree.entry_begin.end(), tree.entry_begin.begin());
  tree.entry.resize(static_cast<std::size_t>(pattern.entries()));
  std::vector<std::int64_t> next(tree.entry_begin.begin(), tree.entry_begin.end() - 1);
  for (Index j = 0; j < pattern.size; ++j)
    for (std::int64_t k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k) {
      const auto [column, row] = std::minmax(position[j], position[pattern.row[k]]);
      tree.entry[next[column]++] = {k, row};
    }

  std::vector<Index> place(tree.unknown.size());  // of the current front's rows
  for (const Front& front : tree.fronts) {
    for (Index i = 0; i < front.rows; ++i) place[tree.row[front.first_row + i]] = i;
    const std::int64_t behind_L11 = padded(front.pivots) * front.pivots;
    for (Index j = 0; j < front.pivots; ++j)
      for (std::int64_t k = tree.entry_begin[front.first_pivot + j]; k < tree.entry_begin[front.first_pivot + j + 1]; ++k) {
        std::int64_t& to = tree.entry[k].to;
        const auto row = static_cast<Index>(to);
        to = row < front.first_pivot + front.pivots ? row - front.first_pivot + j * padded(front.pivots)
                                                    : behind_L11 + place[row] + j * padded(front.rows);
      }
  }
}

}  // namespace

double AssemblyTree::index_bytes() const {
  auto bytes = [](const auto& list) { return static_cast<double>(list.size() * sizeof(list[0])); };
  return bytes(fronts) + bytes(child) + bytes(unknown) + bytes(row) + bytes(in_parent) + bytes(run_end) + bytes(entry) +
         bytes(entry_begin);
}

AssemblyTree assembly_tree(const SymmetricPattern& pattern, const Ordering& ordering) {
  const GroupGraph graph = group_graph(pattern);
  GroupOrder order;
  for (std::size_t k = 0; k < ordering.permutation.size(); ++k) {
    const Index i = ordering.permutation[k];
    if (k == 0 || pattern.group[ordering.permutation[k - 1]] != pattern.group[i])
      order.push_back(static_cast<Index>(std::upper_bound(graph.first_unknown.begin(), graph.first_unknown.end(), i) -
                                         graph.first_unknown.begin()) -
                      1);
  }
  assert(static_cast<Index>(order.size()) == graph.groups());
  std::vector<Index> size;
  for (Index group : order) size.push_back(graph.unknowns(group));

  AssemblyTree tree;
  place_fronts(find_supernodes(elimination_tree(graph, order), size), graph, order, tree);
  std::vector<Index> position(static_cast<std::size_t>(pattern.size));
  for (std::size_t k = 0; k < tree.unknown.size(); ++k)
    if (tree.unknown[k] >= 0) position[tree.unknown[k]] = static_cast<Index>(k);
  find_rows(graph, position, tree);
  relate_rows(tree);
  place_entries(pattern, position, tree);
  return tree;
}

}  // namespace lilyan
