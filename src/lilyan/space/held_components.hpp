// Which components of all vertices are held: by pins, or because the basis of a reduced body does not move them.
#pragma once

#include <lilyan/space/coordinates.hpp>
#include <lilyan/space/space.hpp>

#include <vector>

namespace lilyan {

class HeldComponents {
 public:
  HeldComponents(const Space& space, const Coordinates& coordinates);
  bool is_held(Index vertex, Index axis) const { return held_[static_cast<std::size_t>(3 * vertex + axis)]; }
  bool is_held_whole(Index vertex) const { return is_held(vertex, 0) && is_held(vertex, 1) && is_held(vertex, 2); }
  std::vector<bool> held_whole() const;  // one per vertex

 private:
  std::vector<bool> held_;
};

}  // namespace lilyan
