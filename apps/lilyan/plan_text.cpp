#include <lilyan/convert/convert.hpp>
#include <lilyan/dynamics/velocities.hpp>
#include <lilyan/integrators/registry.hpp>
#include <lilyan/run/run_time.hpp>

#include <apps/lilyan/plan_text.hpp>

#include <fmt/format.h>

namespace lilyan::app {
namespace {

std::string body_line(const RunPlan& plan, const Body& body) {
  const auto x =
      plan.initial.x.segment(3 * Eigen::Index{body.first_vertex}, 3 * Eigen::Index{body.vertices}).reshaped(3, body.vertices);
  const Vec3 lowest = x.rowwise().minCoeff(), highest = x.rowwise().maxCoeff();
  const double mass = plan.system->vertex_mass().segment(body.first_vertex, body.vertices).sum();
  return fmt::format("  body      {}: {} vertices, {}, {:.6g} kg, from [{:.4g}, {:.4g}, {:.4g}] to [{:.4g}, {:.4g}, {:.4g}] m\n",
                     body.name, body.vertices, counted(body.kind, body.cells), mass, lowest[0], lowest[1], lowest[2], highest[0],
                     highest[1], highest[2]);
}

std::string load_line(const std::string& name, const Load& load) {
  Vec3 sum = Vec3::Zero();
  for (const Load::Push& push : load.pushes()) sum += push.force;
  return fmt::format("  load      {}: [{:.6g}, {:.6g}, {:.6g}] N at full strength on {} vertices\n", name, sum[0], sum[1], sum[2],
                     load.pushes().size());
}

std::string energy_line(const RunPlan& plan) {
  const System& system = *plan.system;
  const double kinetic = system.kinetic_energy(plan.initial.p, velocities(system, plan.initial));
  const double elastic = system.potential_energy(plan.initial.x, 0, EnergyKind::elastic);
  const double gravity = system.potential_energy(plan.initial.x, 0, EnergyKind::gravity);
  return fmt::format("  energy    kinetic {:.8g}, elastic {:.8g}, gravity {:.8g} J at the start\n", kinetic, elastic, gravity);
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

std::string one_line(const RunPlan& plan) {
  return fmt::format("{}: {} {}, {}, {} unknowns, {} with {}", plan.name, plan.system->vertices(),
                     plan.system->vertices() == 1 ? "vertex" : "vertices", counted(plan.cells), plan.system->coordinates().size(),
                     time_words(plan), plan.integrator_name);
}

std::string description(const RunPlan& plan) {
  std::string text = one_line(plan) + "\n";
  for (const Body& body : plan.bodies) text += body_line(plan, body);
  for (std::size_t k = 0; k < plan.pin_names.size(); ++k)
    text += fmt::format("  pin       {}: {} vertices{}\n", plan.pin_names[k], plan.system->coordinates().pins()[k].vertices.size(),
                        plan.system->coordinates().pins()[k].motion.empty() ? "" : ", moved");
  for (std::size_t k = 0; k < plan.load_names.size(); ++k) text += load_line(plan.load_names[k], *plan.system->loads()[k]);
  for (std::size_t k = 0; k < plan.formulas.size(); ++k)
    text +=
        fmt::format("  potential {}: {:.8g} J at the start\n", plan.formula_names[k], plan.formulas[k]->value(plan.initial.x, 0));
  if (plan.bodies.size() > 1) text += fmt::format("  mass      {:.6g} kg in all\n", plan.system->vertex_mass().sum());
  const Vec3& g = plan.system->gravity();
  text += fmt::format("  gravity   [{:.6g}, {:.6g}, {:.6g}] m/s^2\n", g[0], g[1], g[2]);
  text += fmt::format("  method    {}: {}\n", plan.integrator_name, find_integrator(plan.integrator_name)->meaning);
  text += fmt::format("  time      {}: {}\n", time_words(plan),
                      plan.adaption.empty() ? fmt::format("{:.6g} s", static_cast<double>(plan.steps) * plan.h) : plan.adaption);
  return text + output_line(plan.output) + energy_line(plan);
}

}  // namespace lilyan::app
