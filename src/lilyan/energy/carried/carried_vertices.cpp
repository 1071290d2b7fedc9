#include <lilyan/energy/carried/carried_vertices.hpp>

#include <lilyan/algebra/threads.hpp>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>

namespace lilyan {

BasisVertices::BasisVertices(const Space::Reduced& body, const std::vector<Index>& vertices)
    : CarriedVertices(static_cast<Index>(vertices.size())),
      first_point_(body.first_point),
      X_(3 * vertices.size()),
      U_(3 * vertices.size(), body.shape->size()) {
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    const auto row = 3 * static_cast<Eigen::Index>(k), of_body = 3 * Eigen::Index{vertices[k]};
    X_.segment<3>(row) = body.shape->rest().segment<3>(of_body);
    U_.middleRows<3>(row) = body.shape->basis().middleRows<3>(of_body);
  }
}

Vector BasisVertices::positions(const Vector& y) const { return X_ + U_ * part_of(y); }

Vector BasisVertices::displacements(const Vector& dy) const { return U_ * part_of(dy); }

void BasisVertices::pull(const Vector& f, Vector& g) const { part_of(g) += U_.transpose() * f; }

void BasisVertices::pull_sizes(const Vector& f, Vector& g) const { part_of(g) += U_.cwiseAbs().transpose() * f; }

void BasisVertices::pull(const BlockMatrix& H, BlockMatrix& pulled) const {
  const Eigen::Index r = U_.cols();
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(r, r);
  for (Index i = 0; i < count(); ++i) {
    const Block block = block_of(H, i);
    if (block.isZero(0)) continue;
    const auto rows = U_.middleRows<3>(3 * Eigen::Index{i});
    K.noalias() += rows.transpose() * (block * rows);
  }
  K.conservativeResize(3 * Eigen::Index{points()}, 3 * Eigen::Index{points()});
  K.bottomRows(K.rows() - r).setZero();
  K.rightCols(K.cols() - r).setZero();
  for (Index a = 0; a < points(); ++a)
    for (Index b = 0; b <= a; ++b)
      pulled.add_to_block(first_point_ + a, first_point_ + b, K.block<3, 3>(3 * Eigen::Index{a}, 3 * Eigen::Index{b}));
}

void BasisVertices::add_energies(const Vector& of_vertices, Vector& of_points) const {
  of_points[first_point_] += std::accumulate(of_vertices.begin(), of_vertices.end(), 0.0);
}

void BasisVertices::connect(BlockPatternBuilder& pattern) const {
  std::vector<Index> all(static_cast<std::size_t>(points()));
  std::iota(all.begin(), all.end(), first_point_);
  pattern.add(std::move(all), points());
}

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
