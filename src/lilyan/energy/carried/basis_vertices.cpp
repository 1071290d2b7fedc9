#include <lilyan/energy/carried/basis_vertices.hpp>

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

}  // namespace lilyan
