#include <lilyan/core/error.hpp>
#include <lilyan/integrators/registry.hpp>
#include <lilyan/report/json_file.hpp>
#include <lilyan/report/setting.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace lilyan {
namespace {

using OrderedJson = nlohmann::ordered_json;

RunSetting::Body body_of(const RunPlan& plan, const Body& body) {
  RunSetting::Body result{body.name, body.vertices, body.tets, 0, {}, {}};
  result.mass = plan.system->vertex_mass().segment(body.first_vertex, body.vertices).sum();
  const auto x =
      plan.initial.x.segment(3 * Eigen::Index{body.first_vertex}, 3 * Eigen::Index{body.vertices}).reshaped(3, body.vertices);
  for (int c = 0; c < 3; ++c) {
    result.low[static_cast<std::size_t>(c)] = x.row(c).minCoeff();
    result.high[static_cast<std::size_t>(c)] = x.row(c).maxCoeff();
  }
  return result;
}

// With lists of plain values on a line, as people write scenes.
std::string as_people_write(const OrderedJson& json, const std::string& indent = "") {
  const auto is_plain = [](const OrderedJson& item) { return !item.is_structured(); };
  if (!json.is_structured() || json.empty() || (json.is_array() && std::all_of(json.begin(), json.end(), is_plain))) {
    return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
  }
  const std::string inner = indent + "  ";
  std::string text;
  for (const auto& [key, value] : json.items()) {
    text += (text.empty() ? "" : ",") + ("\n" + inner);
    if (json.is_object()) text += OrderedJson(key).dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + ": ";
    text += as_people_write(value, inner);
  }
  return (json.is_object() ? "{" : "[") + text + "\n" + indent + (json.is_object() ? "}" : "]");
}

}  // namespace

RunSetting setting_of(const RunPlan& plan, const std::vector<std::string>& overrides, const std::string& program) {
  RunSetting setting;
  setting.program = program;
  setting.name = plan.name;
  setting.scene = plan.scene_text;
  setting.overrides = overrides;
  setting.integrator = plan.integrator_name;
  if (const IntegratorEntry* entry = find_integrator(plan.integrator_name)) setting.integrator_meaning = entry->meaning;
  setting.properties = plan.properties;
  setting.h = plan.h;
  setting.steps = plan.steps;
  setting.unknowns = plan.system->coordinates().size();
  for (const Body& body : plan.bodies) setting.bodies.push_back(body_of(plan, body));
  setting.pins = plan.pin_names;
  setting.is_free = plan.pin_names.empty() && plan.system->gravity().isZero() && !plan.system->is_loaded();
  setting.notes = plan.notes;
  return setting;
}

std::string setting_text(const RunSetting& setting) {
  const Properties& p = setting.properties;
  OrderedJson json;
  json["program"] = setting.program;
  json["name"] = setting.name;
  json["scene"] = setting.scene.empty() ? OrderedJson() : OrderedJson::parse(setting.scene);
  json["overrides"] = setting.overrides;
  json["integrator"] = {{"name", setting.integrator},
                        {"meaning", setting.integrator_meaning},
                        {"order", p.order},
                        {"explicit", p.is_explicit},
                        {"symplectic", p.symplectic},
                        {"time_reversible", p.time_reversible},
                        {"keeps_linear_momentum", p.keeps_linear_momentum},
                        {"keeps_angular_momentum", p.keeps_angular_momentum},
                        {"energy", p.energy}};
  json["time"] = {{"step", setting.h}, {"steps", setting.steps}};
  json["unknowns"] = setting.unknowns;
  json["bodies"] = OrderedJson::array();
  for (const RunSetting::Body& body : setting.bodies)
    json["bodies"].push_back({{"name", body.name},
                              {"vertices", body.vertices},
                              {"tets", body.tets},
                              {"mass", body.mass},
                              {"low", body.low},
                              {"high", body.high}});
  json["pins"] = setting.pins;
  json["is_free"] = setting.is_free;
  json["notes"] = setting.notes;
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

RunSetting read_setting(const std::filesystem::path& file) {
  return read_json_file<RunSetting>(file, [](const OrderedJson& json) {
    RunSetting setting;
    json.at("program").get_to(setting.program);
    json.at("name").get_to(setting.name);
    if (!json.at("scene").is_null()) setting.scene = as_people_write(json.at("scene"));
    json.at("overrides").get_to(setting.overrides);
    const OrderedJson& method = json.at("integrator");
    method.at("name").get_to(setting.integrator);
    method.at("meaning").get_to(setting.integrator_meaning);
    Properties& p = setting.properties;
    method.at("order").get_to(p.order);
    method.at("explicit").get_to(p.is_explicit);
    method.at("symplectic").get_to(p.symplectic);
    method.at("time_reversible").get_to(p.time_reversible);
    method.at("keeps_linear_momentum").get_to(p.keeps_linear_momentum);
    method.at("keeps_angular_momentum").get_to(p.keeps_angular_momentum);
    method.at("energy").get_to(p.energy);
    json.at("time").at("step").get_to(setting.h);
    json.at("time").at("steps").get_to(setting.steps);
    json.at("unknowns").get_to(setting.unknowns);
    for (const OrderedJson& entry : json.at("bodies")) {
      RunSetting::Body& body = setting.bodies.emplace_back();
      entry.at("name").get_to(body.name);
      entry.at("vertices").get_to(body.vertices);
      entry.at("tets").get_to(body.tets);
      entry.at("mass").get_to(body.mass);
      entry.at("low").get_to(body.low);
      entry.at("high").get_to(body.high);
    }
    json.at("pins").get_to(setting.pins);
    json.at("is_free").get_to(setting.is_free);
    json.at("notes").get_to(setting.notes);
    return setting;
  });
}

}  // namespace lilyan
