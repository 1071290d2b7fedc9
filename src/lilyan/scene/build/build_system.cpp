#include <lilyan/scene/build/built_system.hpp>

#include <lilyan/materials/evaluate.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

ConstraintVelocities constraint_velocities(const Json& solver) {
  return solver.at("constraint_velocities") == "consistent" ? ConstraintVelocities::consistent : ConstraintVelocities::free;
}

// Flat bodies of elastic laws stay in their planes: every vertex whose z no pin of the scene holds.
void hold_slices(const PlacedBodies& bodies, std::vector<Pin>& pins) {
  for (const PlacedBody& placed : bodies) {
    if (!placed.body.is_slice()) continue;
    std::vector<bool> is_held(static_cast<std::size_t>(placed.body.mesh.vertices()), false);
    for (const Pin& pin : pins)
      for (Index i : pin.vertices)
        if (const Index own = i - placed.first_vertex; pin.axes[2] && own >= 0 && own < placed.body.mesh.vertices())
          is_held[static_cast<std::size_t>(own)] = true;
    Pin plane{{}, {false, false, true}, {}};
    for (Index i = 0; i < placed.body.mesh.vertices(); ++i)
      if (!is_held[static_cast<std::size_t>(i)]) plane.vertices.push_back(placed.first_vertex + i);
    if (!plane.vertices.empty()) pins.push_back(std::move(plane));
  }
}

// Whether all three components of a vertex are held, one per vertex.
std::vector<bool> held_whole(const Coordinates& coordinates) {
  std::vector<bool> held;
  for (Index c = 0; c < coordinates.components(); c += 3)
    held.push_back(coordinates.is_held(c) && coordinates.is_held(c + 1) && coordinates.is_held(c + 2));
  return held;
}

}  // namespace

BuiltSystem build_system(const Json& scene, const PlacedBodies& bodies, Acting acting, const Named<PlannedPotential>& formulas) {
  BuiltSystem built;
  Inventory& inventory = built.inventory;
  inventory.pin_names = std::move(acting.pins.names);
  const Json& constraints = list_or_empty(scene, "constraints");
  for (std::size_t k = 0; k < constraints.size(); ++k)
    if (constraints[k].contains("name"))
      inventory.constraints.push_back({constraints[k].at("name").get<std::string>(), join_path("constraints", std::to_string(k))});
  inventory.load_names = std::move(acting.loads.names);
  inventory.formula_names = formulas.names;
  Index vertices = 0;
  for (const PlacedBody& placed : bodies) vertices += placed.body.mesh.vertices();
  Vector X(3 * Eigen::Index{vertices}), x(X.size()), v(X.size());
  Mass mass(Vector::Zero(vertices));
  for (const PlacedBody& placed : bodies) inventory.cells.append(placed.body.mesh.cells, placed.first_vertex);
  std::vector<Law>& laws = inventory.laws;
  std::vector<Index>& law_of_cell = inventory.law_of_cell;
  law_of_cell.assign(static_cast<std::size_t>(inventory.cells.count()), -1);
  for (const auto& [body, entry, first, first_cell] : bodies) {
    const Index n = body.mesh.vertices();
    X.segment(3 * Eigen::Index{first}, 3 * Eigen::Index{n}) = body.mesh.X;
    x.segment(3 * Eigen::Index{first}, 3 * Eigen::Index{n}) = body.x;
    v.segment(3 * Eigen::Index{first}, 3 * Eigen::Index{n}) = body.v;
    mass.vertex.segment(first, n) = body.mass;
    mass.append_shared(body.shared_mass, first);
    for (std::size_t e = 0; e < body.materials.law_of_cell.size(); ++e)
      law_of_cell[static_cast<std::size_t>(first_cell) + e] = body.materials.law_of_cell[e] + static_cast<Index>(laws.size());
    laws.insert(laws.end(), body.materials.laws.begin(), body.materials.laws.end());
    double largest_ratio = 0;
    for (const Law& law : body.materials.laws) largest_ratio = std::max(largest_ratio, poissons_ratio(law));
    inventory.bodies.push_back(
        {body.name, first, n, body.mesh.kind(), first_cell, body.mesh.cells.count(), body.render, largest_ratio});
  }

  inventory.rest = X;
  hold_slices(bodies, acting.pins.things);
  Coordinates coordinates(x, std::move(acting.pins.things));
  const std::vector<bool> held = held_whole(coordinates);
  std::vector<std::unique_ptr<Potential>> potentials;
  for (std::unique_ptr<Elasticity>& elasticity : make_elasticity(X, inventory.cells, laws, law_of_cell, held)) {
    inventory.elasticity.push_back(elasticity.get());
    potentials.push_back(std::move(elasticity));
  }
  for (const PlacedBody& placed : bodies)
    if (placed.body.springs) potentials.push_back(placed.springs());
  for (const PlannedPotential& formula : formulas.things) {
    std::unique_ptr<ExpressionPotential> potential = formula.make(mass.vertex);
    inventory.formulas.push_back(potential.get());
    potentials.push_back(std::move(potential));
  }
  add_contacts(acting.contacts, {scene, bodies, X, x, mass.vertex, coordinates, acting.constraints}, potentials, inventory);
  built.system = std::make_unique<const System>(
      mass, vec3_value(scene.at("gravity")), std::move(coordinates), std::move(potentials), std::move(acting.loads.things),
      build_dampings(scene, bodies, {X, mass, laws, law_of_cell, held}),
      ConstraintSet(std::move(acting.constraints), constraint_velocities(scene.at("solver"))));
  built.initial = initial_frame(*built.system, x, v);
  return built;
}

}  // namespace lilyan
