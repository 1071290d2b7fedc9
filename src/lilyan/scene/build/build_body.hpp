// A body from its entry in `bodies`: rest shape, laws, masses and initial state.
#pragma once

#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/meshing/embedding.hpp>
#include <lilyan/scene/build/build_material.hpp>
#include <lilyan/scene/build/build_springs.hpp>
#include <lilyan/space/mass.hpp>

#include <memory>

namespace lilyan {

struct BuiltBody {
  std::string name;
  BodyMesh mesh;  // at rest, after `transform`
  BuiltMaterials materials;
  std::optional<BuiltSprings> springs;      // of a sheet or rod, in place of laws
  Vector mass;                              // one per vertex [kg]: its share of every cell's
  std::vector<SharedMass> shared_mass;      // what vertices have in common, if the mass is consistent
  std::shared_ptr<const Embedding> render;  // the fine surface that it carries; may be none
  Vector x, v;                              // initial positions [m] and velocities [m/s], 3 a vertex

  // A flat body of an elastic law moves in its plane.
  bool is_slice() const { return mesh.kind() == CellKind::triangle && !springs; }
};

// A body with the number of its first vertex in the system.
struct BodyInSystem {
  const BuiltBody* body;
  Index first_vertex;
};

// None where a fault was added. `body` has passed its schema.
std::optional<BuiltBody> build_body(const Json& body, const std::string& name, const std::string& place, BuildContext& context);

}  // namespace lilyan
