#include <apps/lilyan/commands/scene_description.hpp>

#include <lilyan/convert/convert.hpp>
#include <lilyan/core/terminal_text.hpp>
#include <lilyan/energy/expression_potential.hpp>
#include <lilyan/integrators/registry.hpp>
#include <lilyan/run/run_time.hpp>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace lilyan::app {
namespace {

std::string body_line(const Simulation& simulation, const Body& body) {
  const auto x = body.part_of(simulation.initial().x).reshaped(3, body.vertices);
  const Vec3 lowest = x.rowwise().minCoeff(), highest = x.rowwise().maxCoeff();
  const std::string reduced = body.coordinates > 0 ? fmt::format(", reduced to {} coordinates", body.coordinates) : "";
  return fmt::format("  body      {}: {} vertices, {}{}, {:.6g} kg, from [{:.4g}, {:.4g}, {:.4g}] to [{:.4g}, {:.4g}, {:.4g}] m\n",
                     terminal_line(body.name), body.vertices, counted(body.kind, body.cells), reduced, body.mass, lowest[0],
                     lowest[1], lowest[2], highest[0], highest[1], highest[2]);
}

std::string load_line(const LoadEntry& load) {
  return fmt::format("  load      {}: [{:.6g}, {:.6g}, {:.6g}] N at full strength on {} vertices\n", terminal_line(load.name),
                     load.force[0], load.force[1], load.force[2], load.vertices);
}

std::string energy_line(const Simulation& simulation) {
  const LedgerRow row = simulation.ledger();
  return fmt::format("  energy    kinetic {:.8g}, elastic {:.8g}, gravity {:.8g} J at the start\n", row.kinetic, row.elastic,
                     row.gravity);
}

std::string output_line(const OutputPlan& output) {
  std::string text = !output.frames    ? "no frames"
                     : output.interval ? fmt::format("a frame every {:.6g} s", *output.interval)
                                       : std::string("a frame every step");
  for (const FrameFormat format : output.formats) text += ", " + to_text(format);
  if (!output.probes.empty()) text += fmt::format(", {} probes", output.probes.size());
  return fmt::format("  output    {}\n", text);
}

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

std::string one_line(const Scene& scene) {
  const System& system = scene.simulation.system();
  return fmt::format("{}: {} {}, {}, {} unknowns, {} with {}", terminal_line(scene.record.name), scene.inventory.vertices(),
                     scene.inventory.vertices() == 1 ? "vertex" : "vertices", counted(scene.inventory.cells),
                     system.coordinates().size(), time_words(scene), scene.record.integrator_name);
}

std::filesystem::path default_folder(const Scene& scene) { return std::filesystem::path("out") / scene.record.name; }

std::string description(const Scene& scene) {
  const System& system = scene.simulation.system();
  const Inventory& inventory = scene.inventory;
  const SimulationSettings& settings = scene.simulation.settings();
  std::string text = one_line(scene) + "\n";
  for (const Body& body : inventory.bodies) text += body_line(scene.simulation, body);
  for (std::size_t k = 0; k < inventory.pin_names.size(); ++k)
    text +=
        fmt::format("  pin       {}: {} vertices{}\n", terminal_line(inventory.pin_names[k]),
                    system.coordinates().pins()[k].vertices.size(), system.coordinates().pins()[k].motion.empty() ? "" : ", moved");
  for (const PinOfBasis& pin : inventory.pins_of_bases)
    text += fmt::format("  pin       {}: {} vertices\n", terminal_line(pin.name), pin.vertices);
  for (const LoadEntry& load : inventory.loads) text += load_line(load);
  for (std::size_t k = 0; k < inventory.formulas.size(); ++k)
    text += fmt::format("  potential {}: {:.8g} J at the start\n", terminal_line(inventory.formula_names[k]),
                        inventory.formulas[k]->value(scene.simulation.start().x, 0));
  if (inventory.bodies.size() > 1) text += fmt::format("  mass      {:.6g} kg in all\n", inventory.mass());
  const Vec3& g = system.gravity();
  text += fmt::format("  gravity   [{:.6g}, {:.6g}, {:.6g}] m/s^2\n", g[0], g[1], g[2]);
  text += fmt::format("  method    {}: {}\n", scene.record.integrator_name, find_integrator(scene.record.integrator_name)->meaning);
  text += fmt::format("  time      {}: {}\n", time_words(scene),
                      scene.record.adaption.empty() ? fmt::format("{:.6g} s", static_cast<double>(settings.steps) * settings.h)
                                                    : scene.record.adaption);
  return text + output_line(scene.output) + energy_line(scene.simulation);
}

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
  for (const PinOfBasis& pin : inventory.pins_of_bases)
    json["pins"].push_back({{"name", pin.name}, {"vertices", pin.vertices}, {"moved", false}});
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
