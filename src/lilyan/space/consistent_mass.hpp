// The consistent mass of cells: the kinetic energy of velocities that the shape functions interpolate, exactly.
//
//   m_ij = integral over the cell at rest of rho N_i N_j dV [kg]
//
//   tet        rho V/20 (1 + delta_ij)
//   triangle   rho A t/12 (1 + delta_ij)        A its area, t its thickness
//   quad       t times two points of Gauss each way: the degree is 3 in each variable, the rule is exact up to 3
//   hex        three points of Gauss each way: N_i N_j det dX/dxi has the degree 4 in each variable, the rule is exact up to 5
//
// The rows sum to the lumped masses, integral rho N_i dV, which are a quarter, a third, of a quad its share of add_corner_areas, or
// of a hex its corner_volumes.
#pragma once

#include <lilyan/mesh/cells.hpp>
#include <lilyan/space/mass.hpp>

namespace lilyan {

enum class MassMatrix { lumped, consistent };

// Whether cells of this kind have a consistent mass: tets, hexes, triangles and quads.
bool has_consistent_mass(CellKind kind);

// What the vertices of each cell have in common. All cells are of kinds that have a consistent mass; `density` [kg/m^3] is one per
// cell. Pairs are sorted by (i, j), i > j, each once.
std::vector<SharedMass> shared_masses(const Vector& X, const Cells& cells, const std::vector<double>& density);

}  // namespace lilyan
