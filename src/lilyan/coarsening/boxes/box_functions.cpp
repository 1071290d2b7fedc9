#include <lilyan/coarsening/boxes/box_functions.hpp>

#include <lilyan/algebra/dense.hpp>
#include <lilyan/materials/mandel.hpp>

#include <Eigen/Geometry>

namespace lilyan {

Vector box_functions(const BoxCell& cell, const Vec3& xi) {
  Vector phi = Vector::Ones(static_cast<Eigen::Index>(cell.signs.size()));
  for (std::size_t i = 0; i < cell.signs.size(); ++i)
    for (int k = 0; k < cell.dimension; ++k) phi[static_cast<Eigen::Index>(i)] *= 0.5 * (1 + cell.signs[i][k] * xi[k]);
  return phi;
}

std::array<CellStrain, 8> strain_polynomials(const BoxCell& cell) {
  const int d = cell.dimension;
  const auto corners = static_cast<int>(cell.signs.size());
  std::array<CellStrain, 8> E;
  for (std::size_t p = 0; p < 8; ++p) {
    E[p] = CellStrain::Zero(6, d * corners);
    for (int i = 0; i < corners; ++i) {
      const Vec3& s = cell.signs[static_cast<std::size_t>(i)];
      Vec3 slope = Vec3::Zero();  // the coefficient of this power in grad phi_i
      for (int k = 0; k < d; ++k) {
        double coefficient = 0.5 * s[k] / cell.frame.half[k];
        for (int j = 0; j < 3; ++j) {
          const bool linear = p >> j & 1;
          if (j == k || j >= d)
            coefficient *= linear ? 0 : 1;
          else
            coefficient *= linear ? 0.5 * s[j] : 0.5;
        }
        slope[k] = coefficient;
      }
      for (int axis = 0; axis < d; ++axis) {
        const Mat3 gradient = Vec3::Unit(axis) * slope.transpose();
        E[p].col(d * i + axis) = mandel(0.5 * (gradient + gradient.transpose()));
      }
    }
  }
  return E;
}

std::size_t moment_of_product(std::size_t p, std::size_t q) {
  const auto power = [&](int k) { return static_cast<int>((p >> k & 1) + (q >> k & 1)); };
  return moment_place(power(0), power(1), power(2));
}

Eigen::MatrixXd products_of_functions(const BoxCell& cell, const Moments& moments) {
  const auto corners = static_cast<Eigen::Index>(cell.signs.size());
  Eigen::MatrixXd products(corners, corners);
  for (Eigen::Index i = 0; i < corners; ++i)
    for (Eigen::Index j = 0; j <= i; ++j) {
      // Along each axis (1 + s_i xi)(1 + s_j xi)/4; 1 along z of a quad.
      double power[3][3];
      for (int k = 0; k < 3; ++k) {
        const double a = cell.signs[static_cast<std::size_t>(i)][k], b = cell.signs[static_cast<std::size_t>(j)][k];
        const double whole = k < cell.dimension ? 0.25 : 1;
        power[k][0] = whole, power[k][1] = whole * (a + b), power[k][2] = whole * a * b;
      }
      double sum = 0;
      for (int c = 0; c < 3; ++c)
        for (int b = 0; b < 3; ++b)
          for (int a = 0; a < 3; ++a) sum += power[0][a] * power[1][b] * power[2][c] * moments[moment_place(a, b, c)];
      products(i, j) = products(j, i) = sum;
    }
  return products;
}

Eigen::MatrixXd bent_shapes(const BoxCell& cell) {
  const auto corners = static_cast<Eigen::Index>(cell.signs.size());
  Eigen::MatrixXd affine = Eigen::MatrixXd::Ones(corners, 1 + cell.dimension);  // columns are orthogonal, of length sqrt(corners)
  for (Eigen::Index i = 0; i < corners; ++i)
    affine.row(i).tail(cell.dimension) = cell.signs[static_cast<std::size_t>(i)].head(cell.dimension).transpose();
  return Eigen::MatrixXd::Identity(corners, corners) - affine * affine.transpose() / static_cast<double>(corners);
}

Eigen::MatrixXd straining_basis(const BoxCell& cell) {
  const int d = cell.dimension, rigid = d == 3 ? 6 : 3;
  const auto corners = static_cast<int>(cell.signs.size());
  Eigen::MatrixXd motions = Eigen::MatrixXd::Zero(d * corners, rigid);
  const double size = cell.frame.half.head(d).norm();
  for (int i = 0; i < corners; ++i) {
    const Vec3 arm = cell.signs[static_cast<std::size_t>(i)].cwiseProduct(cell.frame.half) / size;
    for (int axis = 0; axis < d; ++axis) {
      motions(d * i + axis, axis) = 1;
      for (int turn = d; turn < rigid; ++turn) motions(d * i + axis, turn) = Vec3::Unit(d == 3 ? turn - 3 : 2).cross(arm)[axis];
    }
  }
  return orthogonal_factor(motions).rightCols(d * corners - rigid);
}

}  // namespace lilyan
