// Stiffnesses that coarse cells may have, and bodies of such cells.
#pragma once

#include <lilyan/algebra/dense.hpp>
#include <lilyan/energy/elements/cell_stiffness_elasticity.hpp>
#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/mesh/shape_functions.hpp>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <cmath>
#include <memory>
#include <vector>

namespace lilyan::test {

using HexMatrix = CellStiffness<3>::Matrix;
using QuadMatrix = CellStiffness<2>::Matrix;

// The Hessian at rest of a hex of that law alone, by the corners in their order.
inline HexMatrix small_strain_stiffness(const Vector& X, const Hex& hex, const Law& law) {
  Vector own(24);
  for (Index a = 0; a < 8; ++a) vertex(own, a) = vertex(X, hex[static_cast<std::size_t>(a)]);
  const auto W = make_elasticity(own, Cells{.hexes = {{0, 1, 2, 3, 4, 5, 6, 7}}}, {law}, {0});
  BlockPatternBuilder builder(8);
  W.front()->connect(builder);
  BlockMatrix H(builder.build());
  W.front()->add_hessian(own, 0, 1, Definiteness::exact, H);
  HexMatrix K;
  for (Index c = 0; c < 24; ++c) K.col(c) = H.times(Vector::Unit(24, c));
  return K;
}

// In plane strain, by the law's small-strain stiffness: two points of Gauss each way.
inline QuadMatrix small_strain_stiffness(const Vector& X, const Quad& quad, double mu, double lambda, double thickness) {
  const double at = 1 / std::sqrt(3.0);
  Mat3 C = Vec3(2 * mu, 2 * mu, mu).asDiagonal();  // of 11, 22 and twice 12
  C.topLeftCorner<2, 2>().array() += lambda;
  QuadMatrix K = QuadMatrix::Zero();
  for (const auto& point : kQuadSigns) {
    const Eigen::Vector2d xi(at * point[0], at * point[1]);
    const Eigen::Matrix2d J = quad_jacobian(X, quad, xi).topRows<2>();
    Eigen::Matrix<double, 3, 8> B;
    for (int a = 0; a < 4; ++a) {
      const auto& s = kQuadSigns[static_cast<std::size_t>(a)];
      const Eigen::Vector2d own(0.25 * s[0] * (1 + s[1] * xi[1]), 0.25 * s[1] * (1 + s[0] * xi[0]));
      const Eigen::Vector2d g = J.inverse().transpose() * own;
      B.middleCols<2>(2 * a) << g[0], 0, 0, g[1], g[1], g[0];
    }
    K += thickness * J.determinant() * B.transpose() * C * B;
  }
  return K;
}

// Any symmetric positive semi-definite matrix to which rigid moves of the rest shape cost nothing; `rank` of its shapes do cost.
template <int kDim>
typename CellStiffness<kDim>::Matrix random_stiffness(const Vector& X, const typename CellStiffness<kDim>::Cell& cell, int rank) {
  using Stiff = CellStiffness<kDim>;
  Eigen::MatrixXd moves = Eigen::MatrixXd::Zero(Stiff::kSize, kDim + Stiff::kTurns);
  for (int a = 0; a < Stiff::kVertices; ++a) {
    const Vec3 r = vertex(X, cell[static_cast<std::size_t>(a)]);
    moves.block<kDim, kDim>(kDim * a, 0).setIdentity();
    for (int k = 0; k < Stiff::kTurns; ++k)
      moves.block<kDim, 1>(kDim * a, kDim + k) = Vec3::Unit(kDim == 3 ? k : 2).cross(r).template head<kDim>();
  }
  const Eigen::MatrixXd Q = orthonormal_columns(moves);
  Eigen::MatrixXd shapes = Eigen::MatrixXd::Random(Stiff::kSize, rank);
  shapes -= Q * (Q.transpose() * shapes);
  return 100 * shapes * shapes.transpose();
}

inline std::unique_ptr<HexStiffnessElasticity> hex_stiffness(const Vector& X, const std::vector<Hex>& hexes,
                                                             const std::vector<HexMatrix>& K, Index first = 0) {
  std::vector<double> volumes;
  for (Index e = 0; e < static_cast<Index>(hexes.size()); ++e) volumes.push_back(volume(X, Cells{.hexes = hexes}, e));
  return std::make_unique<HexStiffnessElasticity>(X, StiffCells<3>{hexes, K, volumes, first});
}

// All hexes with the small-strain stiffness of a law.
inline std::unique_ptr<HexStiffnessElasticity> hex_stiffness(const BodyMesh& mesh, const Law& law) {
  std::vector<HexMatrix> K;
  for (const Hex& hex : mesh.cells.hexes) K.push_back(small_strain_stiffness(mesh.X, hex, law));
  return hex_stiffness(mesh.X, mesh.cells.hexes, K);
}

inline std::unique_ptr<QuadStiffnessElasticity> quad_stiffness(const Vector& X, const std::vector<Quad>& quads,
                                                               const std::vector<QuadMatrix>& K, Index first = 0) {
  std::vector<double> volumes;
  for (const Quad& quad : quads) volumes.push_back(quad_area(X, quad));
  return std::make_unique<QuadStiffnessElasticity>(X, StiffCells<2>{quads, K, volumes, first});
}

}  // namespace lilyan::test
