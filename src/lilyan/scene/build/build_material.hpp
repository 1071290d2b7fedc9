// The elastic laws and densities of a body's cells, from its `material`, `regions`, `density` and `mass`.
#pragma once

#include <lilyan/materials/laws.hpp>
#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/scene/build/build_context.hpp>

namespace lilyan {

struct BuiltMaterials {
  std::vector<Law> laws;
  std::vector<std::string> law_names;  // of each law, in the registry
  std::vector<Index> law_of_cell;
  std::vector<double> density_of_cell;  // [kg/m^3]
};

// None where a fault was added. `body` has passed its schema; `name` is the body's.
std::optional<BuiltMaterials> build_materials(const Json& body, const BodyMesh& mesh, const std::string& name,
                                              const std::string& place, BuildContext& context);

// Of a body without laws: its `density`, or its `mass` spread over its volume.
BuiltMaterials even_density(const Json& body, const BodyMesh& mesh);

}  // namespace lilyan
