// A binary tree of bounding boxes over many small things (triangles, tets), for questions about what lies where.
#pragma once

#include <lilyan/core/vector.hpp>

#include <array>
#include <limits>
#include <utility>
#include <vector>

namespace lilyan {

struct Box {
  Vec3 low, high;  // [m]

  void add(const Vec3& point) { low = low.cwiseMin(point), high = high.cwiseMax(point); }
  void add(const Box& box) { low = low.cwiseMin(box.low), high = high.cwiseMax(box.high); }
  Vec3 centre() const { return 0.5 * (low + high); }
  // From a point to the box; 0 inside [m^2].
  double squared_distance(const Vec3& point) const { return (point - point.cwiseMax(low).cwiseMin(high)).squaredNorm(); }
  bool overlaps(const Box& box) const { return (low.array() <= box.high.array()).all() && (box.low.array() <= high.array()).all(); }
  Box inflated(double by) const { return {low.array() - by, high.array() + by}; }
  static Box nothing();  // what any point makes larger
};

class BoxTree {
 public:
  struct Node {
    Box box;
    Index first = 0, count = 0;  // its things are items()[first] ... items()[first + count - 1]
    Index child = 0;             // the children are nodes()[child] and nodes()[child + 1]; 0: a leaf
  };

  explicit BoxTree(const std::vector<Box>& boxes);  // at least one

  const std::vector<Node>& nodes() const { return nodes_; }  // the root first, parents before their children
  const std::vector<Index>& items() const { return items_; }

  // The boxes of the nodes where its things have the boxes given: the same tree after everything has moved.
  std::vector<Box> fitted(const std::vector<Box>& boxes) const;

  // Calls use(i) for every thing i in a leaf that overlaps `box`, the nodes having the boxes `fitted`.
  template <class Use>
  void for_each_overlap(const Box& box, const std::vector<Box>& fitted, const Use& use) const;

  // The thing nearest to `point`, the lowest index on a tie; squared_distance(i) [m^2] is that of thing i.
  template <class SquaredDistance>
  Index nearest(const Vec3& point, const SquaredDistance& squared_distance) const;

 private:
  void split(Index node, const std::vector<Box>& boxes, std::vector<Index>& open);

  std::vector<Node> nodes_;
  std::vector<Index> items_;
};

template <class Use>
void BoxTree::for_each_overlap(const Box& box, const std::vector<Box>& fitted, const Use& use) const {
  std::array<Index, 128> open;  // the tree is balanced: its depth is far less
  std::size_t count = 0;
  open[count++] = 0;
  while (count > 0) {
    const Index at = open[--count];
    if (!fitted[static_cast<std::size_t>(at)].overlaps(box)) continue;
    const Node& node = nodes_[static_cast<std::size_t>(at)];
    if (node.child == 0) {
      for (Index k = node.first; k < node.first + node.count; ++k) use(items_[static_cast<std::size_t>(k)]);
    } else {
      open[count++] = node.child;
      open[count++] = node.child + 1;
    }
  }
}

template <class SquaredDistance>
Index BoxTree::nearest(const Vec3& point, const SquaredDistance& squared_distance) const {
  std::pair<double, Index> best{std::numeric_limits<double>::infinity(), -1};
  std::vector<std::pair<double, Index>> open = {{0, 0}};  // (distance of the box, node)
  while (!open.empty()) {
    const auto [distance, at] = open.back();
    open.pop_back();
    if (distance > best.first) continue;
    const Node& node = nodes_[static_cast<std::size_t>(at)];
    if (node.child == 0) {
      for (Index k = node.first; k < node.first + node.count; ++k) {
        const Index item = items_[static_cast<std::size_t>(k)];
        const std::pair<double, Index> found{squared_distance(item), item};
        if (best.second < 0 || found < best) best = found;
      }
      continue;
    }
    std::pair<double, Index> a{nodes_[static_cast<std::size_t>(node.child)].box.squared_distance(point), node.child};
    std::pair<double, Index> b{nodes_[static_cast<std::size_t>(node.child + 1)].box.squared_distance(point), node.child + 1};
    if (a < b) std::swap(a, b);
    open.push_back(a);
    open.push_back(b);  // the nearer one is looked at first
  }
  return best.second;
}

}  // namespace lilyan
