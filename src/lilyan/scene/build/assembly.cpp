#include <lilyan/scene/build/assembly.hpp>

#include <lilyan/materials/evaluate.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

LoadEntry entry_of(const Load& load, const std::string& name) {
  LoadEntry entry{name, Vec3::Zero(), static_cast<Index>(load.pushes().size())};
  for (const Load::Push& push : load.pushes()) entry.force += push.force;
  return entry;
}

void list_what_acts(const Json& scene, const Acting& acting, Inventory& inventory) {
  inventory.pin_names = acting.pins.names;
  const Json& constraints = list_or_empty(scene, "constraints");
  for (std::size_t k = 0; k < constraints.size(); ++k)
    if (constraints[k].contains("name"))
      inventory.constraints.push_back({constraints[k].at("name").get<std::string>(), join_path("constraints", std::to_string(k))});
  for (std::size_t k = 0; k < acting.loads.things.size(); ++k)
    inventory.loads.push_back(entry_of(acting.loads.things[k], acting.loads.names[k]));
}

}  // namespace

Assembly assemble(const Json& scene, const PlacedBodies& bodies, const Acting& acting) {
  Assembly all;
  Inventory& inventory = all.inventory;
  list_what_acts(scene, acting, inventory);
  Index vertices = 0;
  for (const PlacedBody& placed : bodies) vertices += placed.body.mesh.vertices();
  for (Vector* field : {&all.X, &all.x, &all.v}) field->resize(3 * Eigen::Index{vertices});
  all.mass = Mass(Vector(Vector::Zero(vertices)));
  for (const PlacedBody& placed : bodies) inventory.cells.append(placed.body.mesh.cells, placed.first_vertex);
  std::vector<Law>& laws = inventory.laws;
  std::vector<Index>& law_of_cell = inventory.law_of_cell;
  law_of_cell.assign(static_cast<std::size_t>(inventory.cells.count()), -1);
  all.law_of_moving_cell = law_of_cell;
  std::vector<Index> law_of_carried_cell = law_of_cell;
  for (const auto& [body, entry, first, first_cell] : bodies) {
    const Index n = body.mesh.vertices();
    all.X.segment(3 * Eigen::Index{first}, 3 * Eigen::Index{n}) = body.mesh.X;
    all.x.segment(3 * Eigen::Index{first}, 3 * Eigen::Index{n}) = body.x;
    all.v.segment(3 * Eigen::Index{first}, 3 * Eigen::Index{n}) = body.v;
    all.mass.vertex.segment(first, n) = body.mass;
    all.mass.append_shared(body.shared_mass, first);
    for (std::size_t e = 0; e < body.materials.law_of_cell.size(); ++e) {
      const std::size_t cell = static_cast<std::size_t>(first_cell) + e;
      law_of_cell[cell] = body.materials.law_of_cell[e] + static_cast<Index>(laws.size());
      (body.moves_by == MovesBy::vertices ? all.law_of_moving_cell : law_of_carried_cell)[cell] = law_of_cell[cell];
    }
    laws.insert(laws.end(), body.materials.laws.begin(), body.materials.laws.end());
    double largest_ratio = 0;
    for (const Law& law : body.materials.laws) largest_ratio = std::max(largest_ratio, poissons_ratio(law));
    inventory.bodies.push_back(
        {body.name, first, n, body.mesh.kind(), first_cell, body.mesh.cells.count(), body.render, largest_ratio, body.mass.sum()});
  }
  inventory.rest = all.X;
  for (std::unique_ptr<Elasticity>& elasticity : make_elasticity(all.X, inventory.cells, laws, law_of_carried_cell)) {
    inventory.elasticity.push_back(elasticity.get());
    inventory.carried.push_back(std::move(elasticity));
  }
  return all;
}

}  // namespace lilyan
