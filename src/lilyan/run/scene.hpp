// A scene, ready to run: what moves and how, what it is made of, what is written, and where all this came from.
#pragma once

#include <lilyan/run/inventory.hpp>
#include <lilyan/run/output_plan.hpp>
#include <lilyan/run/simulation.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace lilyan {

// What identifies a scene and its method in files and messages.
struct SceneRecord {
  std::string name;
  std::string text;        // its JSON as it was given, with what was changed on the command line
  std::uint64_t hash = 0;  // of all that may not differ in a resumed run
  std::string integrator_name;
  Properties properties;           // of the integrator with its parameters
  std::string adaption;            // in words how steps are chosen; empty if all have the same length
  std::vector<std::string> notes;  // for the user, e.g. what a mesh reader mended
  double reduction_bytes = 0;      // of memory that making the energy of a reduced body took, at most
};

struct Scene {
  SceneRecord record;
  Simulation simulation;
  Inventory inventory;
  OutputPlan output;
};

// What changes the momenta of a scene's bodies from outside. Without it they are kept, and what they drift is the method's error.
// In words, in this order: "pins", "constraints", "obstacles", "formulas", "loads", "gravity", "drag". Constraints and formulas
// count where a motion of all bodies as a rigid whole changes them: those between bodies do not.
std::vector<std::string> outside_influences(const Scene& scene);

}  // namespace lilyan
