#include <lilyan/coarsening/coarse_mesh.hpp>
#include <lilyan/coarsening/model/coarse_model_file.hpp>
#include <lilyan/coarsening/model/coarsening_methods.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/core/stopwatch.hpp>
#include <lilyan/core/terminal_text.hpp>
#include <lilyan/mesh/faces.hpp>
#include <lilyan/mesh_files/read.hpp>
#include <lilyan/mesh_files/vtk/vtk_grid.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/report/coarsening/coarsening_record.hpp>
#include <lilyan/scene/load.hpp>
#include <lilyan/scene/models/scene_with_models.hpp>
#include <lilyan/scene/schema/json.hpp>

#include <apps/lilyan/commands/commands.hpp>
#include <apps/lilyan/commands/written_scene.hpp>
#include <apps/lilyan/console/progress.hpp>
#include <apps/lilyan/console/streams.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace lilyan::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kCoarseningPage = "report.html";
constexpr double kStandardCells = 400;  // boxes around the body, if nothing is asked for ...
constexpr double kFinePerBox = 40;      // ... and the body has so many fine cells for each

[[noreturn]] void refuse_coarsening(const std::string& place, const std::string& message, const std::string& hint) {
  throw InputError({"usage", place, message, hint});
}

// The files of the folder that is written.
struct CoarseFiles {
  std::string scene, model;

  CoarseFiles(const fs::path& scene_file, const std::string& body)
      : scene(scene_file.stem().string() + ".json"), model(body + ".model") {}
  std::array<std::string, 3> all() const { return {scene, model, kCoarseningPage}; }
  bool has(const std::string& name) const {
    const auto files = all();
    return std::find(files.begin(), files.end(), name) != files.end();
  }
};

// Whether a body of the scene comes from this model.
bool names_model(const fs::path& scene, const std::string& model) {
  const Json given = parse_json(read_text_file(scene).text, scene.string());
  return std::any_of(given.at("bodies").begin(), given.at("bodies").end(),
                     [&](const Json& body) { return body.contains("mesh") && body.at("mesh").value("path", "") == model; });
}

// Replaced is only what this command wrote.
void require_free_folder(const CoarsenOptions& options, const CoarseFiles& files) {
  const fs::path& folder = options.folder;
  std::error_code ignored;
  if (fs::equivalent(options.scene, folder / files.scene, ignored))
    refuse_coarsening("-o", fmt::format("\"{}\" is the scene that is read", (folder / files.scene).string()),
                      "give another folder");
  if (RunFolder(folder).holds_run())
    refuse_coarsening("-o", fmt::format("\"{}\" is the folder of a run", folder.string()), "give another folder");
  const bool is_ours = is_as_written(folder / files.scene, {}, "coarsen");
  if (is_ours && names_model(folder / files.scene, files.model)) return;
  for (const std::string& name : files.all())
    if ((!is_ours || name == files.model) && fs::exists(fs::symlink_status(folder / name, ignored)))
      refuse_coarsening("-o", fmt::format("\"{}\" is there already and may be yours", (folder / name).string()),
                        "give another folder, or remove the file");
}

// The body that --body names, or the only one that can be coarsened.
const BodyToCoarsen& chosen_body(const CoarsenOptions& options, const std::vector<BodyToCoarsen>& bodies) {
  if (options.body) {
    const auto found =
        std::find_if(bodies.begin(), bodies.end(), [&](const BodyToCoarsen& one) { return one.name == *options.body; });
    if (found == bodies.end()) {
      std::string names;
      for (const BodyToCoarsen& one : bodies) names += (names.empty() ? "" : ", ") + one.name;
      refuse_coarsening("--body", fmt::format("the scene has no body \"{}\"", *options.body), "its bodies are: " + names);
    }
    if (!found->obstacle.empty())
      refuse_coarsening("--body", fmt::format("\"{}\" cannot be coarsened: {}", found->name, found->obstacle),
                        "choose another body");
    return *found;
  }
  const BodyToCoarsen* only = nullptr;
  for (const BodyToCoarsen& one : bodies) {
    if (!one.obstacle.empty()) continue;
    if (only)
      refuse_coarsening("--body", fmt::format("\"{}\" and \"{}\" can be coarsened", only->name, one.name), "name one of them");
    only = &one;
  }
  if (!only)
    refuse_coarsening(options.scene.string(), "no body of the scene can be coarsened",
                      bodies.empty() ? "give it a body of tets" : fmt::format("\"{}\": {}", bodies[0].name, bodies[0].obstacle));
  return *only;
}

// "y=0.12"
CagePlane plane_of(const std::string& text) {
  double position = 0;
  std::size_t used = 0;
  const bool has_axis = text.size() > 2 && text[1] == '=' && text[0] >= 'x' && text[0] <= 'z';
  try {
    if (has_axis) position = std::stod(text.substr(2), &used);
  } catch (const std::exception&) {
    used = 0;
  }
  if (!has_axis || used + 2 != text.size() || !std::isfinite(position))
    refuse_coarsening("--cut", fmt::format("\"{}\" is no plane", text), "for example --cut y=0.12, in metres");
  return {text[0] - 'x', position};
}

