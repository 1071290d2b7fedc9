#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/folder_lock.hpp>
#include <lilyan/mesh/mesh_size.hpp>
#include <lilyan/mesh/quality.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <lilyan/mesh_files/write.hpp>
#include <lilyan/meshing/mesh_surface.hpp>
#include <lilyan/meshing/outside_mesher.hpp>
#include <lilyan/meshing/shape_registry.hpp>

#include <apps/lilyan/commands/commands.hpp>
#include <apps/lilyan/commands/first_scene.hpp>
#include <apps/lilyan/commands/written_scene.hpp>
#include <apps/lilyan/console/progress.hpp>
#include <apps/lilyan/console/streams.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace lilyan::app {
namespace {

[[noreturn]] void misused(const std::string& option, const std::string& message, const std::string& hint) {
  throw InputError({"usage", option, message, hint});
}

std::string option_name(const std::string& parameter) {
  std::string name = "--" + parameter;
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

// The numbers given for a parameter, checked against its declaration.
Schema::Default checked(const Field& field, const std::vector<double>& given) {
  const Schema& schema = field.schema;
  const bool is_list = schema.kind == Schema::Kind::list;
  const Schema& one = is_list ? *schema.item : schema;
  const std::size_t wanted = is_list ? schema.fewest : 1;
  const auto fits = [&](double value) {
    return std::isfinite(value) && (one.lowest_allowed ? value >= one.lowest : value > one.lowest) &&
           (one.highest_allowed ? value <= one.highest : value < one.highest) &&
           (one.kind != Schema::Kind::integer || std::fmod(value, one.multiple_of) == 0);
  };
  if (given.size() != wanted || !std::all_of(given.begin(), given.end(), fits))
    misused(option_name(field.name), fmt::format("{} is not {}", fmt::join(given, " "), describe(schema)), field.meaning);
  if (is_list) return given;
  return given.front();
}

Parameters parameters_of(const ShapeEntry& shape, const MeshOptions& options) {
  Parameters parameters;
  for (const Field& field : shape.parameters) {
    const auto given = options.shape.find(field.name);
    if (given != options.shape.end())
      parameters.set(field.name, checked(field, given->second));
    else if (field.need == Field::Need::required)
      misused(option_name(field.name), fmt::format("a {} needs it: {}", shape.name, field.meaning),
              fmt::format("for example {} {}", option_name(field.name), field.schema.kind == Schema::Kind::list ? "1 1 1" : "0.1"));
    else
      parameters.set(field.name, field.standard);
  }
  for (const auto& [name, values] : options.shape)
    if (std::none_of(shape.parameters.begin(), shape.parameters.end(),
                     [&key = name](const Field& field) { return field.name == key; }))
      misused(option_name(name), fmt::format("a {} has no such parameter", shape.name), "see `lilyan list shapes`");
  return parameters;
}

TetMesh make_shape(const ShapeEntry& shape, const MeshOptions& options) {
  if (!shape.is_of_tets) misused(shape.name, "is no shape of tets", "name it in a scene: see `lilyan list shapes`");
  if (options.tets) misused("--tets", "shapes are made by their --size", "");
  if (options.mesher != "native") misused("--mesher", "shapes need none", "");
  if (options.scene)
    misused("--scene", "only for surfaces from files", "name the shape in a scene of your own: see `lilyan list shapes`");
  const Parameters parameters = parameters_of(shape, options);
  constexpr double kMost = 50e6;
  const auto make = [&] {
    if (const ShapeCount count = shape.count(parameters); count.vertices > kMost || count.cells > kMost)
      misused(shape.parameters[1].name == "cells" ? "--cells" : "--size", fmt::format("{:.3g} tets are too many", count.cells), "");
    return tets_of(shape.make(parameters));
  };
  try {
    TetMesh mesh = make();
    mesh.X *= options.scale;
    return mesh;
  } catch (const InputError& error) {  // whose place is a parameter
    std::vector<Fault> faults = error.faults();
    for (Fault& fault : faults)
      if (!fault.place.starts_with("--")) fault.place = option_name(fault.place);
    throw InputError(std::move(faults));
  }
}

SurfaceMeshSettings settings_of(const MeshOptions& options) {
  SurfaceMeshSettings settings;
  settings.tets = options.tets;
  for (const auto& [name, values] : options.shape) {
    if (name != "size")
      misused(option_name(name), fmt::format("{} is a surface, not a shape", options.source.string()), "use --size or --tets");
    if (values.size() != 1 || !(values[0] > 0) || !std::isfinite(values[0]))
      misused("--size", fmt::format("{} is not a length above 0", fmt::join(values, " ")), "the edge length of the tets in m");
    settings.size = values[0];
  }
  if (settings.size && settings.tets) misused("--tets", "given together with --size", "give one of them");
  return settings;
}

SurfaceMesh make_from_surface(const TriangleMesh& surface, const MeshOptions& options) {
  const SurfaceMeshSettings settings = settings_of(options);
  const std::string place = options.source.string();
  if (options.mesher == "gmsh") return mesh_surface_outside(OutsideMesher::gmsh, surface, settings, place);
  if (options.mesher == "tetgen") return mesh_surface_outside(OutsideMesher::tetgen, surface, settings, place);
  return mesh_surface(surface, settings, place);
}

// A word that is neither a shape nor a file is most likely a shape, misspelt.
void require_source(const std::string& source) {
  std::error_code ignored;
  if (std::filesystem::exists(source, ignored) || std::filesystem::path(source).has_extension()) return;
  std::vector<std::string> names;
  for (const ShapeEntry& shape : shape_registry())
    if (shape.is_of_tets) names.push_back(shape.name);
  const std::string nearest = nearest_name(source, names);
  misused(source, "is neither a shape nor a file",
          nearest.empty() ? fmt::format("shapes are: {}", fmt::join(names, ", ")) : fmt::format("did you mean \"{}\"?", nearest));
}

std::string summary(const MeshFigures& mesh, const std::optional<double>& surface_volume) {
  std::string text = fmt::format("  tets      {} with {} vertices\n", mesh.tets, mesh.vertices);
  text += fmt::format("  angles    {:.1f} to {:.1f} degrees between faces\n", mesh.dihedral.smallest, mesh.dihedral.largest);
  text += fmt::format("  volume    {:.6g} m^3", mesh.volume);
  if (surface_volume) text += fmt::format(", {:+.2f} % against the surface's", 100 * (mesh.volume / *surface_volume - 1));
  const Vec3 extent = mesh.highest - mesh.lowest;
  return text + fmt::format("\n  extent    {:.4g} x {:.4g} x {:.4g} m\n", extent[0], extent[1], extent[2]);
}

// What is written must not be what is read, nor one thing in the place of another; a scene may hold a user's work, unless it is
// still as we wrote it.
void require_free_names(const MeshOptions& options) {
  namespace fs = std::filesystem;
  const auto same = [](const fs::path& a, const fs::path& b) {
    std::error_code ignored;
    return fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored);
  };
  const bool is_file = !find_shape(options.source.string());
  if (is_file && same(options.source, options.output))
    misused("-o", fmt::format("\"{}\" is the file that is read", options.output.string()), "give the tets a name of their own");
  if (!options.scene) return;
  if (options.scene->extension() != ".json")
    misused("--scene", fmt::format("\"{}\" does not end in .json", options.scene->string()), "for example --scene bunny.json");
  const fs::path surface = surface_copy(options);
  if (is_file && !surface.empty() && same(options.source, surface))
    misused("--scene", fmt::format("\"{}\" is the file that is read", surface.string()), "give the tets another name with -o");
  if (options.replace || is_as_written(*options.scene, surface)) return;
  for (const fs::path& file : {*options.scene, surface}) {
    std::error_code ignored;
    if (file.empty() || !fs::exists(fs::symlink_status(file, ignored))) continue;
    misused("--scene", fmt::format("\"{}\" is there already and may be yours", file.string()),
            "choose another name, or replace it with --replace");
  }
}

}  // namespace

