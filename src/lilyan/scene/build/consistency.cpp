#include <lilyan/scene/build/consistency.hpp>

#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/scene/build/acting/acting.hpp>
#include <lilyan/scene/models/stored_model.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

std::string place_of(const char* list, std::size_t k, const char* key = nullptr) {
  const std::string entry = join_path(list, std::to_string(k));
  return key ? join_path(entry, key) : entry;
}

// Names become columns of tables and parts of file names.
void check_name(const std::string& name, const std::string& place, FaultList& faults) {
  if (name.empty() || !is_printable_utf8(name) || name.find_first_of(",\"/\\") != std::string::npos || name == "." || name == "..")
    faults.add("scene.name", place, fmt::format("{} cannot be a name", shown_value(name)),
               "a name is not empty and holds no comma, quote, slash or control character");
}

// Every name of the list, those left out being numbered.
std::vector<std::string> check_names(const Json& entries, const char* list, const char* kind, FaultList& faults) {
  std::vector<std::string> names;
  std::map<std::string, std::size_t> first;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string name = entry_name(entries[k], kind, k);
    check_name(name, place_of(list, k, "name"), faults);
    if (const auto [earlier, is_new] = first.emplace(name, k); !is_new)
      faults.add("scene.duplicate-name", place_of(list, k, "name"),
                 fmt::format("{} is also the name of {}", shown_value(name), place_of(list, earlier->second)),
                 "give each a name of its own");
    names.push_back(name);
  }
  return names;
}

void check_body_name(const Json& entry, const std::string& place, const std::vector<std::string>& bodies, FaultList& faults,
                     const char* key = "body") {
  if (!entry.is_object() || !entry.contains(key) || !entry[key].is_string()) return;
  const std::string name = entry[key].get<std::string>();
  if (std::find(bodies.begin(), bodies.end(), name) != bodies.end()) return;
  constexpr std::size_t kMostCandidates = 1000;  // keeps hostile scenes cheap
  const std::string nearest = bodies.size() > kMostCandidates ? std::string{} : nearest_name(name, bodies);
  const std::string first = bodies.empty() ? std::string{} : fmt::format("for example \"{}\"", printable(bodies.front()));
  faults.add("scene.unknown-name", join_path(place, key), fmt::format("no body is called {}", shown_value(name)),
             nearest.empty() ? first : fmt::format("did you mean \"{}\"?", printable(nearest)));
}

void check_ramp(const Json& ramp, const std::string& place, FaultList& faults) {
  if (!ramp.is_object() || !ramp.contains("from") || !ramp.contains("to") || !ramp["from"].is_number() || !ramp["to"].is_number())
    return;
  if (ramp["to"].get<double>() < ramp["from"].get<double>())
    faults.add("scene.motion", join_path(place, "to"),
               fmt::format("{} s lies before \"from\", {} s", shown_value(ramp["to"]), shown_value(ramp["from"])));
  if (!ramp.contains("translate") && !ramp.contains("rotate"))
    faults.add("scene.motion", place, "a motion that moves nothing", "give \"translate\", \"rotate\" or both");
}

void check_motion(const Json& pin, const std::string& place, FaultList& faults) {
  if (!pin.is_object() || !pin.contains("motion")) return;
  const Json& motion = pin["motion"];
  const std::string here = join_path(place, "motion");
  if (!motion.is_array()) return check_ramp(motion, here, faults);
  for (std::size_t j = 0; j < motion.size(); ++j) check_ramp(motion[j], join_path(here, std::to_string(j)), faults);
}

// `to` where the profile needs it, and not before `from`; the points of a table one after the other.
void check_load(const Json& load, const std::string& place, FaultList& faults) {
  if (!load.is_object()) return;
  const Json profile = load.contains("profile") ? load["profile"] : Json::object();
  const std::string shape = text_or(profile, "type", "constant");
  const bool needs_end = shape == "ramp" || shape == "pulse";
  if (needs_end && !load.contains("to"))
    faults.add("scene.load", join_path(place, "to"), fmt::format("missing; a {} ends at \"to\"", shape), "give its end [s]");
  if (load.contains("to") && load.contains("from") && load["to"].is_number() && load["from"].is_number()) {
    const double from = load["from"].get<double>(), to = load["to"].get<double>();
    if (to < from || (to == from && needs_end))
      faults.add("scene.load", join_path(place, "to"),
                 fmt::format("{} s does not lie after \"from\", {} s", shown_value(load["to"]), shown_value(load["from"])));
  }
  const Json &times = list_or_empty(profile, "times"), &values = list_or_empty(profile, "values");
  if (shape != "table" || times.empty() || values.empty()) return;
  if (times.size() != values.size())
    faults.add("scene.load", join_path(place, "profile"), fmt::format("{} times and {} values", times.size(), values.size()),
               "give a value for each time");
  for (std::size_t k = 1; k < times.size(); ++k)
    if (times[k - 1].is_number() && times[k].is_number() && !(times[k - 1].get<double>() < times[k].get<double>()))
      return faults.add("scene.load", join_path(place, "profile/times/" + std::to_string(k)),
                        fmt::format("{} s does not come after {} s", shown_value(times[k]), shown_value(times[k - 1])),
                        "times ascend");
}