// Quads are cells here, although a body of them is read as triangles.
CoarseMesh read_coarse_mesh(const fs::path& file) {
  const std::string extension = file.extension().string();
  if (extension == ".vtk" || extension == ".vtu") {
    const VtkGrid grid = read_vtk_grid(file);
    if (!grid.quads.empty() && grid.tets.empty() && grid.hexes.empty()) return {grid.X, cells_of(grid)};
  }
  const BodyMesh mesh = read_body_mesh(file);
  return {mesh.X, mesh.cells};
}

CoarseMesh coarse_mesh_of(const CoarsenOptions& options, const FineBody& body) {
  if (options.onto) return read_coarse_mesh(*options.onto);
  std::array<Index, 3> cells = even_cells(body, std::min(kStandardCells, static_cast<double>(body.cells.count()) / kFinePerBox));
  if (!options.cells.empty()) {
    const auto dimension = static_cast<std::size_t>(body.dimension());
    if (options.cells.size() < dimension)
      refuse_coarsening("--cells", fmt::format("{} numbers for a body with {} axes", options.cells.size(), dimension),
                        "give NX NY NZ, or NX NY of a slice");
    for (std::size_t k = 0; k < dimension; ++k) cells[k] = static_cast<Index>(options.cells[k]);
  }
  double boxes = 1;
  for (Index n : cells) boxes *= n;
  if (boxes > static_cast<double>(body.cells.count()))
    refuse_coarsening("--cells", fmt::format("{:.0f} boxes around a body of {} cells", boxes, body.cells.count()),
                      "a coarse body has fewer cells than the fine one");
  std::vector<CagePlane> planes;
  for (const std::string& text : options.cuts) {
    planes.push_back(plane_of(text));
    const auto along = body.X.reshaped(3, body.X.size() / 3).row(planes.back().axis);
    if (planes.back().axis >= body.dimension() || planes.back().position <= along.minCoeff() ||
        planes.back().position >= along.maxCoeff())
      refuse_coarsening("--cut", fmt::format("{} does not cut the body", text),
                        fmt::format("it reaches from {:.6g} to {:.6g} m along {}", along.minCoeff(), along.maxCoeff(), text[0]));
  }
  return cage_around(body, cells, planes);
}

// Coarsening knows neither the name of the body nor the file of the mesh, and its faults have no place.
template <class Use>
auto with_place(const CoarsenOptions& options, const std::string& body, const Use& use) {
  try {
    return use();
  } catch (const InputError& error) {
    std::vector<Fault> faults = error.faults();
    for (Fault& fault : faults)
      if (fault.place.empty())
        fault.place = fmt::format("\"{}\"{}", body, options.onto ? " onto " + options.onto->string() : std::string());
    throw InputError(std::move(faults));
  }
}

const CoarseningMethod& method_for(const CoarsenOptions& options, const CoarseMesh& mesh) {
  const CoarseningMethod& method = options.method ? coarsening_method(*options.method) : standard_coarsening(mesh.cells);
  if (method.is_for(mesh.cells)) return method;
  const std::vector<std::string> names = coarsening_method_names(mesh.cells);
  const std::string use = fmt::format("use {} or {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back());
  if (is_of_boxes(mesh.cells))
    refuse_coarsening("--method", fmt::format("\"{}\" is for tets and triangles", method.name),
                      use + ", or coarsen onto a mesh of tets with --onto");
  refuse_coarsening("--method", fmt::format("\"{}\" is for boxes, and the coarse mesh has none", method.name),
                    use + ", or --cells");
}

// Lines for a terminal: sizes, how it compares with the fine body, and a NOTE for each reason not to trust it.
std::string coarsening_summary(const CoarseningRecord& record, const Cells& fine) {
  std::string said = terminal_line(record.scene) + "\n" +
                     fmt::format("  body      {}: {} {} in place of {}, {} unknowns in place of {}, {} bytes in {:.2f} s\n",
                                 terminal_line(record.body), record.coarse.cells, plural(record.cell_kind), counted(fine),
                                 record.coarse.rest.unknowns, record.fine.rest.unknowns, record.bytes, record.seconds);
  said += fmt::format("  {:<9} {}\n", load_name(record.fine.rest), ratio_text(record.coarse.rest, record.fine.rest));
  for (const ComparedBody& other : record.others)
    said += fmt::format("            {}: {}\n", other.name, ratio_text(other.rest, record.fine.rest));
  said += "  Hz       ";
  for (double hertz : record.coarse.rest.frequencies) said += fmt::format(" {:.4g}", hertz);
  said += "; fine:";
  for (double hertz : record.fine.rest.frequencies) said += fmt::format(" {:.4g}", hertz);
  said += "\n";
  if (record.motion.coarse_seconds > 0 && record.motion.fine_seconds > 0)
    said += fmt::format("  step      {:.3g} ms in place of {:.3g} ms\n", 1e3 * record.motion.coarse_seconds,
                        1e3 * record.motion.fine_seconds);
  if (const Index guarded = record.counts.hardly_filled + record.counts.ill_conditioned; guarded > 0)
    said += fmt::format("  guards    {} of {} cells keep Galerkin's stiffness\n", guarded, record.coarse.cells);
  if (record.coarse_parts < record.parts)
    said += fmt::format(
        "  NOTE      the fine body has {} parts that share no vertex, the coarse one {}: parts that reach into one cell are "
        "joined by it; make them bodies of their own\n",
        record.parts, record.coarse_parts);
  if (record.cut)
    said += fmt::format("  NOTE      pins end inside {} and hold {} as a whole, which makes the body too stiff: try --cut {}\n",
                        counted(record.cell_kind, static_cast<Index>(record.frozen)), record.frozen == 1 ? "it" : "these",
                        plane_text(*record.cut));
  for (const auto& [which, failure] :
       {std::pair("fine", record.motion.fine_failure), std::pair("coarse", record.motion.coarse_failure)})
    if (!failure.empty())
      said += fmt::format("  NOTE      the {} body did not get through the motion that is compared: {}\n", which, failure);
  if (const double error = largest_error(record.coarse.rest, record.fine.rest); error > kNearEnough)
    said += fmt::format(
        "  NOTE      {} or frequencies are off by up to {:.0f} %: try other numbers of cells; a coarse cell should hold many fine "
        "ones, and end where these do\n",
        load_name(record.fine.rest), 100 * error);
  return said;
}

}  // namespace

