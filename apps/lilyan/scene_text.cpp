#include <lilyan/convert/convert.hpp>
#include <lilyan/core/terminal_text.hpp>
#include <lilyan/energy/expression_potential.hpp>
#include <lilyan/integrators/registry.hpp>
#include <lilyan/run/run_time.hpp>

#include <apps/lilyan/scene_text.hpp>

#include <fmt/format.h>

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

}  // namespace lilyan::app
