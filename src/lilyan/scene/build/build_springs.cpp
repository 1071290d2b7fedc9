#include <lilyan/scene/build/body.hpp>

#include <lilyan/energy/spring_mesh.hpp>
#include <lilyan/scene/schema/validate.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

std::vector<Spring> sheet_springs(const Json& material, const BodyMesh& mesh) {
  const std::vector<Triangle>& triangles = mesh.cells.triangles;
  const double bending = material.at("bending").get<double>();
  std::vector<Spring> springs = stretching_springs(mesh.X, triangles, material.at("stretching").get<double>());
  if (bending == 0) return springs;
  const std::vector<Spring> more =
      mesh.rows[0] > 0 ? bending_springs(mesh.X, mesh.rows, bending) : bending_springs(mesh.X, triangles, bending);
  springs.insert(springs.end(), more.begin(), more.end());
  return springs;
}

}  // namespace

bool makes_springs(const Json& material) { return material.at("type") == "springs" || material.at("type") == "rod"; }

std::optional<BuiltSprings> build_springs(const Json& material, const BodyMesh& mesh, const std::string& place,
                                          BuildContext& context) {
  const bool is_rod = material.at("type") == "rod";
  const CellKind needed = is_rod ? CellKind::edge : CellKind::triangle;
  if (mesh.kind() != needed) {
    context.faults.add("scene.cells", join_path(place, "type"),
                       fmt::format("\"{}\" is for bodies of {}, and this one is of {}", material.at("type").get<std::string>(),
                                   plural(needed), plural(mesh.kind())),
                       is_rod ? "give it the mesh \"rod\"" : "give it the mesh \"sheet\", or a file of triangles");
    return std::nullopt;
  }
  BuiltSprings built;
  built.law = material.at("law") == "hookean" ? SpringLaw::hookean : SpringLaw::stvk;
  built.springs = is_rod ? rod_springs(mesh.X, mesh.cells.edges, material.at("stiffness").get<double>(), built.law)
                         : sheet_springs(material, mesh);
  const bool good = std::all_of(built.springs.begin(), built.springs.end(), [](const Spring& spring) {
    return spring.rest_length >= std::numeric_limits<double>::min() && std::isfinite(spring.stiffness);
  });
  if (good) return built;
  context.faults.add("scene.volume", place, "a spring has no length, or a stiffness that is not finite", "lengths are in m");
  return std::nullopt;
}

}  // namespace lilyan
