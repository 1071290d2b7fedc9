// The fine surface that a body carries, from its `render` entry.
#pragma once

#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/meshing/embedding.hpp>
#include <lilyan/scene/build/build_context.hpp>

#include <memory>

namespace lilyan {

// Of a body with that entry and mesh (after `transform`, which the surface undergoes as well). Null where the entry has none, or,
// with a fault, where it cannot be had.
std::shared_ptr<const Embedding> build_render(const Json& body, const std::string& name, const BodyMesh& mesh,
                                              const std::string& place, BuildContext& context);

}  // namespace lilyan
