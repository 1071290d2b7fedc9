#include <lilyan/scene/build/built_system.hpp>

#include <lilyan/energy/contact/contact_stiffness.hpp>
#include <lilyan/materials/evaluate.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/reduction/reduced_elasticity.hpp>
#include <lilyan/scene/build/coarse/coarse_scene_body.hpp>
#include <lilyan/scene/build/reduced/reduction.hpp>
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

Space space_of(const PlacedBodies& bodies, const std::vector<BuiltReduction>& reductions) {
  Index whole = 0;
  for (const PlacedBody& placed : bodies)
    if (placed.body.moves_by == MovesBy::vertices) whole += placed.body.mesh.vertices();
  std::vector<std::shared_ptr<const ReducedShape>> shapes;
  for (const BuiltReduction& reduction : reductions) shapes.push_back(reduction.shape);
  return Space(whole, shapes);
}

Coordinates coordinates_of(const Space& space, const Vector& x, std::vector<Pin> pins) {
  for (const Space::Reduced& body : space.reduced())
    for (Pin& pin : body.shape->pins(body.first_point)) pins.push_back(std::move(pin));
  return {space.state(x), std::move(pins)};
}

Mass mass_of(const Space& space, Mass of_vertices) {
  of_vertices.vertex.conservativeResize(space.points());
  for (const Space::Reduced& body : space.reduced())
    of_vertices.vertex.segment(body.first_point, body.shape->points()).setConstant(body.shape->mass());
  return of_vertices;
}

}  // namespace

std::vector<PinOfBasis> pins_of_basis(const Named<Pin>& pins) {
  std::vector<PinOfBasis> result;
  for (std::size_t k = 0; k < pins.things.size(); ++k)
    result.push_back({pins.names[k], static_cast<Index>(pins.things[k].vertices.size())});
  return result;
}

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

BuiltSystem build_system(const Json& scene, const PlacedBodies& bodies, Acting acting, const Named<PlannedPotential>& formulas,
                         const std::vector<BuiltReduction>& reductions) {
  Assembly all = assemble(scene, bodies, acting);
  BuiltSystem built;
  built.inventory = std::move(all.inventory);
  Inventory& inventory = built.inventory;
  inventory.formula_names = formulas.names;
  if (!reductions.empty()) inventory.influences.emplace_back("pins");
  for (const BuiltReduction& reduction : reductions) {
    inventory.bodies[static_cast<std::size_t>(reduction.placed - bodies.data())].coordinates = reduction.shape->size();
    inventory.pins_of_bases.insert(inventory.pins_of_bases.end(), reduction.pins.begin(), reduction.pins.end());
  }
  hold_slices(bodies, acting.pins.things);
  const Space space = space_of(bodies, reductions);
  Coordinates coordinates = coordinates_of(space, all.x, std::move(acting.pins.things));
  const HeldComponents held_components(space, coordinates);
  const std::vector<bool> held = held_components.held_whole();
  const Mass mass = mass_of(space, all.mass);
  std::vector<std::unique_ptr<Potential>> potentials;
  for (std::unique_ptr<Elasticity>& elasticity :
       make_elasticity(all.X, inventory.cells, inventory.laws, all.law_of_moving_cell, held)) {
    inventory.elasticity.push_back(elasticity.get());
    potentials.push_back(std::move(elasticity));
  }
  for (const PlacedBody& placed : bodies)
    if (placed.body.stiffness) {
      std::unique_ptr<Elasticity> elasticity = placed.stiff_cells(all.X, placed.first_cell);
      inventory.elasticity.push_back(elasticity.get());
      potentials.push_back(std::move(elasticity));
    }
  for (const PlacedBody& placed : bodies)
    if (placed.body.springs) potentials.push_back(placed.springs());
  for (const PlannedPotential& formula : formulas.things) {
    std::unique_ptr<ExpressionPotential> potential = formula.make(all.mass.vertex);
    inventory.formulas.push_back(potential.get());
    potentials.push_back(std::move(potential));
  }
  if (!acting.contacts.empty()) {
    std::vector<Potential*> stiff;
    for (const auto& potential : potentials) stiff.push_back(potential.get());
    for (const auto& elasticity : inventory.carried) stiff.push_back(elasticity.get());
    const Vector stiffness = contact_stiffness(all.X, held_components, stiff);
    std::vector<CarriedContactSurface> carried = contact_surfaces_of(reductions, bodies, space, stiffness);
    add_named_surfaces(bodies, carried);
    add_contacts(acting.contacts,
                 {scene, bodies, all.X, all.x, all.mass.vertex, held_components, stiffness, carried, acting.constraints},
                 potentials, inventory);
  }
  for (std::size_t k = 0; k < reductions.size(); ++k)
    potentials.push_back(std::make_unique<ReducedElasticity>(space.reduced()[k], reductions[k].energy));
  std::vector<std::unique_ptr<Dissipation>> dissipations =
      build_dampings(scene, bodies, {all.X, mass, inventory.laws, inventory.law_of_cell, held});
  add_reduced_dampings(scene, reductions, space, dissipations);
  built.system = std::make_unique<const System>(
      mass, vec3_value(scene.at("gravity")), std::move(coordinates), std::move(potentials),
      loads_on_points(std::move(acting.loads.things), space), std::move(dissipations),
      ConstraintSet(std::move(acting.constraints), constraint_velocities(scene.at("solver"))), space);
  built.initial = initial_frame(*built.system, all.x, all.v);
  return built;
}

}  // namespace lilyan
