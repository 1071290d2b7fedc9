#include <lilyan/algebra/multifrontal/group_graph.hpp>

#include <algorithm>

namespace lilyan {

GroupGraph group_graph(const SymmetricPattern& pattern) {
  GroupGraph graph;
  std::vector<Index> group(static_cast<std::size_t>(pattern.size));  // of each unknown, numbered without gaps
  for (Index i = 0; i < pattern.size; ++i) {
    if (i == 0 || pattern.group[i] != pattern.group[i - 1]) graph.first_unknown.push_back(i);
    group[i] = static_cast<Index>(graph.first_unknown.size()) - 1;
  }
  graph.first_unknown.push_back(pattern.size);
  const Index groups = graph.groups();

  // The neighbours of a higher number. Unknowns of a group may differ in pattern where components are held, so all their columns
  // are joined.
  std::vector<Index> later, seen(static_cast<std::size_t>(groups), -1);
  std::vector<std::int64_t> later_begin(1, 0), count(static_cast<std::size_t>(groups) + 1, 0);
  for (Index g = 0; g < groups; ++g) {
    for (std::int64_t k = pattern.column_begin[graph.first_unknown[g]]; k < pattern.column_begin[graph.first_unknown[g + 1]]; ++k) {
      const Index other = group[pattern.row[k]];
      if (other == g || seen[other] == g) continue;
      seen[other] = g;
      later.push_back(other);
      ++count[other];
    }
    later_begin.push_back(static_cast<std::int64_t>(later.size()));
    count[g] += later_begin[g + 1] - later_begin[g];
  }

  graph.begin.assign(1, 0);
  for (Index g = 0; g < groups; ++g) graph.begin.push_back(graph.begin.back() + count[g]);
  graph.neighbour.resize(static_cast<std::size_t>(graph.begin.back()));
  std::vector<std::int64_t> place(graph.begin.begin(), graph.begin.end() - 1);
  for (Index g = 0; g < groups; ++g)
    for (std::int64_t k = later_begin[g]; k < later_begin[g + 1]; ++k) {
      graph.neighbour[place[g]++] = later[k];
      graph.neighbour[place[later[k]]++] = g;
    }
  for (Index g = 0; g < groups; ++g)
    std::sort(graph.neighbour.begin() + graph.begin[g], graph.neighbour.begin() + graph.begin[g + 1]);
  return graph;
}

// Row i of the factor is the subtree of the elimination tree below i that row i of the matrix reaches.
EliminationTree elimination_tree(const GroupGraph& graph, const GroupOrder& order) {
  const auto n = static_cast<std::size_t>(graph.groups());
  EliminationTree tree{std::vector<Index>(n, -1), std::vector<Index>(n, 0)};
  std::vector<Index> position(n), mark(n, -1);
  for (std::size_t k = 0; k < n; ++k) position[order[k]] = static_cast<Index>(k);
  for (Index i = 0; i < graph.groups(); ++i) {
    const Index group = order[i];
    mark[i] = i;
    for (std::int64_t e = graph.begin[group]; e < graph.begin[group + 1]; ++e)
      for (Index k = position[graph.neighbour[e]]; k < i && mark[k] != i; k = tree.parent[k]) {
        if (tree.parent[k] < 0) tree.parent[k] = i;
        tree.below[k] += graph.unknowns(group);
        mark[k] = i;
      }
  }
  return tree;
}

}  // namespace lilyan
