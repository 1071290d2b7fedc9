// The springs of a sheet or a rod, from its `material`.
#pragma once

#include <lilyan/energy/springs.hpp>
#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/scene/build/build_context.hpp>

namespace lilyan {

struct BuiltSprings {
  std::vector<Spring> springs;  // in the body's own vertex numbers
  SpringLaw law = SpringLaw::stvk;
};

// Whether a `material` makes springs: its type is "springs" or "rod".
bool makes_springs(const Json& material);

// None where a fault was added. The material makes springs and has passed its schema.
std::optional<BuiltSprings> build_springs(const Json& material, const BodyMesh& mesh, const std::string& place,
                                          BuildContext& context);

}  // namespace lilyan
