#include <lilyan/scene/build/consistency.hpp>

#include <lilyan/materials/presets.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace lilyan {
namespace {

std::string in_words(const std::vector<std::vector<std::string>>& sets) {
  std::vector<std::string> words;
  for (const auto& set : sets) words.push_back(fmt::format("{}", fmt::join(set, " and ")));
  return fmt::format("{}", fmt::join(words, ", or "));
}

// Exactly the names of one parameter set must be given, besides parameters that have a default.
void check_parameter_set(const Json& material, const MaterialEntry& entry, const std::string& place, FaultList& faults) {
  std::set<std::string> given;
  for (const Field& field : entry.parameters)
    if (material.contains(field.name) && std::holds_alternative<std::monostate>(field.standard)) given.insert(field.name);
  bool incomplete = false;
  for (const auto& names : entry.parameter_sets) {
    const std::set<std::string> set(names.begin(), names.end());
    if (given == set) return;
    incomplete = incomplete || std::includes(set.begin(), set.end(), given.begin(), given.end());
  }
  const std::string what = given.empty() ? std::string("no moduli given") : fmt::format("{} given", fmt::join(given, " and "));
  faults.add("scene.parameters", place,
             fmt::format("{}, which is {} set of {}", what, incomplete ? "not a complete" : "a mixture, not one", entry.name),
             "give " + in_words(entry.parameter_sets));
}

std::vector<std::string> laws_that_take_directions() {
  std::vector<std::string> names;
  for (const MaterialEntry& entry : material_registry())
    if (entry.takes_directions) names.push_back(entry.name);
  return names;
}

// The moduli of a material that is no "file": a complete set, or a preset with keys that it takes.
void check_stuff(const Json& owner, const std::string& place, FaultList& faults) {
  const auto material = owner.find("material");
  if (material == owner.end() || !material->is_object()) return;
  const std::string type = text_or(*material, "type", ""), here = join_path(place, "material");
  if (const MaterialEntry* entry = find_material(type)) check_parameter_set(*material, *entry, here, faults);
  const Preset* preset = type == "preset" ? find_preset(text_or(*material, "name", "")) : nullptr;
  if (!preset) return;
  if (preset->is_isotropic() && material->contains("axes"))
    faults.add("scene.preset", join_path(here, "axes"), fmt::format("{} is the same in all directions", preset->name),
               "remove \"axes\"");
  const MaterialEntry* law = find_material(text_or(*material, "law", preset->law));
  if (!preset->is_isotropic() && law && !law->takes_directions)
    faults.add("scene.preset", join_path(here, "law"),
               fmt::format("{} has moduli that differ by direction, and \"{}\" has none of these", preset->name, law->name),
               fmt::format("use {}", fmt::join(laws_that_take_directions(), ", ")));
}

void check_regions(const Json& body, const std::string& place, FaultList& faults) {
  const Json& regions = list_or_empty(body, "regions");
  for (std::size_t k = 0; k < regions.size(); ++k) {
    if (!regions[k].is_object()) continue;
    const std::string here = join_path(place, "regions/" + std::to_string(k));
    check_stuff(regions[k], here, faults);
    if (const auto material = regions[k].find("material");
        material != regions[k].end() && text_or(*material, "type", "") == "void") {
      if (regions[k].contains("density"))
        faults.add("scene.void", join_path(here, "density"), "a void has no density", "remove \"density\"");
      continue;
    }
    if (body.contains("mass") && regions[k].contains("density"))
      faults.add("scene.exactly-one", join_path(here, "density"), "the body's \"mass\" is spread evenly over its volume",
                 "give the body a \"density\" instead of \"mass\", or remove this one");
  }
}

// Copies of models bring their own.
bool needs_material(const Json& body) {
  const Json& domains = list_or_empty(body, "domains");
  return body.contains("mesh") || std::any_of(domains.begin(), domains.end(),
                                              [](const Json& domain) { return domain.is_object() && domain.contains("mesh"); });
}

// Particles have masses of their own and no law; everything else has a material.
bool check_particles(const Json& body, const std::string& place, FaultList& faults) {
  const auto mesh = body.find("mesh");
  if (mesh == body.end() || text_or(*mesh, "type", "") != "points") {
    if (needs_material(body) && !body.contains("material"))
      faults.add("scene.missing-key", join_path(place, "material"), "missing; elastic law and moduli, or springs",
                 "`lilyan list materials` lists them");
    return false;
  }
  for (const char* key : {"material", "density", "mass", "render"})
    if (body.contains(key))
      faults.add("scene.cells", join_path(place, key), "points have masses of their own and nothing between them",
                 fmt::format("remove \"{}\"", key));
  if (!list_or_empty(body, "regions").empty())
    faults.add("scene.cells", join_path(place, "regions"), "points have no cells", "remove \"regions\"");
  return true;
}

// A model has been made with all that a body is given otherwise.
bool check_model(const Json& body, const std::string& place, FaultList& faults) {
  const auto mesh = body.find("mesh");
  if (mesh == body.end() || text_or(*mesh, "type", "") != "model") return false;
  const auto refuse = [&](const char* key) {
    faults.add("scene.model", join_path(place, key), fmt::format("a model has been made with its \"{}\"", key),
               fmt::format("remove \"{}\", or make another model from the scene that this one was made from", key));
  };
  for (const char* key : {"material", "density", "mass", "reduce", "domains"})
    if (body.contains(key)) refuse(key);
  if (!list_or_empty(body, "regions").empty()) refuse("regions");
  if (text_or(body, "mass_matrix", "lumped") != "lumped") refuse("mass_matrix");
  return true;
}

// Only a body of copies has no mesh of its own.
void check_mesh(const Json& body, const std::string& place, FaultList& faults) {
  const Json& domains = list_or_empty(body, "domains");
  const bool has_copies = std::any_of(domains.begin(), domains.end(), [](const Json& domain) {
    return domain.is_object() && (domain.contains("mesh") || domain.contains("model"));
  });
  if (!body.contains("mesh") && !has_copies)
    faults.add("scene.missing-key", join_path(place, "mesh"), "missing; rest shape", "`lilyan list shapes` lists them");
}

void check_material(const Json& body, const std::string& place, FaultList& faults) {
  check_mesh(body, place, faults);
  if (check_model(body, place, faults) || check_particles(body, place, faults)) return;
  const auto material = body.find("material");
  const std::string type = material == body.end() ? std::string{} : text_or(*material, "type", "");
  if (type == "file") {
    for (const char* key : {"density", "mass"})
      if (body.contains(key))
        faults.add("scene.exactly-one", join_path(place, key), "the mesh file gives the densities of a \"file\" material",
                   fmt::format("remove \"{}\"", key));
    return;
  }
  if (!needs_material(body)) return;
  if (type != "preset" || (body.contains("density") && body.contains("mass")))  // a preset has a density of its own
    check_exactly_one(body, "density", "mass", place, faults);
  check_stuff(body, place, faults);
}

}  // namespace

void check_materials(const Json& body, const std::string& place, FaultList& faults) {
  check_material(body, place, faults);
  check_regions(body, place, faults);
}

}  // namespace lilyan
