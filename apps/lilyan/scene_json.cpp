#include <lilyan/energy/expression_potential.hpp>

#include <apps/lilyan/scene_json.hpp>

#include <nlohmann/json.hpp>

namespace lilyan::app {
namespace {

using Json = nlohmann::ordered_json;

Json list(const Vec3& v) { return {v[0], v[1], v[2]}; }

Json body_json(const Simulation& simulation, const Body& body) {
  const auto x = body.part_of(simulation.initial().x).reshaped(3, body.vertices);
  Json json = {{"name", body.name},
               {"vertices", body.vertices},
               {plural(body.kind), body.cells},
               {"mass", body.mass},
               {"box", {{"min", list(x.rowwise().minCoeff())}, {"max", list(x.rowwise().maxCoeff())}}}};
  if (body.coordinates > 0) json["coordinates"] = body.coordinates;
  return json;
}

Json load_json(const LoadEntry& load) { return {{"name", load.name}, {"vertices", load.vertices}, {"force", list(load.force)}}; }

}  // namespace

std::string json_description(const std::string& file, const Scene& scene) {
  const System& system = scene.simulation.system();
  const Inventory& inventory = scene.inventory;
  const SimulationSettings& settings = scene.simulation.settings();
  const Vector& x = scene.simulation.initial().x;
  Json json = {{"file", file},
               {"scene", scene.record.name},
               {"vertices", inventory.vertices()},
               {"tets", inventory.cells.tets.size()},
               {"unknowns", system.coordinates().size()},
               {"mass", inventory.mass()}};
  for (CellKind kind : kCellKinds)
    if (kind != CellKind::tet && inventory.cells.count(kind) > 0) json[plural(kind)] = inventory.cells.count(kind);
  json["bodies"] = Json::array();
  for (const Body& body : inventory.bodies) json["bodies"].push_back(body_json(scene.simulation, body));
  json["pins"] = Json::array();
  for (std::size_t k = 0; k < inventory.pin_names.size(); ++k) {
    const Pin& pin = system.coordinates().pins()[k];
    json["pins"].push_back({{"name", inventory.pin_names[k]}, {"vertices", pin.vertices.size()}, {"moved", !pin.motion.empty()}});
  }
  json["loads"] = Json::array();
  for (const LoadEntry& load : inventory.loads) json["loads"].push_back(load_json(load));
  json["potentials"] = Json::array();
  for (std::size_t k = 0; k < inventory.formulas.size(); ++k)
    json["potentials"].push_back({{"name", inventory.formula_names[k]}, {"energy", inventory.formulas[k]->value(x, 0)}});
  json["gravity"] = list(system.gravity());
  json["integrator"] = scene.record.integrator_name;
  json["time"] = {{"step", settings.h}};
  if (!settings.until) json["time"]["steps"] = settings.steps;
  if (scene.record.adaption.empty()) json["time"]["duration"] = static_cast<double>(settings.steps) * settings.h;
  if (settings.until) json["time"]["duration"] = *settings.until;
  if (!scene.record.adaption.empty()) json["time"]["adaption"] = scene.record.adaption;
  json["output"] = {{"frames", scene.output.frames}, {"probes", scene.output.probes.size()}};
  if (scene.output.interval) json["output"]["interval"] = *scene.output.interval;
  json["energy"] = {{"kinetic", scene.simulation.ledger().kinetic},
                    {"elastic", system.potential_energy(x, 0, EnergyKind::elastic)},
                    {"gravity", system.potential_energy(x, 0, EnergyKind::gravity)}};
  json["notes"] = scene.record.notes;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lilyan::app
