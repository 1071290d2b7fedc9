#include <lilyan/scene/build/bodies/body.hpp>

#include <lilyan/energy/spring_mesh.hpp>
#include <lilyan/materials/presets.hpp>
#include <lilyan/materials/registry.hpp>
#include <lilyan/mesh/body_mesh.hpp>
#include <lilyan/mesh/faces.hpp>
#include <lilyan/scene/schema/validate.hpp>
#include <lilyan/scene/schema/values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace lilyan {
namespace {

// What one `material` says that is no "file".
struct Stuff {
  Law law;
  std::string law_name;
  std::optional<double> density;  // [kg/m^3], a preset's
};

std::optional<Stuff> build_stuff(const Json& material, const std::string& place, BuildContext& context) {
  Stuff stuff;
  const std::string type = material.at("type").get<std::string>();
  const bool made = context.attempt_make(place, [&] {
    if (type != "preset") {
      const MaterialEntry* entry = find_material(type);
      if (entry == nullptr)
        throw InputError({"scene.cells", "type",
                          fmt::format("\"{}\" is no law of cells, and domains with copies are made of such", type),
                          "use an elastic law, such as \"stvk\""});
      stuff = {entry->make(parameters_of(material, entry->parameters)), type, std::nullopt};
      return;
    }
    Preset preset = *find_preset(material.at("name").get<std::string>());
    if (const auto axes = material.find("axes"); axes != material.end())
      std::get<Orthotropic>(preset.moduli).axes = mat3_value(*axes);
    const std::string law = text_or(material, "law", preset.law);
    stuff = {make_law(preset, law), law, preset.density};
  });
  return made ? std::optional(std::move(stuff)) : std::nullopt;
}

// A law for each material of the mesh file.
bool build_file_materials(const Json& material, const BodyMesh& mesh, const std::string& place, BuildContext& context,
                          BuiltMaterials& built) {
  const std::string law = material.at("law").get<std::string>();
  const MaterialEntry& entry = *find_material(law);
  if (mesh.materials.empty()) {
    context.faults.add("scene.file-material", place, "the mesh gives no materials",
                       "name a law and its moduli, or use a .veg file with materials");
    return false;
  }
  for (const FileMaterial& given : mesh.materials) {
    if (given.orthotropy && !entry.takes_directions) {
      context.faults.add("scene.file-material", join_path(place, "law"),
                         fmt::format("the file's material \"{}\" is orthotropic, which \"{}\" cannot be", given.name, law),
                         "use \"orthotropic\"");
      return false;
    }
    const bool made = context.attempt(place, [&] {
      built.laws.push_back(
          given.orthotropy ? entry.with_stiffness(Orthotropic{given.orthotropy->youngs_moduli, given.orthotropy->poissons_ratios,
                                                              given.orthotropy->shear_moduli, given.orthotropy->axes}
                                                      .law())
                           : law_from_moduli(entry, given.youngs_modulus, given.poissons_ratio));
    });
    if (!made) return false;
    built.law_names.push_back(law);
  }
  built.law_of_cell = mesh.cell_material;
  for (Index m : mesh.cell_material) built.density_of_cell.push_back(mesh.materials[static_cast<std::size_t>(m)].density);
  return true;
}

bool build_base(const Json& body, const BodyMesh& mesh, const std::string& place, BuildContext& context, BuiltMaterials& built) {
  const Json& material = body.at("material");
  const std::string here = join_path(place, "material");
  if (material.at("type") == "file") return build_file_materials(material, mesh, here, context, built);
  std::optional<Stuff> stuff = build_stuff(material, here, context);
  if (!stuff) return false;
  const double density = body.contains("density") ? body.at("density").get<double>() : stuff->density.value_or(0);
  built.laws.push_back(std::move(stuff->law));
  built.law_names.push_back(std::move(stuff->law_name));
  built.law_of_cell.assign(static_cast<std::size_t>(mesh.cells.count()), 0);
  built.density_of_cell.assign(static_cast<std::size_t>(mesh.cells.count()), density);
  return true;
}

constexpr Index kVoid = -1;  // in place of a law

// Whether a `material` of a region removes its cells.
bool is_void(const Json& material) { return material.at("type") == "void"; }

bool build_region(const Json& region, bool body_has_mass, const BodyMesh& mesh, const std::string& name, const std::string& place,
                  BuildContext& context, BuiltMaterials& built) {
  const std::vector<Index> cells = select_cells(region.at("select"), mesh, name, join_path(place, "select"), context);
  if (is_void(region.at("material"))) {
    for (Index e : cells) built.law_of_cell[static_cast<std::size_t>(e)] = kVoid;
    return !cells.empty();
  }
  std::optional<Stuff> stuff = build_stuff(region.at("material"), join_path(place, "material"), context);
  if (cells.empty() || !stuff) return false;
  std::optional<double> density = stuff->density;
  if (density && body_has_mass)
    context.notes.push_back(fmt::format(
        "{}: {}: the preset's density of {:.6g} kg/m^3 is not used, since the body's mass is spread evenly over its volume; "
        "give the body a density instead of a mass to have it used",
        name, place, *density));
  if (region.contains("density")) density = region.at("density").get<double>();
  const auto law = static_cast<Index>(built.laws.size());
  built.laws.push_back(std::move(stuff->law));
  built.law_names.push_back(std::move(stuff->law_name));
  for (Index e : cells) {
    built.law_of_cell[static_cast<std::size_t>(e)] = law;
    if (density) built.density_of_cell[static_cast<std::size_t>(e)] = *density;
  }
  return true;
}

void note_hinges(const Cells& cells, const std::string& name, BuildContext& context) {
  const Index hinged = pieces_by_faces(cells) - pieces_by_vertices(cells);
  if (hinged > 0)
    context.notes.push_back(fmt::format(
        "{}: its void regions leave {} piece{} that hang{} on the rest by vertices or edges alone and turn{} about them "
        "freely: move the voids, or make such pieces void too",
        name, hinged, hinged == 1 ? "" : "s", hinged == 1 ? "s" : "", hinged == 1 ? "s" : ""));
}

// Takes the cells without a law out of the mesh and out of `built`. False if none is left.
bool remove_voids(const std::string& name, const std::string& place, BuildContext& context, BodyMesh& mesh, BuiltMaterials& built) {
  const auto voids = std::count(built.law_of_cell.begin(), built.law_of_cell.end(), kVoid);
  if (voids == 0) return true;
  if (voids == mesh.cells.count()) {
    context.faults.add("scene.void", join_path(place, "regions"),
                       fmt::format("nothing is left of \"{}\": all of its {} are void", name, counted(mesh.cells)),
                       "select fewer cells, or remove the body");
    return false;
  }
  std::vector<bool> is_kept;
  for (const Index law : built.law_of_cell) is_kept.push_back(law != kVoid);
  mesh = with_cells(mesh, is_kept);
  std::vector<double> densities;
  for (const Index e : mesh.cell_numbers.old) densities.push_back(built.density_of_cell[static_cast<std::size_t>(e)]);
  built.density_of_cell = std::move(densities);
  std::erase(built.law_of_cell, kVoid);
  note_hinges(mesh.cells, name, context);
  return true;
}

// The same density for every cell.
void spread_mass(double mass, const BodyMesh& mesh, std::vector<double>& density_of_cell) {
  double V = 0;
  for (Index e = 0; e < mesh.cells.count(); ++e) V += volume(mesh.X, mesh.cells, e);
  std::fill(density_of_cell.begin(), density_of_cell.end(), mass / V);
}

std::vector<Spring> sheet_springs(const Json& material, const BodyMesh& mesh) {
  const std::vector<Triangle>& triangles = mesh.cells.triangles;
  const double bending = material.at("bending").get<double>();
  std::vector<Spring> springs = stretching_springs(mesh.X, triangles, material.at("stretching").get<double>());
  if (bending == 0) return springs;
  const std::vector<Spring> more =
      mesh.rows[0] > 0 ? bending_springs(mesh.X, mesh.rows, bending) : bending_springs(mesh.X, triangles, bending);
  springs.insert(springs.end(), more.begin(), more.end());
  return springs;
}

}  // namespace

