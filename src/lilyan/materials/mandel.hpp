// Mandel's notation: a symmetric tensor as six numbers, an elasticity tensor as a symmetric 6x6 matrix.
//
//   (xx, yy, zz, sqrt2 yz, sqrt2 xz, sqrt2 xy)
//
// Products, inverses and rotations of the tensors are those of the vectors and matrices, which Voigt's notation does not give.
// The shear modulus of an isotropic body stands in it as 2 mu. [Kharevych 2010, ch. 4]
#pragma once

#include <lilyan/core/vector.hpp>

#include <array>

namespace lilyan {

using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;
using Mat9 = Eigen::Matrix<double, 9, 9>;      // over the entries of a 3x3 matrix, column by column
using UpperTriangle = std::array<double, 21>;  // row by row

// Place of entry (i, k) of a symmetric 6x6 matrix in its upper triangle.
constexpr int upper_place(int i, int k) {
  const int row = i < k ? i : k, column = i < k ? k : i;
  return row * (11 - row) / 2 + column;
}

Vec6 mandel(const Mat3& symmetric);
Mat3 symmetric_tensor(const Vec6& a);  // its inverse
Mat6 mandel_rotation(const Mat3& R);   // Q with mandel(R A R^T) = Q mandel(A)

UpperTriangle upper_triangle(const Mat6& symmetric);
Mat6 symmetric_matrix(const UpperTriangle& upper);

}  // namespace lilyan
