// How much of its rest volume each cell has: J = det F, negative where the cell is turned inside out.
//
// Of a hex J is the least over its corners and its middle. Triangles are flat ones, in a plane of one z, by their signed areas.
#pragma once

#include <lilyan/mesh/cells.hpp>

#include <vector>

namespace lilyan {

class VolumeRatios {
 public:
  // Of the cells in `counted`, in ascending order: tets, hexes and flat triangles.
  VolumeRatios(const Vector& X, const Cells& cells, std::vector<Index> counted);

  struct Seen {
    Index inverted = 0;  // cells with J <= 0
    double least = 1;    // J
    Index cell = -1;     // the one with the least J; -1 where no cell is counted
  };
  Seen look(const Vector& x) const;  // cells whose J is not a number do not count

 private:
  const Cells& cells_;
  std::vector<Index> counted_;
  std::vector<double> rest_;                     // det of the edges at rest; 0 of hexes
  std::vector<std::array<double, 9>> hex_rest_;  // det dX/dxi at the middle and the corners
};

}  // namespace lilyan
