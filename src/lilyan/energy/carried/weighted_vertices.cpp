#include <lilyan/energy/carried/weighted_vertices.hpp>

#include <lilyan/algebra/threads.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

namespace lilyan {

WeightedVertices::WeightedVertices(const std::vector<std::vector<WeightedVertex>>& vertices)
    : CarriedVertices(static_cast<Index>(vertices.size())) {
  std::vector<std::vector<WeightedVertex>> sorted = vertices;
  std::map<std::vector<Index>, std::vector<Index>> vertices_of;  // by their points
  for (Index v = 0; v < count(); ++v) {
    std::vector<WeightedVertex>& shares = sorted[static_cast<std::size_t>(v)];
    assert(!shares.empty());
    std::sort(shares.begin(), shares.end(), [](const WeightedVertex& a, const WeightedVertex& b) { return a.vertex < b.vertex; });
    std::vector<Index> points;
    for (const WeightedVertex& share : shares) points.push_back(share.vertex);
    assert(std::adjacent_find(points.begin(), points.end()) == points.end());
    first_point_.push_back(points.front());
    vertices_of[std::move(points)].push_back(v);
  }
  for (auto& [points, own] : vertices_of) {
    Eigen::MatrixXd weights(points.size(), own.size());
    for (std::size_t k = 0; k < own.size(); ++k)
      for (std::size_t a = 0; a < points.size(); ++a)
        weights(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(k)) = sorted[static_cast<std::size_t>(own[k])][a].weight;
    bundles_.push_back({points, std::move(own), std::move(weights)});
  }
}

Vector WeightedVertices::positions(const Vector& y) const {
  Vector x(3 * Eigen::Index{count()});
  for (const Bundle& bundle : bundles_)
    for (std::size_t k = 0; k < bundle.vertices.size(); ++k) {
      Vec3 sum = Vec3::Zero();
      for (std::size_t a = 0; a < bundle.points.size(); ++a)
        sum += bundle.weights(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(k)) * vertex(y, bundle.points[a]);
      vertex(x, bundle.vertices[k]) = sum;
    }
  return x;
}

template <class Use>
void WeightedVertices::for_each_share(const Vector& f, const Use& use) const {
  for (const Bundle& bundle : bundles_)
    for (std::size_t k = 0; k < bundle.vertices.size(); ++k) {
      if (vertex(f, bundle.vertices[k]).isZero(0)) continue;
      for (std::size_t a = 0; a < bundle.points.size(); ++a)
        use(bundle.vertices[k], bundle.points[a], bundle.weights(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(k)));
    }
}

void WeightedVertices::pull(const Vector& f, Vector& g) const {
  for_each_share(f, [&](Index v, Index i, double w) { vertex(g, i) += w * vertex(f, v); });
}

void WeightedVertices::pull_sizes(const Vector& f, Vector& g) const {
  for_each_share(f, [&](Index v, Index i, double w) { vertex(g, i) += std::abs(w) * vertex(f, v); });
}

Eigen::MatrixXd WeightedVertices::sum_of(const Bundle& bundle, const BlockMatrix& H) const {
  const auto points = static_cast<Eigen::Index>(bundle.points.size());
  Eigen::MatrixXd K;
  for (std::size_t k = 0; k < bundle.vertices.size(); ++k) {
    const Block block = block_of(H, bundle.vertices[k]);
    if (block.isZero(0)) continue;
    if (K.size() == 0) K.setZero(3 * points, 3 * points);
    const auto w = bundle.weights.col(static_cast<Eigen::Index>(k));
    for (Eigen::Index b = 0; b < points; ++b)
      for (Eigen::Index a = b; a < points; ++a) K.block<3, 3>(3 * a, 3 * b) += w[a] * w[b] * block;
  }
  return K;
}

// Bundles are summed at the same time, and added to the matrix of the state in their order.
void WeightedVertices::pull(const BlockMatrix& H, BlockMatrix& pulled) const {
  std::vector<Eigen::MatrixXd> sums(bundles_.size());
  parallel_for(static_cast<Index>(bundles_.size()), [&](Index n) {
    const auto at = static_cast<std::size_t>(n);
    sums[at] = sum_of(bundles_[at], H);
  });
  for (std::size_t n = 0; n < bundles_.size(); ++n) {
    if (sums[n].size() == 0) continue;
    const std::vector<Index>& points = bundles_[n].points;
    for (std::size_t a = 0; a < points.size(); ++a)
      for (std::size_t b = 0; b <= a; ++b)
        pulled.add_to_block(points[a], points[b],
                            sums[n].block<3, 3>(3 * static_cast<Eigen::Index>(a), 3 * static_cast<Eigen::Index>(b)));
  }
}

void WeightedVertices::add_energies(const Vector& of_vertices, Vector& of_points) const {
  for (Index v = 0; v < count(); ++v) of_points[first_point_[static_cast<std::size_t>(v)]] += of_vertices[v];
}

// A group of the pattern has elements of one size.
void WeightedVertices::connect(BlockPatternBuilder& pattern) const {
  std::map<Index, std::vector<Index>> elements;  // by their size
  for (const Bundle& bundle : bundles_) {
    std::vector<Index>& group = elements[static_cast<Index>(bundle.points.size())];
    group.insert(group.end(), bundle.points.begin(), bundle.points.end());
  }
  for (auto& [size, group] : elements) pattern.add(std::move(group), size);
}

}  // namespace lilyan
