// The bodies of a scene in one numbering of vertices and cells.
#pragma once

#include <lilyan/energy/potential.hpp>
#include <lilyan/scene/build/body.hpp>

#include <span>

namespace lilyan {

struct PlacedBody {
  BuiltBody body;
  std::size_t entry;     // index in `bodies`
  Index first_vertex;    // among all vertices; those of reduced bodies come last
  Index first_cell = 0;  // in the system, where cells are numbered kind after kind

  std::unique_ptr<Potential> springs() const;  // in the numbering of the system; the body has springs
};
using PlacedBodies = std::vector<PlacedBody>;

// Those that could be built, in the scene's order.
PlacedBodies build_bodies(const Json& scene, BuildContext& context);

// The body of that name; nullptr where it could not be built.
const PlacedBody* find_body(std::span<const PlacedBody> bodies, const std::string& name);

}  // namespace lilyan
