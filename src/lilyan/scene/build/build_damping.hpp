// What damps the bodies, from its entry.
#pragma once

#include <lilyan/energy/damping/dissipation.hpp>
#include <lilyan/energy/potential.hpp>
#include <lilyan/materials/laws.hpp>
#include <lilyan/scene/build/build_body.hpp>
#include <lilyan/scene/schema/json.hpp>
#include <lilyan/space/mass.hpp>

#include <vector>

namespace lilyan {

// The bodies that an entry damps, in the numbering of the system.
struct DampedBodies {
  const Vector& X;               // rest positions of all vertices
  Cells cells;                   // of the bodies damped that have laws
  const std::vector<Law>& laws;  // of all bodies
  std::vector<Index> law_of_cell;
  std::vector<std::unique_ptr<Potential>> springs;  // of the bodies damped that have springs
  Vector area;                                      // of the surface at every vertex [m^2]; 0 where none is damped
  const Mass& mass;                                 // of all vertices
  std::vector<bool> is_damped;                      // one a vertex
  const std::vector<bool>& held;                    // whole, one a vertex
};

// The surface that a medium touches, for every vertex of a body [m^2]: sheets have two sides, rods are round.
Vector wetted_area(const BuiltBody& body);

std::unique_ptr<Dissipation> build_damping(const Json& entry, DampedBodies bodies);

}  // namespace lilyan
