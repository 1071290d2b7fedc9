// The mass of a coarse body: m_ij = integral over the filled part of rho phi_i phi_j dV [kg].
#pragma once

#include <lilyan/coarsening/boxes/box_functions.hpp>
#include <lilyan/coarsening/cell_cuts.hpp>
#include <lilyan/space/mass.hpp>

#include <vector>

namespace lilyan {

// m_ij of one cell.
Eigen::MatrixXd cell_mass(const FineBody& body, const BoxCell& cell, const CellCut& cut);

// The same of a tet or triangle of a coarse mesh with the positions X, whose functions are its barycentric coordinates.
Eigen::MatrixXd cell_mass(const FineBody& body, const Vector& X, std::span<const Index> corners, const LocalFrame& frame,
                          const CellCut& cut);

// Their sum over the cells, whose corners count `vertices` vertices. Pairs are sorted by (i, j), i > j, each once.
Mass assembled_mass(Index vertices, const std::vector<std::vector<Index>>& corners, const std::vector<Eigen::MatrixXd>& of_cells);

}  // namespace lilyan
