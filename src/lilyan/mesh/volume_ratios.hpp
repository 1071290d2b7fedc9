// How much of its rest volume each cell has: J = det F, negative where the cell is turned inside out.
//
// Of a hex or quad J is the least over its corners and its middle. Triangles and quads are flat ones, in a plane of one z, by their
// signed areas.
#pragma once

#include <lilyan/mesh/cells.hpp>

#include <vector>

namespace lilyan {

class VolumeRatios {
 public:
  // Of the cells in `counted`: tets, hexes and flat triangles and quads, by their numbers in `cells`.
  VolumeRatios(const Vector& X, const Cells& cells, const std::vector<Index>& counted);

  struct Seen {
    Index inverted = 0;  // cells with J <= 0
    double least = 1;    // J
    Index cell = -1;     // the one with the least J; -1 where no cell is counted

    void see(double J, Index of) {
      inverted += J <= 0 ? 1 : 0;
      if (cell < 0 || J < least) least = J, cell = of;
    }
  };
  Seen look(const Vector& x) const;  // cells whose J is not a number do not count

 private:
  template <class Cell, class Rest>
  struct Counted {
    Cell vertices;
    Rest rest_inverse;  // 1/det at rest
    Index cell;         // its number
  };
  // In the middle and at the corners.
  using HexRest = std::array<double, 9>;
  using QuadRest = std::array<double, 5>;
  std::vector<Counted<Tet, double>> tets_;
  std::vector<Counted<Hex, HexRest>> hexes_;
  std::vector<Counted<Triangle, double>> triangles_;
  std::vector<Counted<Quad, QuadRest>> quads_;
};

}  // namespace lilyan