// A model comes from files or is made.
void check_stored_model(const Json& reduce, const std::string& here, FaultList& faults) {
  const bool is_cubic = model_source(reduce) == ModelSource::cubic_file;
  if (reduce.contains("basis"))
    faults.add("scene.reduce", join_path(here, "basis"),
               "cannot be combined with the model that \"path\" names, which has its basis", "remove \"basis\" or \"path\"");
  if (is_cubic && !reduce.contains("basis_path"))
    faults.add("scene.missing-key", join_path(here, "basis_path"), "missing; coefficients are of the coordinates of a basis",
               "give the file of the basis that they were made with");
  if (!is_cubic && reduce.contains("basis_path"))
    faults.add("scene.reduce", join_path(here, "basis_path"), "is for coefficients in a .cub file", "remove it");
}

// A basis of frames comes from a run, the others from the body.
void check_reduce(const Json& body, const std::string& place, FaultList& faults) {
  const auto reduce = body.find("reduce");
  if (reduce == body.end() || !reduce->is_object()) return;
  const std::string here = join_path(place, "reduce");
  if (model_source(*reduce) != ModelSource::made) return check_stored_model(*reduce, here, faults);
  if (reduce->contains("basis_path"))
    faults.add("scene.reduce", join_path(here, "basis_path"), "is for coefficients in a .cub file",
               "remove it, or name the file of the coefficients in \"path\"");
  const bool by_frames = text_or(*reduce, "basis", "") == "pca";
  if (by_frames && !reduce->contains("path"))
    faults.add("scene.missing-key", join_path(here, "path"), "missing; the basis \"pca\" is made from the frames of a run",
               "give the folder of a run of this body alone");
  if (!by_frames && reduce->contains("path"))
    faults.add("scene.reduce", join_path(here, "path"), "is for the basis \"pca\", or names a .model or a .cub file",
               "remove it, or give the basis \"pca\"");
}

// An entry that damps nothing is a mistake.
void check_damping(const Json& damping, const std::string& place, FaultList& faults) {
  auto neither = [&](const char* a, const char* b) {
    const bool both_zero = damping.value(a, Json(0)) == 0 && damping.value(b, Json(0)) == 0;
    if (both_zero)
      faults.add("scene.damping", place, fmt::format("neither \"{}\" nor \"{}\" is above 0", a, b), "give one of them");
  };
  if (!damping.is_object()) return;
  const std::string type = text_or(damping, "type", "");
  if (type == "rayleigh") neither("mass", "stiffness");
  if (type == "drag") neither("slow", "fast");
}

// Their forces stand beside those of pins and constraints, so that names may not be shared with these.
void check_contact_names(const Json& scene, FaultList& faults) {
  const std::vector<std::string> names = check_names(list_or_empty(scene, "contact"), "contact", "contact", faults);
  const std::pair<const char*, const char*> others[] = {{"pins", "pin"}, {"constraints", "constraint"}};
  for (const auto& [list, kind] : others) {
    const Json& entries = list_or_empty(scene, list);
    for (std::size_t k = 0; k < entries.size(); ++k)
      if (const auto same = std::find(names.begin(), names.end(), entry_name(entries[k], kind, k)); same != names.end())
        faults.add("scene.duplicate-name", place_of("contact", static_cast<std::size_t>(same - names.begin()), "name"),
                   fmt::format("{} is also the name of {}", shown_value(*same), place_of(list, k)), "give each a name of its own");
  }
}

