// What a `select` holds of a body, tested on its rest shape.
#pragma once

#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/scene/build/build_context.hpp>

namespace lilyan {

// Sorted vertices; empty where a fault was added. `name` is the body's.
std::vector<Index> select_vertices(const Json& select, const BodyMesh& mesh, const std::string& name, const std::string& place,
                                   BuildContext& context);

// Sorted cells, by their centroids or by a set of the mesh file; empty where a fault was added.
std::vector<Index> select_cells(const Json& select, const BodyMesh& mesh, const std::string& name, const std::string& place,
                                BuildContext& context);

}  // namespace lilyan
