// A body's rest shape from its `mesh` entry.
#pragma once

#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/scene/build/build_context.hpp>

namespace lilyan {

// The vertices and cells that fit the engine's indices and this machine's memory. Adds a fault (id "scene.too-large") and
// returns false where there are more.
bool fits(double vertices, double cells, const std::string& place, FaultList& faults);

// The mesh after `transform`, every volume positive; none where a fault was added.
std::optional<BodyMesh> build_mesh(const Json& mesh, const std::string& place, BuildContext& context);

// Moves positions as the `transform` of a `mesh` entry says; false where a fault was added.
bool transform_positions(const Json& mesh, const std::string& place, BuildContext& context, Vector& X);

}  // namespace lilyan
