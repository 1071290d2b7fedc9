// The trilinear functions of a box (bilinear ones of a quad), as polynomials in its own coordinates.
//
//   phi_i = prod_k (1 + s_ik xi_k)/2,    s_i the corner's signs,    x_k = centre_k + half_k xi_k
//   eps(phi_i e_k) = sum over the powers p_1, p_2, p_3 = 0, 1 of E_p xi_1^p1 xi_2^p2 xi_3^p3        Mandel's 6-vector [1/m]
#pragma once

#include <lilyan/coarsening/coarse_mesh.hpp>

#include <array>

namespace lilyan {

// Over the components of a cell's corners: 24 of a hex, 8 of a quad; corner i has the components d i ... d i + d - 1.
using CellStrain = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::ColMajor, 6, 24>;

// phi_i of all corners at the local coordinates xi.
Vector box_functions(const BoxCell& cell, const Vec3& xi);

// E_p of the powers p, at p_1 + 2 p_2 + 4 p_3.
std::array<CellStrain, 8> strain_polynomials(const BoxCell& cell);

// The place in Moments of the product of two such powers.
std::size_t moment_of_product(std::size_t p, std::size_t q);

// The moments of phi_i phi_j from those of a part of the cell, whatever the weight they carry.
Eigen::MatrixXd products_of_functions(const BoxCell& cell, const Moments& moments);

// 1 - P, P being the projector on the values that 1, x, y, z have at the corners: what a displacement of the corners has besides an
// affine one. On the little that fills a cell which is hardly filled its functions can hardly be told apart, and mass and stiffness
// of these shapes are zero up to rounding.
Eigen::MatrixXd bent_shapes(const BoxCell& cell);

// An orthonormal basis of what a rigid motion of the box cannot do: 24 x 18, or 8 x 5.
Eigen::MatrixXd straining_basis(const BoxCell& cell);

}  // namespace lilyan
