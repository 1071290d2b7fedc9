// A body from its entry in `bodies`: rest shape, laws, masses and initial state.
#pragma once

#include <lilyan/mesh/tet_mesh.hpp>
#include <lilyan/meshing/embedding.hpp>
#include <lilyan/scene/build_material.hpp>

#include <memory>

namespace lilyan {

struct BuiltBody {
  std::string name;
  TetMesh mesh;  // at rest, after `transform`
  BuiltMaterials materials;
  Vector mass;                              // one a vertex [kg]: a quarter of every tet's
  std::shared_ptr<const Embedding> render;  // the fine surface that it carries; may be none
  Vector x, v;                              // initial positions [m] and velocities [m/s], 3 a vertex
};

// None where a fault was added. `body` has passed its schema.
std::optional<BuiltBody> build_body(const Json& body, const std::string& name, const std::string& place, BuildContext& context);

}  // namespace lilyan