ExitStatus mesh_command(const MeshOptions& options) {
  use_threads(0);
  require_tet_extension(options.output);
  const FileLock lock(options.output);
  require_free_names(options);  // then the scene is another file
  const std::optional<FileLock> scene_lock = options.scene ? std::optional<FileLock>(*options.scene) : std::nullopt;
  if (!(options.scale > 0) || !std::isfinite(options.scale))
    misused("--scale", fmt::format("{} is not above 0", options.scale), "");
  const auto start = std::chrono::steady_clock::now();
  StageLine stage(options.quiet);
  const ShapeEntry* shape = find_shape(options.source.string());
  TetMesh mesh;
  TriangleMesh surface;
  std::optional<double> surface_volume;
  std::string heading = options.source.string();
  if (shape) {
    stage.show("making the " + shape->name);
    mesh = make_shape(*shape, options);
  } else {
    require_source(options.source.string());
    stage.show("reading " + options.source.string());
    surface = read_triangle_mesh(options.source);
    surface.X *= options.scale;
    heading += fmt::format(": {} triangles", surface.triangles.size());
    stage.show(fmt::format("meshing {} triangles", surface.triangles.size()));
    SurfaceMesh made = make_from_surface(surface, options);
    mesh = std::move(made.mesh);
    surface_volume = made.surface_volume;
  }
  const MeshFigures found = figures(mesh);
  stage.show("writing " + options.output.string());
  std::vector<std::string> notes = mesh.notes;
  for (const std::string& note : surface.notes) notes.insert(notes.begin(), note);
  if (!shape)
    if (std::string note = size_note(mesh.X, fmt::format("--scale {:.6g}", 1e-3 * options.scale), "--scale"); !note.empty())
      notes.push_back(std::move(note));
  for (std::string& note : write_tet_mesh(options.output, mesh)) notes.push_back(std::move(note));
  if (options.scene) write_first_scene(*options.scene, options, surface, found);
  stage.finish();
  if (options.quiet) return kDone;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  for (const std::string& note : notes) print_note(note);
  print(heading + "\n" + summary(found, surface_volume) +
        fmt::format("  written   {} in {:.2f} s\n", options.output.string(), seconds));
  if (options.scene) print(fmt::format("  scene     {}: lilyan run {}\n", options.scene->string(), options.scene->string()));
  return kDone;
}

}  // namespace lilyan::app
