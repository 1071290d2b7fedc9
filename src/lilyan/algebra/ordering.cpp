#include <lilyan/algebra/ordering.hpp>

#include <metis.h>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include <algorithm>
#include <mutex>
#include <new>
#include <numeric>

namespace lilyan {

namespace {

// The graph of groups: neighbours without the group itself, and how many unknowns each group has.
struct GroupGraph {
  std::vector<idx_t> begin, neighbour;
  std::vector<Index> first_unknown;  // groups + 1

  Index groups() const { return static_cast<Index>(first_unknown.size()) - 1; }
  Index unknowns(Index group) const { return first_unknown[group + 1] - first_unknown[group]; }
};

GroupGraph group_graph(const SymmetricPattern& pattern) {
  GroupGraph graph;
  std::vector<Index> compact(pattern.size);  // group of each unknown, numbered without gaps
  for (Index i = 0; i < pattern.size; ++i) {
    if (i == 0 || pattern.group[i] != pattern.group[i - 1]) graph.first_unknown.push_back(i);
    compact[i] = static_cast<Index>(graph.first_unknown.size()) - 1;
  }
  graph.first_unknown.push_back(pattern.size);

  // Unknowns of a group may differ in pattern where components are held, so all their columns are joined.
  std::vector<std::vector<idx_t>> neighbours(graph.groups());
  for (Index j = 0; j < pattern.size; ++j)
    for (std::int64_t k = pattern.column_begin[j]; k < pattern.column_begin[j + 1]; ++k) {
      const Index a = compact[pattern.row[k]], b = compact[j];
      if (a == b) continue;
      neighbours[a].push_back(b);
      neighbours[b].push_back(a);
    }
  graph.begin.push_back(0);
  for (std::vector<idx_t>& list : neighbours) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    graph.neighbour.insert(graph.neighbour.end(), list.begin(), list.end());
    graph.begin.push_back(static_cast<idx_t>(graph.neighbour.size()));
  }
  return graph;
}

using GroupOrder = std::vector<Index>;  // the group eliminated k-th

GroupOrder natural_order(const GroupGraph& graph) {
  GroupOrder order(graph.groups());
  std::iota(order.begin(), order.end(), Index{0});
  return order;
}

GroupOrder minimum_degree(const GroupGraph& graph) {
  // Eigen takes a column without a diagonal entry for a dense one, so the diagonal is given to it too.
  std::vector<Eigen::Triplet<double, idx_t>> entries;
  for (Index g = 0; g < graph.groups(); ++g) {
    entries.emplace_back(g, g, 1.0);
    for (idx_t e = graph.begin[g]; e < graph.begin[g + 1]; ++e) entries.emplace_back(graph.neighbour[e], g, 1.0);
  }
  Eigen::SparseMatrix<double, Eigen::ColMajor, idx_t> matrix(graph.groups(), graph.groups());
  matrix.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, idx_t> order;
  Eigen::AMDOrdering<idx_t>{}(matrix, order);
  return GroupOrder(order.indices().data(), order.indices().data() + graph.groups());
}

// METIS draws its random numbers from rand(), which it seeds anew for every graph: the order is the same every time, as long as no
// two graphs are ordered at once.
GroupOrder nested_dissection(GroupGraph& graph) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  idx_t n = graph.groups();
  std::vector<idx_t> order(n), position(n);
  const int status = METIS_NodeND(&n, graph.begin.data(), graph.neighbour.data(), nullptr, nullptr, order.data(), position.data());
  if (status != METIS_OK) throw std::bad_alloc();  // the only way in which it can fail here
  return GroupOrder(order.begin(), order.end());
}

// Counts the factor's entries and operations for an order of the groups: row i of the factor is the subtree of the
// elimination tree below i that row i of the matrix reaches [Liu 1990, sec. 3].
Ordering count(const GroupGraph& graph, const GroupOrder& order, std::string name) {
  const Index n = graph.groups();
  std::vector<Index> position(n), parent(n, -1), mark(n, -1);
  for (Index k = 0; k < n; ++k) position[order[k]] = k;
  std::vector<double> below(n, 0.0);  // unknowns below the diagonal group in each column of the factor
  for (Index i = 0; i < n; ++i) {
    const Index group = order[i];
    mark[i] = i;
    for (idx_t e = graph.begin[group]; e < graph.begin[group + 1]; ++e)
      for (Index k = position[graph.neighbour[e]]; k < i && mark[k] != i; k = parent[k]) {
        if (parent[k] < 0) parent[k] = i;
        below[k] += graph.unknowns(group);
        mark[k] = i;
      }
  }

  Ordering result;
  result.name = std::move(name);
  for (Index k = 0; k < n; ++k)
    for (Index within = 0; within < graph.unknowns(order[k]); ++within) {
      const double column = below[k] + graph.unknowns(order[k]) - within;
      result.entries += column;
      result.flops += column * column;
      result.permutation.push_back(graph.first_unknown[order[k]] + within);
    }
  return result;
}

}  // namespace

Ordering fill_reducing_ordering(const SymmetricPattern& pattern) {
  if (pattern.size == 0) return {"natural", {}, 0, 0};
  GroupGraph graph = group_graph(pattern);
  Ordering best = count(graph, natural_order(graph), "natural");
  auto consider = [&](Ordering other) {
    if (other.flops < best.flops) best = std::move(other);
  };
  if (graph.neighbour.empty()) return best;  // nothing couples: any order will do, and METIS wants an edge
  consider(count(graph, minimum_degree(graph), "amd"));
  consider(count(graph, nested_dissection(graph), "metis"));
  return best;
}

}  // namespace lilyan
