// The elastic energy of tets and hexes as a polynomial of the coordinates of a basis, x = X + U q.
//
//   F = I + sum_i q_i G_i,   G_i = sum_a U_i(a) grad N_a      deformation gradient; U_i(a): displacement of vertex a in column i
//   E = (F^T F - I)/2 = sum_i q_i e_i + sum_ij q_i q_j e_ij   Green's strain;  e_i = sym G_i,  e_ij = sym(G_i^T G_j)/2
//   W = sum V (mu |E|^2 + lambda/2 tr(E)^2)                   over the points of quadrature, V the volume of each [m^3]
//
// W is a square: with <a,b> = sum V (mu a:b + lambda/2 tr a tr b) its derivatives at rest are sums of entries of one Gram matrix,
//
//   A_ij = 2 <e_i,e_j>,   D3_ijk = 4 (<e_i,e_jk> + <e_j,e_ik> + <e_k,e_ij>),   D4_ijkl = 8 (<e_ij,e_kl> + <e_ik,e_jl> +
//   <e_il,e_jk>)
//
// The points of quadrature are those of the elements of energy/elements, so that W is the energy of the full body at X + U q, up to
// rounding. [Barbic 2005, sec. 4]
#pragma once

#include <lilyan/materials/laws.hpp>
#include <lilyan/mesh/cells.hpp>
#include <lilyan/reduction/quartic_energy.hpp>

#include <vector>

namespace lilyan {

// What the energy of a body becomes: a polynomial if all its laws are linear, or all St. Venant-Kirchhoff.
enum class ReducedDegree { none, quadratic, quartic };
ReducedDegree reduced_degree(const std::vector<Law>& laws);

// If the degree is none: the first law that is no polynomial, or that is not of the degree of those before it.
std::size_t law_in_the_way(const std::vector<Law>& laws);

// Cell e obeys laws[law_of_cell[e]], which is a StVenantKirchhoff with mu >= 0 and mu + 3/2 lambda >= 0; -1 stands for none. U: 3n
// x r, over all components, 0 where held. Throws InputError for other laws (id "reduction.law"), for triangles and edges with a law
// or cells without volume
// ("reduction.cells"), for more columns than kMostQuarticCoordinates ("reduction.size") and where memory is short
// ("reduction.memory").
QuarticEnergy reduce_stvk(const Vector& X, const Cells& cells, const std::vector<Law>& laws, const std::vector<Index>& law_of_cell,
                          const Eigen::MatrixXd& U);

// The most memory that reduce_stvk takes for r coordinates, what it returns included, of a body of many cells [bytes].
double reduce_stvk_bytes(std::int64_t r);
// Throws InputError (id "reduction.memory") where `free_bytes` are fewer. reduce_stvk asks for what the machine has; who has more
// to do before may ask earlier.
void require_memory_to_reduce_stvk(std::int64_t r, double free_bytes);

// The quadratic energy of small strain, A alone. Laws may be Linear as well.
QuarticEnergy reduce_linear(const Vector& X, const Cells& cells, const std::vector<Law>& laws,
                            const std::vector<Index>& law_of_cell, const Eigen::MatrixXd& U);

// By the degree of the laws, which is not none.
QuarticEnergy reduce_elasticity(const Vector& X, const Cells& cells, const std::vector<Law>& laws,
                                const std::vector<Index>& law_of_cell, const Eigen::MatrixXd& U);

}  // namespace lilyan
