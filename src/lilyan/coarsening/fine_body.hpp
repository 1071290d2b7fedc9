// The body that is coarsened: fine cells, their stiffness at rest, their density and the components that pins hold.
//
//   eps = sum_v B_v u_v        strain of a cell as Mandel's 6-vector, constant in it [Kharevych 2010, sec. 2.2.2]
//   W = 1/2 V eps^T C eps      its energy [J];  V: its volume [m^3],  C: stiffness at rest in Mandel's form [Pa]
//
// All cells are tets, or all are triangles in a plane z = constant: a slice of a body in plane strain, with a thickness. A slice
// has no displacement along z.
#pragma once

#include <lilyan/materials/laws.hpp>
#include <lilyan/materials/mandel.hpp>
#include <lilyan/mesh/cells.hpp>

#include <vector>

namespace lilyan {

struct FineBody {
  Vector X;                        // rest positions [m], 3 per vertex
  Cells cells;                     // tets alone or triangles alone
  std::vector<Mat6> stiffness;     // C of each law [Pa]
  std::vector<Index> law_of_cell;  // an index into `stiffness`
  std::vector<double> density;     // of each cell [kg/m^3]
  std::vector<bool> held;          // whether pins hold a component, 3 per vertex

  Index vertices() const { return static_cast<Index>(X.size() / 3); }
  int dimension() const { return cells.tets.empty() ? 2 : 3; }
  const Mat6& stiffness_of(Index cell) const {
    return stiffness[static_cast<std::size_t>(law_of_cell[static_cast<std::size_t>(cell)])];
  }
};

// C = d2Psi/dF2 at F = I for symmetric dF, in Mandel's form [Pa]. Throws InputError (id "coarsening.stiffness", `place` as given)
// if it is not positive definite.
Mat6 rest_stiffness(const Law& law, const std::string& place = {});

// The body whose cells obey laws[law_of_cell[e]]. Throws InputError (ids "coarsening.body", "coarsening.stiffness").
FineBody make_fine_body(Vector X, Cells cells, const std::vector<Law>& laws, std::vector<Index> law_of_cell,
                        std::vector<double> density, std::vector<bool> held);

// B_v of all vertices of a cell side by side: 6 x 12 for a tet, 6 x 9 for a triangle, whose columns for z are zero [1/m].
using StrainMatrix = Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::ColMajor, 6, 12>;
StrainMatrix strain_matrix(const FineBody& body, Index cell);

// What each vertex has of the mass of its cells [kg], in equal shares.
Vector vertex_masses(const FineBody& body);

}  // namespace lilyan
