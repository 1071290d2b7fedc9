#include <lilyan/scene/build/coarse/coarse_scene_body.hpp>

#include <lilyan/mesh/select.hpp>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

std::string obstacle_of(const BuiltBody& body) {
  if (body.named) return "it is coarse already";
  if (body.moves_by != MovesBy::vertices) return "it is reduced, or made of domains";
  if (body.springs) return "it is made of springs, and elastic laws are coarsened";
  const CellKind kind = body.mesh.kind();
  if (kind != CellKind::tet && kind != CellKind::triangle)
    return fmt::format("it is of {}, and tets and flat triangles are coarsened", plural(kind));
  return {};
}

}  // namespace

FineBody fine_body_of(const BodyToCoarsen& body) {
  return make_fine_body(body.body.X, body.body.cells, body.laws, body.body.law_of_cell, body.body.density, body.body.held);
}

std::vector<BodyToCoarsen> collect_fine_bodies(const Json& scene, const PlacedBodies& bodies, BuildContext& context) {
  std::vector<BodyToCoarsen> all;
  for (const PlacedBody& placed : bodies) {
    const BuiltBody& body = placed.body;
    BodyToCoarsen& fine = all.emplace_back(BodyToCoarsen{body.name, placed.entry, obstacle_of(body)});
    if (!fine.obstacle.empty()) continue;
    fine.laws = body.materials.laws;
    fine.body.X = body.mesh.X;
    fine.body.cells = body.mesh.cells;
    fine.body.law_of_cell = body.materials.law_of_cell;
    fine.body.density = body.materials.density_of_cell;
    fine.body.held = held_by_pins(scene, body, context);
    fine.shape.X = body.mesh.X;
    fine.shape.mass = body.mass;
    fine.shape.surface = body.is_slice() ? body.mesh.cells.triangles : surface(body.mesh.cells);
    fine.shape.sets = sets_by_vertices(body.mesh);
    fine.shape.numbers = body.mesh.vertex_numbers;
    fine.shape.held = fine.body.held;
    fine.shape.cells = body.mesh.cells.count();
  }
  return all;
}

}  // namespace lilyan
