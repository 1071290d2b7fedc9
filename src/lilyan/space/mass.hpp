// The mass of a system [kg]: what each vertex carries, and what pairs of vertices have in common.
//
//   M = (m_ij) x I_3,    sum_j m_ij = m_i,    m_ii = m_i - sum_{j != i} m_ij
//
// m_i is what gravity, the total mass and the centre of mass see. Nothing in common: a lumped mass, M is diagonal.
#pragma once

#include <lilyan/core/vector.hpp>
#include <lilyan/mesh/cells.hpp>

#include <utility>
#include <vector>

namespace lilyan {

// m_ij = m_ji of two different vertices; several of the same pair add up.
struct SharedMass {
  Index i, j;
  double m;
};

struct Mass {
  Mass(Vector of_vertices, std::vector<SharedMass> in_common = {})  // NOLINT(google-explicit-constructor): lumped
      : vertex(std::move(of_vertices)), shared(std::move(in_common)) {}
  template <class Derived>
  Mass(const Eigen::MatrixBase<Derived>& of_vertices) : vertex(of_vertices) {}  // NOLINT(google-explicit-constructor)

  Vector vertex;  // m_i
  std::vector<SharedMass> shared;

  // Of a body whose vertices are counted from `first_vertex` on.
  void append_shared(const std::vector<SharedMass>& of_body, Index first_vertex) {
    for (const SharedMass& pair : of_body) shared.push_back({pair.i + first_vertex, pair.j + first_vertex, pair.m});
  }
};

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
enum class MassMatrix { lumped, consistent };

// Whether cells of this kind have a consistent mass: tets, hexes, triangles and quads.
bool has_consistent_mass(CellKind kind);

// What the vertices of each cell have in common. All cells are of kinds that have a consistent mass; `density` [kg/m^3] is one per
// cell. Pairs are sorted by (i, j), i > j, each once.
std::vector<SharedMass> shared_masses(const Vector& X, const Cells& cells, const std::vector<double>& density);

}  // namespace lilyan
