// What changes the momenta of a scene's bodies from outside. Without it they are kept, and what they drift is the method's error.
#pragma once

#include <lilyan/run/scene.hpp>

#include <string>
#include <vector>

namespace lilyan {

// In words, in this order: "pins", "constraints", "obstacles", "formulas", "loads", "gravity", "drag". Constraints and formulas
// count where a motion of all bodies as a rigid whole changes them: those between bodies do not.
std::vector<std::string> outside_influences(const Scene& scene);

}  // namespace lilyan
