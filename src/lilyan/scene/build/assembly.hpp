// All bodies of a scene in one numbering, and what there is to say of them whatever moves them.
#pragma once

#include <lilyan/scene/build/built_system.hpp>

namespace lilyan {

struct Assembly {
  Inventory inventory;  // without what depends on how bodies move
  Vector X, x, v;       // at rest and at the start, 3 per vertex
  Mass mass = Vector();
  std::vector<Index> law_of_moving_cell;  // -1 of the cells of bodies that do not move with all their vertices
};

Assembly assemble(const Json& scene, const PlacedBodies& bodies, const Acting& acting);

}  // namespace lilyan
