#include <lilyan/scene/build/placed_bodies.hpp>

#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lilyan {

std::unique_ptr<Potential> PlacedBody::springs() const {
  std::vector<Spring> springs = body.springs->springs;
  for (Spring& spring : springs) spring.a += first_vertex, spring.b += first_vertex;
  return std::make_unique<Springs>(std::move(springs), body.springs->law);
}

PlacedBodies build_bodies(const Json& scene, BuildContext& context) {
  PlacedBodies bodies;
  double vertices = 0, cells = 0;
  const Json& entries = list_or_empty(scene, "bodies");
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string place = join_path("bodies", std::to_string(k));
    if (context.is_faulty(place)) continue;
    std::optional<BuiltBody> body = build_body(entries[k], entry_name(entries[k], "body", k), place, context);
    if (!body) continue;
    vertices += body->mesh.vertices();
    cells += static_cast<double>(body->mesh.cells.count());
    if (!fits(vertices, cells, "bodies", context.faults)) break;
    bodies.push_back({std::move(*body), k, 0});
  }
  Index first_vertex = 0;
  for (const bool moves_whole : {true, false})
    for (PlacedBody& placed : bodies)
      if ((placed.body.moves_by == MovesBy::vertices) == moves_whole) {
        placed.first_vertex = first_vertex;
        first_vertex += placed.body.mesh.vertices();
      }
  Index first_cell = 0;
  for (CellKind kind : kCellKinds)
    for (PlacedBody& placed : bodies)
      if (placed.body.mesh.kind() == kind) {
        placed.first_cell = first_cell;
        first_cell += placed.body.mesh.cells.count();
      }
  return bodies;
}

const PlacedBody* find_body(std::span<const PlacedBody> bodies, const std::string& name) {
  const auto found = std::find_if(bodies.begin(), bodies.end(), [&](const PlacedBody& placed) { return placed.body.name == name; });
  return found == bodies.end() ? nullptr : &*found;
}

}  // namespace lilyan
