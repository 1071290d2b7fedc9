// Which components of a coarse body its fine pins hold, and where they hold more than they should.
//
// A coarse component is held if a held fine vertex has weight on it, a hundredth at least. Pins on a plane of the cage, or nearly
// on it, hold the vertices on that plane.
// Pins that fill a volume hold all corners of the cells they reach into, so that such a cell is frozen although the pins end inside
// it: the body is then shorter than it should be. The cage should be cut where the pins end.
#pragma once

#include <lilyan/coarsening/cell_cuts.hpp>

#include <array>
#include <vector>

namespace lilyan {

// Less, and a vertex counts as lying on a side of its cell that does not have the corner: it is as near as that to it.
inline constexpr double kHoldingWeight = 0.01;

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
