#include <lilyan/dynamics/connected_parts.hpp>

#include <numeric>
#include <utility>

namespace lilyan {

namespace {

// Union-find with the lowest vertex as the root, so that roots come before what hangs on them.
class Forest {
 public:
  explicit Forest(Index size) : parent_(static_cast<std::size_t>(size)) { std::iota(parent_.begin(), parent_.end(), Index{0}); }

  Index root(Index i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(Index a, Index b) {
    a = root(a), b = root(b);
    if (a > b) std::swap(a, b);
    parent_[b] = a;
  }

 private:
  std::vector<Index> parent_;
};

}  // namespace

ConnectedParts::ConnectedParts(const BlockPattern& pattern, const Vector& vertex_mass, const Coordinates& coordinates) {
  const Index vertices = pattern.vertices();
  Forest forest(vertices);
  for (Index column = 0; column < vertices; ++column)
    for (Index row : pattern.rows(column)) forest.join(row, column);
  for (Index i = 0; i < vertices; ++i) {
    const Index root = forest.root(i);
    if (root == i) mass_.push_back(0);
    part_of_vertex_.push_back(root == i ? size() - 1 : part_of_vertex_[root]);
    mass_[part_of_vertex_[i]] += vertex_mass[i];
  }
  held_.assign(3 * mass_.size(), false);
  for (Index c = 0; c < coordinates.components(); ++c)
    if (coordinates.is_held(c)) held_[3 * part_of_vertex_[c / 3] + c % 3] = true;
}

Vector ConnectedParts::acceleration(const Vector& force) const {
  std::vector<double> sum(held_.size(), 0);
  for (Index c = 0; c < force.size(); ++c) sum[3 * part_of_vertex_[c / 3] + c % 3] += force[c];
  Vector a(force.size());
  for (Index c = 0; c < force.size(); ++c) {
    const Index part = part_of_vertex_[c / 3], axis = c % 3;
    a[c] = held_[3 * part + axis] ? 0 : sum[3 * part + axis] / mass_[part];
  }
  return a;
}

}  // namespace lilyan
