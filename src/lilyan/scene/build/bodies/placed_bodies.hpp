// The bodies of a scene in one numbering of vertices and cells.
#pragma once

#include <lilyan/energy/elements/elasticity.hpp>
#include <lilyan/energy/load.hpp>
#include <lilyan/scene/build/bodies/body.hpp>

#include <span>

namespace lilyan {

struct PlacedBody {
  BuiltBody body;
  std::size_t entry;     // index in `bodies`
  Index first_vertex;    // among all vertices; those of reduced bodies come last
  Index first_cell = 0;  // in the system, where cells are numbered kind after kind

  std::unique_ptr<Potential> springs() const;  // in the numbering of the system; the body has springs
  // The energy of its cells, if these have stiffnesses in place of laws. X: rest positions of all vertices; the cells are counted
  // from `first` on.
  std::unique_ptr<Elasticity> stiff_cells(const Vector& X, Index first) const;

  // What the vertices that a scene names are in the numbering of the system.
  std::vector<WeightedVertex> shares(Index named_vertex) const;
  std::vector<Index> carriers(const std::vector<Index>& named_vertices) const;  // that have most of the weight in them
  std::vector<Load::Push> carried(std::vector<Load::Push> pushes) const;        // the same sum and moment
};
using PlacedBodies = std::vector<PlacedBody>;

// Those that could be built, in the scene's order.
PlacedBodies build_bodies(const Json& scene, BuildContext& context);

// The body of that name; nullptr where it could not be built.
const PlacedBody* find_body(std::span<const PlacedBody> bodies, const std::string& name);

}  // namespace lilyan
