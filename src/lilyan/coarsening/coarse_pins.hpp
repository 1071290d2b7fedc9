// Which components of a coarse body its fine pins hold, and where they hold more than they should.
//
// A held fine vertex holds the corners of its cell that have most of its weight: as few as have half of it together, and all that
// weigh as much as the least of these. Pins on a plane of the cage hold the vertices on that plane; pins that end between two
// planes end at the nearer one. Pins that fill a volume hold all corners of the cells they reach into, so that such a cell is
// frozen although the pins end inside it: the body is then shorter than it should be. The cage should be cut where the pins end.
#pragma once

#include <lilyan/coarsening/cell_cuts.hpp>

#include <array>
#include <span>
#include <vector>

namespace lilyan {

// Which of the corners with these weights a held vertex holds, by their places.
std::vector<std::size_t> holding_corners(std::span<const double> weights);

struct FrozenCell {
  Index cell;                      // of the coarse body
  std::array<bool, 3> components;  // along which all its corners are held
  int axis;                        // the plane at which the cage should be cut: x, y or z ...
  double position;                 // ... at this coordinate [m]
};

struct CoarsePins {
  std::vector<bool> held;          // 3 per vertex of the coarse body
  std::vector<FrozenCell> frozen;  // ascending by cell
};

// What a cell of the coarse body needs for that.
struct PinnedCell {
  const BoxCell& box;
  const std::vector<Index>& vertices;  // fine vertices in it
};
CoarsePins coarse_pins(const FineBody& body, Index coarse_vertices, const std::vector<PinnedCell>& cells);

}  // namespace lilyan