ExitStatus coarsen_command(const CoarsenOptions& options) {
  use_threads(options.threads);
  FolderLock lock(options.folder);
  StageLine stage(options.quiet);
  stage.show("reading the scene");
  std::vector<BodyToCoarsen> bodies;
  Scene fine_scene = load_scene(options.scene, {}, bodies);
  const BodyToCoarsen& chosen = chosen_body(options, bodies);
  const CoarseFiles files(options.scene, chosen.name);
  require_free_folder(options, files);
  const FineBody body = with_place(options, chosen.name, [&] { return fine_body_of(chosen); });
  const CoarseMesh mesh = coarse_mesh_of(options, body);
  const CoarseningMethod& method = method_for(options, mesh);
  const bool is_free = options.probes ? *options.probes == "free" : method.of_simplices == TensorMethod::nodal;
  const ProbeSupport support = is_free ? ProbeSupport::free : ProbeSupport::pinned;
  FineShape shape = chosen.shape;
  shape.source = source_of(body);
  if (support == ProbeSupport::free) shape.held.assign(shape.held.size(), false);

  stage.show("coarsening " + terminal_line(chosen.name));
  CoarseModel model;
  double seconds = 0;
  {
    const Stopwatch stopwatch(seconds);
    model = with_place(options, chosen.name, [&] { return coarse_model(body, shape, mesh, method, support); });
  }
  const std::string bytes = to_model_file(model).to_bytes();

  FolderWriter writer(
      options.folder, [&](const std::string& name) { return files.has(name); }, std::move(lock));
  write_atomically(writer.path() / files.model, bytes);
  const std::string text = scene_text_with_coarse_body(fine_scene.record.text, options.scene.parent_path(), writer.path(),
                                                       chosen.entry, files.model, source_text(shape.source));
  Scene coarse_scene = parse_scene(text, writer.path() / files.scene);
  // The folder where it will lie has other relative paths than the one where it is written.
  write_atomically(writer.path() / files.scene,
                   with_mark(scene_text_with_coarse_body(fine_scene.record.text, options.scene.parent_path(), options.folder,
                                                         chosen.entry, files.model, source_text(shape.source)),
                             {}, "coarsen"));

  CoarseningRecord record = coarsening_record({chosen.name, body, chosen.shape, mesh, model}, fine_scene, coarse_scene,
                                              [&](const std::string& what) { stage.show(what); });
  record.file = files.scene;
  record.model_file = files.model;
  record.bytes = bytes.size();
  record.seconds = seconds;
  write_atomically(writer.path() / kCoarseningPage, coarsening_page(record));
  writer.commit();
  stage.finish();
  if (options.quiet) return kDone;
  for (const std::string& note : coarse_scene.record.notes) print_note(note);
  print(coarsening_summary(record, body.cells) + fmt::format("  output    {}\n  report    {}\n  scene     lilyan run {}\n",
                                                             options.folder.string(), (options.folder / kCoarseningPage).string(),
                                                             shell_word((options.folder / files.scene).string())));
  return kDone;
}

}  // namespace lilyan::app
