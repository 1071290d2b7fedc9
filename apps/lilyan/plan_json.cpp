#include <lilyan/dynamics/velocities.hpp>

#include <apps/lilyan/plan_json.hpp>

#include <nlohmann/json.hpp>

namespace lilyan::app {
namespace {

using Json = nlohmann::ordered_json;

Json list(const Vec3& v) { return {v[0], v[1], v[2]}; }

Json body_json(const RunPlan& plan, const Body& body) {
  const auto x =
      plan.initial.x.segment(3 * Eigen::Index{body.first_vertex}, 3 * Eigen::Index{body.vertices}).reshaped(3, body.vertices);
  return {{"name", body.name},
          {"vertices", body.vertices},
          {plural(body.kind), body.cells},
          {"mass", plan.system->vertex_mass().segment(body.first_vertex, body.vertices).sum()},
          {"box", {{"min", list(x.rowwise().minCoeff())}, {"max", list(x.rowwise().maxCoeff())}}}};
}

Json load_json(const std::string& name, const Load& load) {
  Vec3 sum = Vec3::Zero();
  for (const Load::Push& push : load.pushes()) sum += push.force;
  return {{"name", name}, {"vertices", load.pushes().size()}, {"force", list(sum)}};
}

}  // namespace

std::string json_description(const std::string& file, const RunPlan& plan) {
  const System& system = *plan.system;
  Json json = {{"file", file},
               {"scene", plan.name},
               {"vertices", system.vertices()},
               {"tets", plan.cells.tets.size()},
               {"unknowns", system.coordinates().size()},
               {"mass", system.vertex_mass().sum()}};
  for (CellKind kind : kCellKinds)
    if (kind != CellKind::tet && plan.cells.count(kind) > 0) json[plural(kind)] = plan.cells.count(kind);
  json["bodies"] = Json::array();
  for (const Body& body : plan.bodies) json["bodies"].push_back(body_json(plan, body));
  json["pins"] = Json::array();
  for (std::size_t k = 0; k < plan.pin_names.size(); ++k) {
    const Pin& pin = system.coordinates().pins()[k];
    json["pins"].push_back({{"name", plan.pin_names[k]}, {"vertices", pin.vertices.size()}, {"moved", !pin.motion.empty()}});
  }
  json["loads"] = Json::array();
  for (std::size_t k = 0; k < plan.load_names.size(); ++k)
    json["loads"].push_back(load_json(plan.load_names[k], *system.loads()[k]));
  json["potentials"] = Json::array();
  for (std::size_t k = 0; k < plan.formulas.size(); ++k)
    json["potentials"].push_back({{"name", plan.formula_names[k]}, {"energy", plan.formulas[k]->value(plan.initial.x, 0)}});
  json["gravity"] = list(system.gravity());
  json["integrator"] = plan.integrator_name;
  json["time"] = {{"step", plan.h}};
  if (!plan.until) json["time"]["steps"] = plan.steps;
  if (plan.adaption.empty()) json["time"]["duration"] = static_cast<double>(plan.steps) * plan.h;
  if (plan.until) json["time"]["duration"] = *plan.until;
  if (!plan.adaption.empty()) json["time"]["adaption"] = plan.adaption;
  json["output"] = {{"frames", plan.output.frames}, {"probes", plan.output.probes.size()}};
  if (plan.output.interval) json["output"]["interval"] = *plan.output.interval;
  json["energy"] = {{"kinetic", system.kinetic_energy(plan.initial.p, velocities(system, plan.initial))},
                    {"elastic", system.potential_energy(plan.initial.x, 0, EnergyKind::elastic)},
                    {"gravity", system.potential_energy(plan.initial.x, 0, EnergyKind::gravity)}};
  json["notes"] = plan.notes;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lilyan::app
