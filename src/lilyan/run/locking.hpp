// How much too stiff linear tets and trilinear hexes are where the material is nearly incompressible.
//
// Each cell keeps its volume, which leaves a mesh few ways to bend, and hardly any near Poisson's ratio 1/2. How few depends on how
// cells meet: boxes cut into five tets by turns keep some, since the tets about every second vertex share one; other tets do not.
#pragma once

#include <string>

namespace lilyan {

struct Body;
struct Inventory;

// What to expect of a body of tets or hexes whose Poisson's ratio is above 0.45, in words; empty of others.
std::string locking_words(const Inventory& inventory, const Body& body);

}  // namespace lilyan
