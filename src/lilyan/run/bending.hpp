// Whether a body bends or twists, and how much too stiff its mesh is for that.
//
// Linear tets and trilinear hexes cannot bend: a layer of them follows a bending by shearing, which costs energy that the body does
// not have. The excess of stiffness falls with the square of the number of layers. It is told from the strains E of the surface
// (Green's, in the plane of each triangle) at the two ends of columns straight through the body:
//
//   bending part   b = (E_near - E_far)/2       stretching part   m = (E_near + E_far)/2
//   share          = sum over the columns with too few layers of w |b|^2 / sum over all columns of w (|b|^2 + |m|^2)
//   layers         n = length of the column / height of a cell along it
//   excess         (0.7 + 1.2 a^2)/n^2 of tets, (0.15 + 0.4 a^2)/n^2 of hexes,   a = length of a cell along the bending / height
//
// w is the volume of the column. The coefficients of the excess fit a cantilever at Poisson's ratio 0.3; docs/bodies.md has the
// table.
#pragma once

#include <lilyan/mesh/cells.hpp>

#include <vector>

namespace lilyan {

struct Body;
struct Inventory;

struct Bending {
  double share = 0;   // of the strain that is bending or twisting with too few layers, in [0, 1]
  double layers = 0;  // of cells across the body there, their mean
  double excess = 0;  // of the stiffness against bending there, relative, their mean

  bool is_coarse() const { return share > 0.3; }
  double frequency_error() const;  // relative: how much too high the frequencies of bending are
};

inline constexpr double kLayersOfTets = 4, kLayersOfHexes = 2;  // that bend within some 6 % of the frequency

class BendingProbe {
 public:
  // Of a body of tets or hexes with laws; of others, and of coarse cells, whose stiffness was made to bend, nothing is ever told.
  BendingProbe(const Inventory& inventory, const Body& body);

  // At the positions x [m] of all vertices. Strains below 1e-8 do not count.
  Bending look(const Vector& x) const;

 private:
  struct Way {
    Triangle near, far;                         // in the system's vertex numbers
    Eigen::Matrix<double, 3, 2> frame;          // in the plane of `near`
    Eigen::Matrix2d near_inverse, far_inverse;  // of the edges at rest, in that frame
    double weight = 0, layers = 0, height = 0;
    Index cell = 0;  // in the system
  };

  const Inventory& inventory_;
  CellKind kind_;
  std::vector<Way> ways_;
};

}  // namespace lilyan
