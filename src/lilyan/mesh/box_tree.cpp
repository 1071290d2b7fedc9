#include <lilyan/mesh/box_tree.hpp>

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

namespace lilyan {

namespace {

constexpr Index kMostInALeaf = 4;

}  // namespace

Box Box::nothing() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return {Vec3::Constant(kInfinity), Vec3::Constant(-kInfinity)};
}

BoxTree::BoxTree(const std::vector<Box>& boxes) : items_(boxes.size()) {
  assert(!boxes.empty());
  std::iota(items_.begin(), items_.end(), Index{0});
  nodes_.reserve(boxes.size());
  nodes_.push_back({Box::nothing(), 0, static_cast<Index>(boxes.size()), 0});
  std::vector<Index> open = {0};
  while (!open.empty()) {
    const Index node = open.back();
    open.pop_back();
    split(node, boxes, open);
  }
}

// Half of the things to each child, by their centres along the axis in which these spread most.
void BoxTree::split(Index at, const std::vector<Box>& boxes, std::vector<Index>& open) {
  Node node = nodes_[static_cast<std::size_t>(at)];
  const auto begin = items_.begin() + node.first, end = begin + node.count, middle = begin + node.count / 2;
  Box centres = Box::nothing();
  for (auto item = begin; item != end; ++item) {
    node.box.add(boxes[static_cast<std::size_t>(*item)]);
    centres.add(boxes[static_cast<std::size_t>(*item)].centre());
  }
  if (node.count > kMostInALeaf) {
    int axis = 0;
    (centres.high - centres.low).maxCoeff(&axis);
    std::nth_element(begin, middle, end, [&](Index a, Index b) {
      const auto key = [&](Index item) { return std::pair(boxes[static_cast<std::size_t>(item)].centre()[axis], item); };
      return key(a) < key(b);
    });
    node.child = static_cast<Index>(nodes_.size());
    const Index half = node.count / 2;
    nodes_.push_back({Box::nothing(), node.first, half, 0});
    nodes_.push_back({Box::nothing(), node.first + half, node.count - half, 0});
    open.push_back(node.child);
    open.push_back(node.child + 1);
  }
  nodes_[static_cast<std::size_t>(at)] = node;
}

std::vector<Box> BoxTree::fitted(const std::vector<Box>& boxes) const {
  std::vector<Box> fitted(nodes_.size(), Box::nothing());
  for (std::size_t at = nodes_.size(); at-- > 0;) {  // children before their parents
    const Node& node = nodes_[at];
    if (node.child == 0) {
      for (Index k = node.first; k < node.first + node.count; ++k)
        fitted[at].add(boxes[static_cast<std::size_t>(items_[static_cast<std::size_t>(k)])]);
    } else {
      fitted[at].add(fitted[static_cast<std::size_t>(node.child)]);
      fitted[at].add(fitted[static_cast<std::size_t>(node.child) + 1]);
    }
  }
  return fitted;
}

}  // namespace lilyan
