#include <lilyan/mesh/quality.hpp>
#include <lilyan/mesh/read.hpp>
#include <lilyan/scene/load.hpp>

#include <apps/lilyan/commands.hpp>
#include <apps/lilyan/plan_text.hpp>
#include <apps/lilyan/streams.hpp>

#include <fmt/format.h>

namespace lilyan::app {
namespace {

std::string description(const MeshFigures& mesh) {
  std::string text = fmt::format("  vertices  {}\n  tets      {}\n", mesh.vertices, mesh.tets);
  text += fmt::format("  box       [{:.6g}, {:.6g}, {:.6g}] to [{:.6g}, {:.6g}, {:.6g}] m\n", mesh.lowest[0], mesh.lowest[1],
                      mesh.lowest[2], mesh.highest[0], mesh.highest[1], mesh.highest[2]);
  text += fmt::format("  volume    {:.6g} m^3\n", mesh.volume);
  text += fmt::format("  quality   worst {:.3g} (1 is a regular tet), tet {}\n", mesh.worst_quality, mesh.worst_tet);
  text += fmt::format("  parts     {} that share no vertex\n", mesh.components);
  text += fmt::format("  surface   {} triangles, {}, {}\n", mesh.surface_triangles,
                      mesh.watertight ? "watertight" : "not watertight", mesh.manifold ? "manifold" : "not manifold");
  for (const auto& [name, tets] : mesh.tet_sets) text += fmt::format("  set       {}: {} tets\n", name, tets);
  for (const auto& [material, tets] : mesh.materials)
    text += fmt::format("  material  {}: {} tets, density {:.6g} kg/m^3, youngs_modulus {:.6g} Pa, poissons_ratio {:.6g}\n",
                        material.name, tets, material.density, material.youngs_modulus, material.poissons_ratio);
  return text;
}

}  // namespace

ExitStatus info_command(const InfoOptions& options) {
  if (options.file.extension() == ".json") {
    const RunPlan plan = load_scene(options.file);
    for (const std::string& note : plan.notes) print_note(note);
    print(description(plan));
    return kDone;
  }
  const TetMesh mesh = read_tet_mesh(options.file);
  for (const std::string& note : mesh.notes) print_note(note);
  print(options.file.string() + "\n" + description(figures(mesh)));
  return kDone;
}

}  // namespace lilyan::app
