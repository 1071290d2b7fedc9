// The mass of a coarse body: m_ij = integral over the filled part of rho phi_i phi_j dV [kg].
#pragma once

#include <lilyan/coarsening/box_functions.hpp>
#include <lilyan/coarsening/cell_cuts.hpp>
#include <lilyan/space/mass.hpp>

#include <vector>

namespace lilyan {

// m_ij of one cell. On the little that fills a cell which is hardly filled (less than 1/1000) its functions can hardly be told apart,
// and m_ij would be singular up to rounding. There its mass m is added to the shapes that are no affine motion,
//
//   m_ij += m/n (1 - P)_ij,    P: projector on the values of 1, x, y, z at the n corners,
//
// which changes neither the total mass nor the centre of mass nor the inertia tensor.
Eigen::MatrixXd cell_mass(const FineBody& body, const BoxCell& cell, const CellCut& cut);

// The same of a tet or triangle of a coarse mesh with the positions X, whose functions are its barycentric coordinates.
Eigen::MatrixXd cell_mass(const FineBody& body, const Vector& X, std::span<const Index> corners, const LocalFrame& frame,
                          const CellCut& cut);

// Their sum over the cells, whose corners count `vertices` vertices. Pairs are sorted by (i, j), i > j, each once.
Mass assembled_mass(Index vertices, const std::vector<std::vector<Index>>& corners, const std::vector<Eigen::MatrixXd>& of_cells);

}  // namespace lilyan