void check_contact_entries(const Json& scene, const std::vector<std::string>& body_names, FaultList& faults) {
  check_contact_names(scene, faults);
  const Json& contacts = list_or_empty(scene, "contact");
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const std::string place = place_of("contact", k);
    check_body_name(contacts[k], place, body_names, faults);
    check_motion(contacts[k], place, faults);
    const Json& bodies = list_or_empty(contacts[k], "bodies");
    for (std::size_t j = 0; j < bodies.size(); ++j)
      check_body_name(Json{{std::to_string(j), bodies[j]}}, join_path(place, "bodies"), body_names, faults,
                      std::to_string(j).c_str());
    if (contacts[k].is_object() && contacts[k].contains("stiffness") && contacts[k].contains("relative_stiffness"))
      check_exactly_one(contacts[k], "stiffness", "relative_stiffness", place, faults);
  }
}

}  // namespace

void check_exactly_one(const Json& object, const char* a, const char* b, const std::string& place, FaultList& faults) {
  if (!object.is_object()) return;
  const int given = object.contains(a) + object.contains(b);
  if (given == 1) return;
  faults.add("scene.exactly-one", place, fmt::format("{} \"{}\" and \"{}\" given", given == 0 ? "neither of" : "both", a, b),
             "give exactly one of them");
}

void check_consistency(const Json& scene, FaultList& faults) {
  if (!scene.is_object()) return;
  if (scene.contains("name") && scene["name"].is_string()) check_name(scene["name"].get<std::string>(), "name", faults);

  const Json& bodies = list_or_empty(scene, "bodies");
  const std::vector<std::string> body_names = check_names(bodies, "bodies", "body", faults);
  for (std::size_t k = 0; k < bodies.size(); ++k)
    if (bodies[k].is_object()) {
      check_materials(bodies[k], place_of("bodies", k), faults);
      check_reduce(bodies[k], place_of("bodies", k), faults);
    }

  const Json& pins = list_or_empty(scene, "pins");
  check_names(pins, "pins", "pin", faults);
  for (std::size_t k = 0; k < pins.size(); ++k) {
    check_body_name(pins[k], place_of("pins", k), body_names, faults);
    check_motion(pins[k], place_of("pins", k), faults);
  }

  const Json& loads = list_or_empty(scene, "loads");
  check_names(loads, "loads", "load", faults);
  for (std::size_t k = 0; k < loads.size(); ++k) {
    check_body_name(loads[k], place_of("loads", k), body_names, faults);
    check_load(loads[k], place_of("loads", k), faults);
  }

  const Json& constraints = list_or_empty(scene, "constraints");
  check_names(constraints, "constraints", "constraint", faults);
  for (std::size_t k = 0; k < constraints.size(); ++k) {
    const std::string place = place_of("constraints", k);
    check_body_name(constraints[k], place, body_names, faults);
    check_body_name(constraints[k], place, body_names, faults, "to");
    check_motion(constraints[k], place, faults);
    const Json& ends = list_or_empty(constraints[k], "between");
    for (std::size_t end = 0; end < ends.size(); ++end) {
      const std::string here = join_path(place, "between/" + std::to_string(end));
      check_body_name(ends[end], here, body_names, faults);
      check_exactly_one(ends[end], "vertex", "nearest", here, faults);
    }
  }

  check_contact_entries(scene, body_names, faults);

  const Json& potentials = list_or_empty(scene, "potentials");
  check_names(potentials, "potentials", "potential", faults);
  for (std::size_t k = 0; k < potentials.size(); ++k) {
    check_body_name(potentials[k], place_of("potentials", k), body_names, faults);
    check_exactly_one(potentials[k], "body", "particles", place_of("potentials", k), faults);
    check_potential(potentials[k], place_of("potentials", k), body_names, faults);
  }

  const Json& dampings = list_or_empty(scene, "damping");
  for (std::size_t k = 0; k < dampings.size(); ++k) {
    check_body_name(dampings[k], place_of("damping", k), body_names, faults);
    check_damping(dampings[k], place_of("damping", k), faults);
  }

  if (const auto output = scene.find("output"); output != scene.end()) {
    const Json& probes = list_or_empty(*output, "probes");
    check_names(probes, "output/probes", "probe", faults);
    for (std::size_t k = 0; k < probes.size(); ++k) check_body_name(probes[k], place_of("output/probes", k), body_names, faults);
  }
  if (const auto time = scene.find("time"); time != scene.end()) check_exactly_one(*time, "duration", "steps", "time", faults);
}

}  // namespace lilyan
