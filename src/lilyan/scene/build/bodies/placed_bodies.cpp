#include <lilyan/scene/build/bodies/placed_bodies.hpp>

#include <lilyan/coarsening/model/coarse_model.hpp>
#include <lilyan/energy/elements/cell_stiffness_elasticity.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

namespace lilyan {

std::unique_ptr<Potential> PlacedBody::springs() const {
  std::vector<Spring> springs = body.springs->springs;
  for (Spring& spring : springs) spring.a += first_vertex, spring.b += first_vertex;
  return std::make_unique<Springs>(std::move(springs), body.springs->law);
}

std::unique_ptr<Elasticity> PlacedBody::stiff_cells(const Vector& X, Index first) const {
  Cells cells;
  cells.append(body.mesh.cells, first_vertex);
  return make_cell_stiffness(X, cells, body.stiffness->matrices, body.stiffness->volume, first);
}

std::vector<WeightedVertex> PlacedBody::shares(Index named_vertex) const {
  std::vector<WeightedVertex> shares = body.shares(named_vertex);
  for (WeightedVertex& share : shares) share.vertex += first_vertex;
  return shares;
}

std::vector<Index> PlacedBody::carriers(const std::vector<Index>& named_vertices) const {
  std::vector<Index> all;
  for (const Index i : named_vertices)
    for (const Index vertex : holding_vertices(shares(i))) all.push_back(vertex);
  if (!body.named) return all;  // in the order given
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::vector<Load::Push> PlacedBody::carried(std::vector<Load::Push> pushes) const {
  if (!body.named) {
    for (Load::Push& push : pushes) push.vertex += first_vertex;
    return pushes;
  }
  std::map<Index, Vec3> sums;
  for (const Load::Push& push : pushes)
    for (const auto& [i, weight] : shares(push.vertex)) sums.try_emplace(i, Vec3::Zero()).first->second += weight * push.force;
  std::vector<Load::Push> all;
  for (const auto& [i, force] : sums) all.push_back({i, force});
  return all;
}

PlacedBodies build_bodies(const Json& scene, BuildContext& context) {
  PlacedBodies bodies;
  constexpr double kNoticed = 1.1;
  double vertices = 0, cells = 0, checked = 0;
  bool all_fit = true;
  const auto check_sum = [&] {
    checked = vertices + cells;
    all_fit = fits(vertices, cells, "bodies", context.faults);
  };
  const Json& entries = list_or_empty(scene, "bodies");
  for (std::size_t k = 0; k < entries.size() && all_fit; ++k) {
    const std::string place = join_path("bodies", std::to_string(k));
    if (context.is_faulty(place)) continue;
    std::optional<BuiltBody> body = build_body(entries[k], entry_name(entries[k], "body", k), place, context);
    if (!body) continue;
    vertices += body->mesh.vertices();
    cells += static_cast<double>(body->mesh.cells.count());
    if (vertices + cells > kNoticed * checked) check_sum();  // not for each of thousands of bodies: asking what is free takes time
    if (all_fit) bodies.push_back({std::move(*body), k, 0});
  }
  if (all_fit && vertices + cells > checked) check_sum();
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
