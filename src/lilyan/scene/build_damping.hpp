// What damps the bodies, from its entry.
#pragma once

#include <lilyan/energy/dissipation.hpp>
#include <lilyan/materials/laws.hpp>
#include <lilyan/mesh/tet_mesh.hpp>
#include <lilyan/scene/json.hpp>

#include <vector>

namespace lilyan {

// The bodies that an entry damps, in the numbering of the system.
struct DampedBodies {
  const Vector& X;               // rest positions of all vertices
  std::vector<Tet> tets;         // of the bodies damped
  const std::vector<Law>& laws;  // of all bodies
  std::vector<Index> law_of_tet;
  const Vector& vertex_mass;      // of all vertices [kg]
  std::vector<bool> is_damped;    // one a vertex
  const std::vector<bool>& held;  // whole, one a vertex
};

std::unique_ptr<Dissipation> build_damping(const Json& entry, const DampedBodies& bodies);

}  // namespace lilyan
