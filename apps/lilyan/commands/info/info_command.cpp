#include <lilyan/mesh_files/describe.hpp>
#include <lilyan/scene/load.hpp>

#include <apps/lilyan/commands/commands.hpp>
#include <apps/lilyan/commands/info/info_texts.hpp>
#include <apps/lilyan/commands/scene_description.hpp>
#include <apps/lilyan/console/streams.hpp>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace lilyan::app {
namespace {

using Json = nlohmann::ordered_json;

std::string surface_text(const SurfaceFigures& surface) {
  std::string text = fmt::format("  surface   {} triangles, {}, {}, area {:.6g} m^2\n", surface.triangles,
                                 surface.watertight ? "watertight" : "not watertight",
                                 surface.manifold ? "manifold" : "not manifold", surface.area);
  if (surface.open_edges + surface.crowded_edges + surface.turned_edges > 0)
    text += fmt::format("  edges     {} open (one triangle), {} with more than two, {} where two run the same way\n",
                        surface.open_edges, surface.crowded_edges, surface.turned_edges);
  return text;
}

std::string tets_text(const MeshDescription& mesh) {
  std::string text = fmt::format("  volume    {:.6g} m^3\n", mesh.volume);
  text += fmt::format("  quality   worst {:.3g} (1 is a regular tet), tet {}\n", mesh.worst_quality, mesh.worst_tet);
  if (mesh.dihedral.largest > 0)
    text += fmt::format("  angles    {:.3g} to {:.4g} degrees between faces\n", mesh.dihedral.smallest, mesh.dihedral.largest);
  if (mesh.inverted + mesh.degenerate + mesh.duplicate > 0)
    text +=
        fmt::format("  faults    {} tets inverted, {} without volume, {} twice\n", mesh.inverted, mesh.degenerate, mesh.duplicate);
  return text;
}

std::string moduli(const FileMaterial& material) {
  if (!material.orthotropy)
    return fmt::format("youngs_modulus {:.6g} Pa, poissons_ratio {:.6g}", material.youngs_modulus, material.poissons_ratio);
  const auto list = [](const Vec3& v) { return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", v[0], v[1], v[2]); };
  return fmt::format("orthotropic: youngs_moduli {} Pa, poissons_ratios {}, shear_moduli {} Pa",
                     list(material.orthotropy->youngs_moduli), list(material.orthotropy->poissons_ratios),
                     list(material.orthotropy->shear_moduli));
}

std::string description(const MeshContent& content, const MeshDescription& mesh) {
  std::string text = fmt::format("  format    {}\n  vertices  {}\n", content.format, mesh.vertices);
  if (mesh.tets > 0) text += fmt::format("  tets      {}\n", mesh.tets);
  if (mesh.hexes > 0) text += fmt::format("  hexes     {}\n", mesh.hexes);
  if (mesh.triangles > 0) text += fmt::format("  triangles {}\n", mesh.triangles);
  text += fmt::format("  box       [{:.6g}, {:.6g}, {:.6g}] to [{:.6g}, {:.6g}, {:.6g}] m\n", mesh.lowest[0], mesh.lowest[1],
                      mesh.lowest[2], mesh.highest[0], mesh.highest[1], mesh.highest[2]);
  if (mesh.tets > 0) text += tets_text(mesh);
  if (mesh.tets == 0 && mesh.hexes > 0) text += fmt::format("  volume    {:.6g} m^3\n", mesh.volume);
  if (mesh.tets + mesh.hexes == 0 && mesh.surface.watertight)
    text += fmt::format("  volume    {:.6g} m^3 inside\n", mesh.surface.volume);
  text += fmt::format("  parts     {} that share no vertex\n", mesh.components) + surface_text(mesh.surface);
  if (mesh.degenerate_triangles + mesh.duplicate_triangles > 0)
    text += fmt::format("  faults    {} triangles name a vertex twice, {} stand there twice\n", mesh.degenerate_triangles,
                        mesh.duplicate_triangles);
  if (mesh.unused_vertices > 0) text += fmt::format("  unused    {} vertices belong to nothing\n", mesh.unused_vertices);
  const std::string kind = plural(mesh.tets > 0 ? CellKind::tet : CellKind::hex);
  for (const auto& [name, cells] : content.tet_sets) text += fmt::format("  set       {}: {} {}\n", name, cells.size(), kind);
  for (const auto& [name, vertices] : content.vertex_sets)
    text += fmt::format("  set       {}: {} vertices\n", name, vertices.size());
  for (std::size_t m = 0; m < content.materials.size(); ++m) {
    const FileMaterial& material = content.materials[m];
    text += fmt::format("  material  {}: {} tets, density {:.6g} kg/m^3, {}\n", material.name, mesh.tets_of_material[m],
                        material.density, moduli(material));
  }
  return text;
}

Json sizes(const std::map<std::string, std::vector<Index>>& sets) {
  Json result = Json::object();
  for (const auto& [name, items] : sets) result[name] = items.size();
  return result;
}

Json json_description(const std::string& file, const MeshContent& content, const MeshDescription& mesh) {
  Json result = {
      {"file", file},
      {"format", content.format},
      {"vertices", mesh.vertices},
      {"tets", mesh.tets},
      {"triangles", mesh.triangles},
      {"box",
       {{"min", {mesh.lowest[0], mesh.lowest[1], mesh.lowest[2]}}, {"max", {mesh.highest[0], mesh.highest[1], mesh.highest[2]}}}},
      {"volume", mesh.tets + mesh.hexes > 0 ? mesh.volume : mesh.surface.volume},
      {"components", mesh.components},
      {"unused_vertices", mesh.unused_vertices}};
  if (mesh.hexes > 0) result["hexes"] = mesh.hexes;
  if (mesh.tets > 0) {
    result["quality"] = {{"worst", mesh.worst_quality}, {"tet", mesh.worst_tet}};
    result["dihedral"] = {{"smallest", mesh.dihedral.smallest}, {"largest", mesh.dihedral.largest}};
    result["faults"] = {{"inverted", mesh.inverted}, {"degenerate", mesh.degenerate}, {"duplicate", mesh.duplicate}};
  }
  const SurfaceFigures& surface = mesh.surface;
  result["surface"] = {{"triangles", surface.triangles},
                       {"area", surface.area},
                       {"watertight", surface.watertight},
                       {"manifold", surface.manifold},
                       {"open_edges", surface.open_edges},
                       {"crowded_edges", surface.crowded_edges},
                       {"turned_edges", surface.turned_edges},
                       {"degenerate_triangles", mesh.degenerate_triangles},
                       {"duplicate_triangles", mesh.duplicate_triangles}};
  result["tet_sets"] = sizes(content.tet_sets);
  result["vertex_sets"] = sizes(content.vertex_sets);
  result["materials"] = Json::array();
  for (std::size_t m = 0; m < content.materials.size(); ++m) {
    const FileMaterial& material = content.materials[m];
    Json item = {{"name", material.name}, {"tets", mesh.tets_of_material[m]}, {"density", material.density}};
    if (const auto& o = material.orthotropy) {
      const auto list = [](const Vec3& v) { return Json{v[0], v[1], v[2]}; };
      item["youngs_moduli"] = list(o->youngs_moduli);
      item["poissons_ratios"] = list(o->poissons_ratios);
      item["shear_moduli"] = list(o->shear_moduli);
      item["axes"] = {list(o->axes.row(0)), list(o->axes.row(1)), list(o->axes.row(2))};
    } else {
      item["youngs_modulus"] = material.youngs_modulus;
      item["poissons_ratio"] = material.poissons_ratio;
    }
    result["materials"].push_back(std::move(item));
  }
  result["notes"] = content.notes;
  return result;
}

}  // namespace

ExitStatus info_command(const InfoOptions& options) {
  std::error_code ignored;
  if (std::filesystem::is_directory(options.file, ignored)) {
    print(options.json ? json_of_run(options.file) : text_of_run(options.file));
    return kDone;
  }
  if (is_model_file(options.file)) {
    print(options.json ? json_of_model(options.file) : text_of_model(options.file));
    return kDone;
  }
  if (options.file.extension() == ".json") {
    const Scene scene = load_scene(options.file);
    if (options.json) {
      print(json_description(options.file.string(), scene));
      return kDone;
    }
    for (const std::string& note : scene.record.notes) print_note(note);
    print(description(scene));
    return kDone;
  }
  const MeshContent content = read_mesh_content(options.file);
  const MeshDescription mesh = describe(content);
  if (options.json) {
    print(json_description(options.file.string(), content, mesh).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    return kDone;
  }
  for (const std::string& note : content.notes) print_note(note);
  print(options.file.string() + "\n" + description(content, mesh));
  return kDone;
}

}  // namespace lilyan::app
