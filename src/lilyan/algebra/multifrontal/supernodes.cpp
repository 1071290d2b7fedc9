#include <lilyan/algebra/multifrontal/assembly_tree.hpp>

#include <algorithm>

namespace lilyan {

namespace {

// What a front of k pivots above r rows costs [ns]: being called, clearing its numbers and passing on its update, and arithmetic.
// Measured on small fronts.
double cost(double k, double r) {
  constexpr double kCall = 100, kNumber = 0.3, kPassedOn = 1, kFlop = 1.0 / 30;
  return kCall + kNumber * k * (k + r) + kPassedOn * r * r / 2 + kFlop * front_flops(k, r);
}

// The share of a panel's numbers that may be zeros: many of a small panel, few of a large one, whose arithmetic is what counts.
double allowed_zeros(double k) { return std::max(0.1, 16 / k); }

// A forest whose nodes are joined to their parents. A node bears the number of its topmost group.
class JoinedTree {
 public:
  JoinedTree(const EliminationTree& tree, const std::vector<Index>& size)
      : parent_(tree.parent),
        pivots_(size),
        rows_(tree.below),
        joined_(size.size(), -1),
        zeros_(size.size(), 0.0),
        children_(size.size()) {
    for (std::size_t c = 0; c < parent_.size(); ++c)
      if (parent_[c] >= 0) children_[parent_[c]].push_back(static_cast<Index>(c));
  }

  Index nodes() const { return static_cast<Index>(parent_.size()); }
  bool is_joined(Index node) const { return joined_[node] >= 0; }

  // The zeros that none of the columns has: the child's rows are the pivots and rows of its parent.
  void join_the_child_alike(Index p) {
    Index alike = -1;
    for (Index c : children_[p])
      if (rows_[c] == pivots_[p] + rows_[p] && (alike < 0 || pivots_[c] > pivots_[alike])) alike = c;
    if (alike < 0) return;
    std::erase(children_[p], alike);
    join(alike, p);
  }

  // Children whose rows are most like the parent's come first; what a child leaves behind is looked at as well.
  void join_cheap_children(Index p) {
    std::vector<Index> waiting = std::move(children_[p]);
    children_[p].clear();
    auto fewer_rows = [&](Index a, Index b) { return rows_[a] != rows_[b] ? rows_[a] < rows_[b] : a < b; };
    std::sort(waiting.begin(), waiting.end(), fewer_rows);
    while (!waiting.empty()) {
      const Index c = waiting.back();
      waiting.pop_back();
      if (!is_cheap(c, p)) {
        children_[p].push_back(c);
        continue;
      }
      std::vector<Index> left = std::move(children_[c]);
      children_[c].clear();
      std::sort(left.begin(), left.end(), fewer_rows);
      waiting.insert(waiting.end(), left.begin(), left.end());
      join(c, p);
    }
  }

  Supernodes result() const {
    Supernodes found{std::vector<Index>(parent_.size()), {}, {}, {}};
    std::vector<Index> number(parent_.size(), -1);
    for (Index node = 0; node < nodes(); ++node) {
      if (is_joined(node)) continue;
      number[node] = static_cast<Index>(found.pivots.size());
      found.pivots.push_back(pivots_[node]);
      found.rows.push_back(rows_[node]);
    }
    for (Index node = nodes(); node-- > 0;) {
      if (is_joined(node)) number[node] = number[joined_[node]];  // which has a higher number and is known
      found.of_group[node] = number[node];
    }
    found.parent.assign(found.pivots.size(), -1);
    for (Index node = 0; node < nodes(); ++node)
      if (!is_joined(node) && parent_[node] >= 0) found.parent[number[node]] = number[parent_[node]];
    return found;
  }

 private:
  // Zeros of a panel in which the columns of c are as long as those of p.
  double zeros_if_joined(Index c, Index p) const {
    return zeros_[c] + zeros_[p] + static_cast<double>(pivots_[c]) * (pivots_[p] + rows_[p] - rows_[c]);
  }
  bool is_cheap(Index c, Index p) const {
    const double k = pivots_[c] + pivots_[p], r = rows_[p];
    return zeros_if_joined(c, p) <= allowed_zeros(k) * k * (k / 2 + r) &&
           cost(k, r) <= cost(pivots_[c], rows_[c]) + cost(pivots_[p], r);
  }
  void join(Index c, Index p) {
    joined_[c] = p;
    zeros_[p] = zeros_if_joined(c, p);
    pivots_[p] += pivots_[c];
    children_[p].insert(children_[p].end(), children_[c].begin(), children_[c].end());
    children_[c].clear();
  }

  std::vector<Index> parent_, pivots_, rows_, joined_;
  std::vector<double> zeros_;  // stored by each node
  std::vector<std::vector<Index>> children_;
};

}  // namespace

Supernodes find_supernodes(const EliminationTree& tree, const std::vector<Index>& size) {
  JoinedTree joined(tree, size);
  for (Index p = 0; p < joined.nodes(); ++p) joined.join_the_child_alike(p);
  for (Index p = 0; p < joined.nodes(); ++p)
    if (!joined.is_joined(p)) joined.join_cheap_children(p);
  return joined.result();
}

}  // namespace lilyan