std::optional<BuiltMaterials> build_materials(const Json& body, BodyMesh& mesh, const std::string& name, const std::string& place,
                                              BuildContext& context) {
  BuiltMaterials built;
  bool good = build_base(body, mesh, place, context, built);
  if (built.law_of_cell.empty()) return std::nullopt;
  const Json& regions = list_or_empty(body, "regions");
  for (std::size_t k = 0; k < regions.size(); ++k)
    good = build_region(regions[k], body.contains("mass"), mesh, name, join_path(place, "regions/" + std::to_string(k)), context,
                        built) &&
           good;
  if (!good || !remove_voids(name, place, context, mesh, built)) return std::nullopt;
  if (body.contains("mass")) spread_mass(body.at("mass").get<double>(), mesh, built.density_of_cell);
  return built;
}

BuiltMaterials even_density(const Json& body, const BodyMesh& mesh) {
  BuiltMaterials built;
  built.density_of_cell.assign(static_cast<std::size_t>(mesh.cells.count()), body.value("density", 0.0));
  if (body.contains("mass")) spread_mass(body.at("mass").get<double>(), mesh, built.density_of_cell);
  return built;
}

bool makes_springs(const Json& material) { return material.at("type") == "springs" || material.at("type") == "rod"; }

std::optional<BuiltSprings> build_springs(const Json& material, const BodyMesh& mesh, const std::string& place,
                                          BuildContext& context) {
  const bool is_rod = material.at("type") == "rod";
  const CellKind needed = is_rod ? CellKind::edge : CellKind::triangle;
  if (mesh.kind() != needed) {
    context.faults.add("scene.cells", join_path(place, "type"),
                       fmt::format("\"{}\" is for bodies of {}, and this one is of {}", material.at("type").get<std::string>(),
                                   plural(needed), plural(mesh.kind())),
                       is_rod ? "give it the mesh \"rod\"" : "give it the mesh \"sheet\", or a file of triangles");
    return std::nullopt;
  }
  BuiltSprings built;
  built.law = material.at("law") == "hookean" ? SpringLaw::hookean : SpringLaw::stvk;
  built.springs = is_rod ? rod_springs(mesh.X, mesh.cells.edges, material.at("stiffness").get<double>(), built.law)
                         : sheet_springs(material, mesh);
  const bool good = std::all_of(built.springs.begin(), built.springs.end(), [](const Spring& spring) {
    return spring.rest_length >= std::numeric_limits<double>::min() && std::isfinite(spring.stiffness);
  });
  if (good) return built;
  context.faults.add("scene.volume", place, "a spring has no length, or a stiffness that is not finite", "lengths are in m");
  return std::nullopt;
}

}  // namespace lilyan
