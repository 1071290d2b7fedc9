#include <lilyan/report/setting.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/integrators/registry.hpp>
#include <lilyan/report/html.hpp>
#include <lilyan/report/json_file.hpp>
#include <lilyan/run/scene.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace lilyan {
namespace {

using OrderedJson = nlohmann::ordered_json;

RunSetting::Body body_of(const Simulation& simulation, const Body& body) {
  RunSetting::Body result{body.name, body.vertices, body.cells, plural(body.kind), 0, {}, {}};
  result.mass = body.mass;
  const auto x = body.part_of(simulation.initial().x).reshaped(3, body.vertices);
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

// What the file holds, listed once: written from a const setting, read into another.
struct Writer {
  OrderedJson& json;
  template <class Value>
  void operator()(const char* key, const Value& value) const {
    json[key] = value;
  }
};
struct Reader {
  const OrderedJson& json;
  template <class Value>
  void operator()(const char* key, Value& value) const {
    json.at(key).get_to(value);
  }
};

template <class Setting, class Visit>
void each_name(Setting& setting, const Visit& visit) {
  visit("program", setting.program);
  visit("name", setting.name);
}

template <class Setting, class Visit>
void each_of_method(Setting& setting, const Visit& visit) {
  visit("name", setting.integrator);
  visit("meaning", setting.integrator_meaning);
  auto& p = setting.properties;
  visit("order", p.order);
  visit("explicit", p.is_explicit);
  visit("symplectic", p.symplectic);
  visit("time_reversible", p.time_reversible);
  visit("keeps_linear_momentum", p.keeps_linear_momentum);
  visit("keeps_angular_momentum", p.keeps_angular_momentum);
  visit("energy", p.energy);
}

template <class Setting, class Visit>
void each_of_time(Setting& setting, const Visit& visit) {
  visit("step", setting.h);
  visit("steps", setting.steps);
}

template <class Body, class Visit>
void each_of_body(Body& body, const Visit& visit) {
  visit("name", body.name);
  visit("vertices", body.vertices);
  visit("cells", body.cells);
  visit("kind", body.kind);
  visit("mass", body.mass);
  visit("low", body.low);
  visit("high", body.high);
}

template <class Setting, class Visit>
void each_of_the_rest(Setting& setting, const Visit& visit) {
  visit("pins", setting.pins);
  visit("is_free", setting.is_free);
  visit("notes", setting.notes);
}

}  // namespace

std::string step_length(const RunSetting& setting) {
  return (setting.adaption.empty() ? "" : "up to ") + number_text(setting.h, 6) + " s";
}

std::string of_all_steps(const RunSetting& setting) { return setting.steps == 0 ? "" : fmt::format(" of {}", setting.steps); }

RunSetting setting_of(const Scene& scene, const std::vector<std::string>& overrides, const std::string& program) {
  const SceneRecord& record = scene.record;
  const SimulationSettings& settings = scene.simulation.settings();
  const System& system = scene.simulation.system();
  RunSetting setting;
  setting.program = program;
  setting.name = record.name;
  setting.scene = record.text;
  setting.overrides = overrides;
  setting.integrator = record.integrator_name;
  if (const IntegratorEntry* entry = find_integrator(record.integrator_name)) setting.integrator_meaning = entry->meaning;
  setting.properties = record.properties;
  setting.h = settings.h;
  setting.steps = settings.until ? 0 : settings.steps;
  setting.adaption = record.adaption;
  setting.unknowns = system.coordinates().size();
  for (const Body& body : scene.inventory.bodies) setting.bodies.push_back(body_of(scene.simulation, body));
  setting.pins = scene.inventory.pin_names;
  for (const PinOfBasis& pin : scene.inventory.pins_of_bases) setting.pins.push_back(pin.name);
  setting.outside_influences = outside_influences(scene);
  setting.is_free = setting.outside_influences.empty();
  setting.notes = record.notes;
  return setting;
}

std::string setting_text(const RunSetting& setting) {
  OrderedJson json;
  const Writer write{json};
  each_name(setting, write);
  json["scene"] = setting.scene.empty() ? OrderedJson() : OrderedJson::parse(setting.scene);
  json["overrides"] = setting.overrides;
  each_of_method(setting, Writer{json["integrator"]});
  each_of_time(setting, Writer{json["time"]});
  if (!setting.adaption.empty()) json["time"]["adaption"] = setting.adaption;
  json["unknowns"] = setting.unknowns;
  json["bodies"] = OrderedJson::array();
  for (const RunSetting::Body& body : setting.bodies) each_of_body(body, Writer{json["bodies"].emplace_back()});
  each_of_the_rest(setting, write);
  json["outside_influences"] = setting.outside_influences;
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

RunSetting read_setting(const std::filesystem::path& file) {
  return read_json_file<RunSetting>(file, [](const OrderedJson& json) {
    RunSetting setting;
    const Reader read{json};
    each_name(setting, read);
    if (!json.at("scene").is_null()) setting.scene = as_people_write(json.at("scene"));
    read("overrides", setting.overrides);
    each_of_method(setting, Reader{json.at("integrator")});
    each_of_time(setting, Reader{json.at("time")});
    setting.adaption = json.at("time").value("adaption", "");
    read("unknowns", setting.unknowns);
    for (const OrderedJson& entry : json.at("bodies")) each_of_body(setting.bodies.emplace_back(), Reader{entry});
    each_of_the_rest(setting, read);
    if (json.contains("outside_influences")) read("outside_influences", setting.outside_influences);
    return setting;
  });
}

}  // namespace lilyan
