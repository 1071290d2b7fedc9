#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/core/terminal_text.hpp>
#include <lilyan/multidomain/body/domain_body_file.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/report/domains/tree_record.hpp>
#include <lilyan/report/reduction_page.hpp>
#include <lilyan/scene/load.hpp>
#include <lilyan/scene/models/scene_with_models.hpp>

#include <apps/lilyan/commands/commands.hpp>
#include <apps/lilyan/commands/written_scene.hpp>
#include <apps/lilyan/console/progress.hpp>
#include <apps/lilyan/console/streams.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace lilyan::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kReductionPage = "report.html";

[[noreturn]] void refuse_reduction(const std::string& place, const std::string& message, const std::string& hint) {
  throw InputError({"usage", place, message, hint});
}

// The files of the folder that is written.
struct ReducedFiles {
  std::string scene;
  std::vector<std::string> all;

  ReducedFiles(const fs::path& scene_file, const std::vector<BodyModel>& models) : scene(scene_file.stem().string() + ".json") {
    all = {scene, kReductionPage};
    for (const BodyModel& model : models) all.push_back(model_file_name(model));
  }
  bool has(const std::string& name) const { return std::find(all.begin(), all.end(), name) != all.end(); }
};

// Replaced is only what this command wrote.
void require_free_folder(const ReduceOptions& options, const ReducedFiles& files) {
  const fs::path& folder = options.folder;
  std::error_code ignored;
  if (fs::equivalent(options.scene, folder / files.scene, ignored))
    refuse_reduction("-o", fmt::format("\"{}\" is the scene that is read", (folder / files.scene).string()), "give another folder");
  if (RunFolder(folder).holds_run())
    refuse_reduction("-o", fmt::format("\"{}\" is the folder of a run", folder.string()), "give another folder");
  if (is_as_written(folder / files.scene, {}, "reduce")) return;
  for (const std::string& name : files.all)
    if (fs::exists(fs::symlink_status(folder / name, ignored)))
      refuse_reduction("-o", fmt::format("\"{}\" is there already and may be yours", (folder / name).string()),
                       "give another folder, or remove the file");
}

ReductionRecord record_of(const BodyModel& model, const ReducedModel& reduced, const Inventory& inventory, std::size_t bytes,
                          StageLine& stage) {
  constexpr Index kPictures = 3;
  const Basis& basis = reduced.basis;
  ReductionRecord record{model.body,
                         model_file_name(model),
                         static_cast<Index>(reduced.X.size() / 3),
                         basis.frequencies,
                         basis.left_out,
                         reduced.energy.is_quadratic() ? 2 : 4,
                         model.seconds,
                         bytes};
  const auto body = std::find_if(inventory.bodies.begin(), inventory.bodies.end(),
                                 [&](const Body& candidate) { return candidate.name == model.body; });
  for (Index k = 0; k < std::min(kPictures, basis.size()); ++k) {
    stage.show(fmt::format("drawing {}, coordinate {}", terminal_line(model.body), k + 1));
    record.pictures.push_back(shape_picture(inventory, *body, basis.U.col(k)));
  }
  return record;
}

std::string words_of(const ReductionRecord& record) {
  const Vector& hertz = record.frequencies;
  return fmt::format("  body      {}: {} vertices, reduced to {} coordinates of {:.4g} to {:.4g} Hz, {} bytes in {:.2f} s\n",
                     terminal_line(record.body), record.vertices, hertz.size(), hertz[0], hertz[hertz.size() - 1], record.bytes,
                     record.seconds);
}

std::string words_of(const BodyModel& model, const DomainBodyModel& domains, std::size_t bytes) {
  Eigen::Index coordinates = 0;
  for (const DomainBodyModel::PlacedDomain& domain : domains.domains)
    coordinates += domains.models[static_cast<std::size_t>(domain.model)].U.cols();
  return fmt::format("  body      {}: {} vertices, {} domains of {} models with {} coordinates, {} bytes in {:.2f} s\n",
                     terminal_line(model.body), domains.vertices(), domains.domains.size(), domains.models.size(), coordinates,
                     bytes, model.seconds);
}

// A model of domains has no cells, which carry a surface.
void refuse_carried_surfaces(const std::vector<BodyModel>& models, const Inventory& inventory) {
  for (const BodyModel& model : models)
    for (const Body& body : inventory.bodies)
      if (body.name == model.body && body.render && std::holds_alternative<DomainBodyModel>(model.model))
        refuse_reduction(fmt::format("bodies/{}/render", model.entry), "a model of domains shows its own surface",
                         "remove \"render\", or run the scene as it is");
}

std::string bytes_of(const BodyModel& model) {
  return std::visit([](const auto& one) { return to_model_file(one).to_bytes(); }, model.model);
}

}  // namespace

ExitStatus reduce_command(const ReduceOptions& options) {
  use_threads(options.threads);
  FolderLock lock(options.folder);
  require_free_folder(options, {options.scene, {}});  // before what takes time
  StageLine stage(options.quiet);
  stage.show("reading the scene");
  WantedModels wanted;
  wanted.progress = [&](const std::string& what) { stage.show("reducing " + terminal_line(what)); };
  const Scene scene = load_scene(options.scene, {}, wanted);
  if (wanted.models.empty())
    refuse_reduction(options.scene.string(), "no body of the scene is reduced",
                     "give a body \"reduce\": {\"modes\": 20} or \"domains\"; docs/reduced.md and docs/domains.md tell which can");
  refuse_carried_surfaces(wanted.models, scene.inventory);
  const ReducedFiles files(options.scene, wanted.models);
  require_free_folder(options, files);

  FolderWriter writer(
      options.folder, [&](const std::string& name) { return files.has(name); }, std::move(lock));
  std::vector<ReductionRecord> records;
  std::vector<TreeReductionRecord> trees;
  std::string said = terminal_line(scene.record.name) + "\n";
  for (const BodyModel& model : wanted.models) {
    const std::string bytes = bytes_of(model);
    write_atomically(writer.path() / model_file_name(model), bytes);
    if (const auto* reduced = std::get_if<ReducedModel>(&model.model)) {
      records.push_back(record_of(model, *reduced, scene.inventory, bytes.size(), stage));
      said += words_of(records.back());
    } else {
      const auto& domains = std::get<DomainBodyModel>(model.model);
      stage.show(fmt::format("comparing {} with the full body", terminal_line(model.body)));
      trees.push_back(tree_record(domains, scene.inventory));
      trees.back().body = model.body;
      trees.back().seconds = model.seconds;
      trees.back().file = model_file_name(model);
      trees.back().bytes = bytes.size();
      said += words_of(model, domains, bytes.size());
    }
  }
  const std::string text = scene_text_with_models(scene.record.text, options.scene.parent_path(), options.folder, wanted.models);
  write_atomically(writer.path() / files.scene, with_mark(text, {}, "reduce"));
  write_atomically(writer.path() / kReductionPage, reduction_page(scene.record.name, files.scene, records, trees));
  writer.commit();
  stage.finish();
  if (options.quiet) return kDone;
  for (const std::string& note : scene.record.notes) print_note(note);
  print(said + fmt::format("  output    {}\n  scene     lilyan run {}\n", options.folder.string(),
                           shell_word((options.folder / files.scene).string())));
  return kDone;
}

}  // namespace lilyan::app
