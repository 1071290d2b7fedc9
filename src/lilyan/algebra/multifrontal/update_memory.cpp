#include <lilyan/algebra/multifrontal/factor.hpp>

#include <lilyan/algebra/multifrontal/panel_layout.hpp>

#include <algorithm>
#include <numeric>
#include <queue>

namespace lilyan {

std::int64_t FirstFit::take(std::int64_t size) {
  if (size == 0) return 0;
  for (auto piece = free_.begin(); piece != free_.end(); ++piece) {
    const auto [place, length] = *piece;
    if (length < size) continue;
    free_.erase(piece);
    if (length > size) free_[place + size] = length - size;
    return place;
  }
  std::int64_t place = end_;
  if (!free_.empty())
    if (const auto last = std::prev(free_.end()); last->first + last->second == end_) {
      place = last->first;
      free_.erase(last);
    }
  end_ = place + size;
  peak_ = std::max(peak_, end_);
  return place;
}

void FirstFit::give_back(std::int64_t place, std::int64_t size) {
  if (size == 0) return;
  auto piece = free_.emplace(place, size).first;
  if (const auto next = std::next(piece); next != free_.end() && next->first == place + size) {
    piece->second += next->second;
    free_.erase(next);
  }
  if (piece == free_.begin()) return;
  if (const auto before = std::prev(piece); before->first + before->second == place) {
    before->second += piece->second;
    free_.erase(piece);
  }
}

namespace {

// Of a whole subtree, in operations; numbers that are moved count as several.
std::vector<double> subtree_costs(const AssemblyTree& tree) {
  constexpr double kFlopsPerNumber = 20;
  std::vector<double> cost(tree.fronts.size());
  for (std::size_t f = 0; f < tree.fronts.size(); ++f) {
    const Front& front = tree.fronts[f];
    const double k = front.pivots, r = front.rows;
    cost[f] += front.flops() + kFlopsPerNumber * (k * (k + r) + r * r / 2);
    if (front.parent >= 0) cost[front.parent] += cost[f];
  }
  return cost;
}

// Takes subtrees apart, the costliest first, until none costs more than a share of the whole, and bundles what is left. None where
// one thread alone is sooner done.
std::vector<std::vector<Index>> cut(const AssemblyTree& tree) {
  constexpr double kWorthThreads = 1e7, kShare = 1.0 / 12;
  const std::vector<double> cost = subtree_costs(tree);
  auto cheaper = [&](Index a, Index b) { return cost[a] != cost[b] ? cost[a] < cost[b] : a > b; };
  std::priority_queue<Index, std::vector<Index>, decltype(cheaper)> subtrees(cheaper);
  double total = 0;
  for (Index f = 0; f < static_cast<Index>(tree.fronts.size()); ++f) {
    if (tree.fronts[f].parent >= 0) continue;
    total += cost[f];
    subtrees.push(f);
  }
  if (total < kWorthThreads) return {};
  while (!subtrees.empty() && cost[subtrees.top()] > kShare * total) {
    const Front& front = tree.fronts[subtrees.top()];
    subtrees.pop();
    for (Index c : tree.children(front)) subtrees.push(c);
  }
  std::vector<Index> roots;
  for (; !subtrees.empty(); subtrees.pop()) roots.push_back(subtrees.top());
  std::sort(roots.begin(), roots.end());

  std::vector<std::vector<Index>> bundles;
  std::vector<double> bundle_cost;
  for (Index root : roots) {
    if (bundles.empty() || bundle_cost.back() + cost[root] > kShare / 2 * total) {
      bundles.emplace_back();
      bundle_cost.push_back(0);
    }
    bundles.back().push_back(root);
    bundle_cost.back() += cost[root];
  }
  std::vector<std::size_t> order(bundles.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return bundle_cost[a] > bundle_cost[b]; });
  std::vector<std::vector<Index>> sorted;
  for (std::size_t k : order) sorted.push_back(std::move(bundles[k]));
  return sorted;
}

}  // namespace

UpdateMemory plan_updates(const AssemblyTree& tree) {
  UpdateMemory plan;
  plan.subtrees = cut(tree);
  plan.place.assign(tree.fronts.size(), 0);
  std::vector<bool> is_below(tree.fronts.size(), false);
  auto size = [&](Index f) { return UpdateLayout(tree.fronts[f].rows).size(); };
  // A front's update is there before those of its children are given back.
  auto compute = [&](Index f, FirstFit& own, FirstFit& of_children) {
    plan.place[f] = own.take(size(f));
    for (Index c : tree.children(tree.fronts[f])) of_children.give_back(plan.place[c], size(c));
  };

  FirstFit common;
  for (const std::vector<Index>& bundle : plan.subtrees) {
    FirstFit memory;
    for (Index root : bundle)
      for (Index f = tree.fronts[root].first_front; f <= root; ++f) {
        compute(f, f == root ? common : memory, memory);
        is_below[f] = true;
      }
    plan.bundle_size = std::max(plan.bundle_size, memory.peak());
  }
  for (Index f = 0; f < static_cast<Index>(tree.fronts.size()); ++f) {
    if (is_below[f]) continue;
    plan.top.push_back(f);
    compute(f, common, common);
  }
  plan.common_size = common.peak();
  return plan;
}

}  // namespace lilyan
