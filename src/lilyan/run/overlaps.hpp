// Bodies that pass through each other because nothing keeps them apart.
#pragma once

#include <lilyan/core/vector.hpp>

#include <string>
#include <vector>

namespace lilyan {

class System;
struct Inventory;

// Two bodies, by their numbers in the inventory.
struct Overlap {
  std::size_t a, b;
};

// Bodies of tets or hexes of which one has a vertex inside a cell of the other at the positions x of all vertices, though no
// contact names both, no constraint holds on to both, and no vertex is shared.
std::vector<Overlap> overlaps(const System& system, const Inventory& inventory, const Vector& x, double t);

// A note, or none: "bodies "a" and "b" overlap at the end ...", `when` being "at the end".
std::vector<std::string> overlap_notes(const Inventory& inventory, const std::vector<Overlap>& overlaps, const std::string& when);

}  // namespace lilyan
