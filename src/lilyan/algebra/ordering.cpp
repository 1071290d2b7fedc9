#include <lilyan/algebra/ordering.hpp>

#include <lilyan/algebra/multifrontal/group_graph.hpp>

#include <metis.h>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>

#include <algorithm>
#include <mutex>
#include <new>
#include <numeric>

namespace lilyan {

namespace {

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
    for (std::int64_t e = graph.begin[g]; e < graph.begin[g + 1]; ++e) entries.emplace_back(graph.neighbour[e], g, 1.0);
  }
  Eigen::SparseMatrix<double, Eigen::ColMajor, idx_t> matrix(graph.groups(), graph.groups());
  matrix.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, idx_t> order;
  Eigen::AMDOrdering<idx_t>{}(matrix, order);
  return GroupOrder(order.indices().data(), order.indices().data() + graph.groups());
}

// METIS draws its random numbers from rand(), which it seeds anew for every graph: the order is the same every time, as long as no
// two graphs are ordered at once.
GroupOrder nested_dissection(const GroupGraph& graph) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  idx_t n = graph.groups();
  std::vector<idx_t> begin(graph.begin.begin(), graph.begin.end()), neighbour(graph.neighbour.begin(), graph.neighbour.end());
  std::vector<idx_t> order(n), position(n);
  const int status = METIS_NodeND(&n, begin.data(), neighbour.data(), nullptr, nullptr, order.data(), position.data());
  if (status != METIS_OK) throw std::bad_alloc();  // the only way in which it can fail here
  return GroupOrder(order.begin(), order.end());
}

// Counts the factor's entries and operations for an order of the groups.
Ordering count(const GroupGraph& graph, const GroupOrder& order, std::string name) {
  const std::vector<Index> below = elimination_tree(graph, order).below;
  Ordering result;
  result.name = std::move(name);
  for (Index k = 0; k < graph.groups(); ++k)
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
  const GroupGraph graph = group_graph(pattern);
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
