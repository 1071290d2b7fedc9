#include <lilyan/scene/schema/catalogue.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/core/formula/expression.hpp>
#include <lilyan/integrators/registry.hpp>
#include <lilyan/materials/presets.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <lilyan/scene/schema/scene_schema.hpp>
#include <lilyan/scene/schema/validate.hpp>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

std::vector<CatalogueEntry> integrators() {
  std::vector<CatalogueEntry> entries;
  for (const IntegratorEntry& method : integrator_registry()) {
    const Properties properties = method.properties(default_parameters(method));
    entries.push_back({method.name,
                       method.meaning,
                       {{"order", properties.order},
                        {"explicit", properties.is_explicit},
                        {"symplectic", properties.symplectic},
                        {"time_reversible", properties.time_reversible},
                        {"keeps_linear_momentum", properties.keeps_linear_momentum},
                        {"order_with_damping", properties.order_with_damping},
                        {"keeps_angular_momentum", properties.keeps_angular_momentum},
                        {"energy", properties.energy}},
                       method.parameters});
  }
  return entries;
}

std::string moduli_text(const Preset& preset) {
  const std::string density = fmt::format(", {:.6g} kg/m^3", preset.density);
  if (const auto* m = std::get_if<IsotropicModuli>(&preset.moduli))
    return fmt::format("E {:.6g} Pa, nu {:.6g}", m->youngs_modulus, m->poissons_ratio) + density;
  const Orthotropic& m = std::get<Orthotropic>(preset.moduli);
  const auto list = [](const Vec3& v) { return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", v[0], v[1], v[2]); };
  return fmt::format("E {} Pa, nu {}, G {} Pa", list(m.youngs_moduli), list(m.poissons_ratios), list(m.shear_moduli)) + density;
}

std::vector<CatalogueEntry> materials() {
  std::vector<CatalogueEntry> entries;
  for (const MaterialEntry& law : material_registry())
    entries.push_back({law.name,
                       law.meaning,
                       {{"frame_indifferent", law.frame_indifferent},
                        {"survives_inversion", law.survives_inversion},
                        {"takes_directions", law.takes_directions}},
                       law.parameters});
  for (const Alternative& springs : spring_materials())
    entries.push_back({springs.name, springs.meaning, {}, springs.schema.fields});
  const Alternative nothing = void_material();
  entries.push_back({nothing.name, nothing.meaning, {}, {}});
  return entries;
}

std::vector<CatalogueEntry> presets() {
  std::vector<CatalogueEntry> entries;
  for (const Preset& preset : preset_registry())
    entries.push_back(
        {preset.name, preset.meaning, {{"law", preset.law}, {"moduli", moduli_text(preset)}, {"source", preset.source}}, {}});
  return entries;
}

std::vector<CatalogueEntry> alternatives(const Schema& schema) {
  std::vector<CatalogueEntry> entries;
  for (const Alternative& alternative : schema.alternatives)
    entries.push_back({alternative.name, alternative.meaning, {}, alternative.schema.fields});
  return entries;
}

std::vector<CatalogueEntry> errors() {
  std::vector<CatalogueEntry> entries;
  for (const FaultKind& kind : fault_kinds())
    entries.push_back({std::string(kind.id), std::string(kind.meaning), {{"what_helps", std::string(kind.remedy)}}, {}});
  return entries;
}

std::vector<CatalogueEntry> functions() {
  std::vector<CatalogueEntry> entries;
  for (const ExpressionFunction& function : expression_functions()) entries.push_back({function.name, function.meaning, {}, {}});
  return entries;
}

std::vector<CatalogueEntry> formats() {
  std::vector<CatalogueEntry> entries;
  for (const MeshFormat& format : mesh_formats())
    entries.push_back({format.name,
                       format.meaning,
                       {{"reads_tets", format.reads_tets},
                        {"reads_triangles", format.reads_triangles},
                        {"writes_tets", format.writes_tets},
                        {"writes_triangles", format.writes_triangles}},
                       {}});
  return entries;
}

struct CatalogueKind {
  const char* name;
  const char* meaning;
  std::vector<CatalogueEntry> (*entries)();
};

constexpr CatalogueKind kKinds[] = {
    {"integrators", "how time is stepped: integrator.type", integrators},
    {"materials", "elastic laws: material.type", materials},
    {"presets", "stuffs by name: a material of type preset", presets},
    {"shapes", "rest shapes: mesh.type", [] { return alternatives(mesh_schema()); }},
    {"deforms", "initial deformations: deform.type", [] { return alternatives(deform_schema()); }},
    {"selections", "sets of vertices: select.type", [] { return alternatives(select_schema()); }},
    {"tet_selections", "sets of cells: regions.select.type, domains.select.type", [] { return alternatives(tet_select_schema()); }},
    {"loads", "forces from outside: loads.type", [] { return alternatives(load_schema()); }},
    {"contacts", "what bodies may not pass through: contact.type", [] { return alternatives(contact_schema()); }},
    {"dampings", "what takes energy: damping.type", [] { return alternatives(damping_schema()); }},
    {"profiles", "a load in the course of time: profile.type", [] { return alternatives(profile_schema()); }},
    {"functions", "what formulas may call: potentials.expression", functions},
    {"formats", "mesh files, by their extension", formats},
    {"errors", "what can be wrong with input, by the id in the message", errors},
};

Json parameter_json(const Field& field) {
  Json result = {
      {"name", field.name}, {"meaning", field.meaning}, {"allowed", describe(field.schema)}, {"unit", field.schema.unit}};
  if (Json standard = default_value(field); !standard.is_null()) result["default"] = std::move(standard);
  return result;
}

}  // namespace

std::vector<std::string> catalogue_kinds() {
  std::vector<std::string> names;
  for (const CatalogueKind& kind : kKinds) names.emplace_back(kind.name);
  return names;
}

std::optional<Catalogue> catalogue(const std::string& name) {
  for (const CatalogueKind& kind : kKinds)
    if (name == kind.name) return Catalogue{kind.name, kind.meaning, kind.entries()};
  return std::nullopt;
}

std::string to_json(const Catalogue& catalogue) {
  Json result = Json::array();
  for (const CatalogueEntry& entry : catalogue.entries) {
    Json item = {{"name", entry.name}, {"meaning", entry.meaning}, {"parameters", Json::array()}};
    for (const auto& [name, fact] : entry.facts) std::visit([&item, &key = name](const auto& value) { item[key] = value; }, fact);
    for (const Field& field : entry.parameters) item["parameters"].push_back(parameter_json(field));
    result.push_back(std::move(item));
  }
  return result.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace lilyan
