#include <lilyan/output/earlier_run.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/output/kept_run.hpp>
#include <lilyan/output/recorder.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/run/checkpoint.hpp>
#include <lilyan/run/run_state.hpp>
#include <lilyan/run/scene.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <vector>

namespace lilyan {

namespace {

namespace fs = std::filesystem;

constexpr const char* kReplaceHint =
    "choose another folder with -o, or add --replace: what has the name of a run's file is then replaced, all else stays";

// A folder with nothing in it but hidden files, such as a comparison leaves that was killed as it began.
bool is_empty_folder(const fs::directory_entry& entry) {
  std::error_code error;
  if (!fs::is_directory(entry.symlink_status(error))) return false;
  for (fs::directory_iterator inner(entry.path(), error), end; !error && inner != end; inner.increment(error))
    if (!inner->path().filename().string().starts_with('.')) return false;
  return !error;
}

// Names of what lies in the folder, but for hidden files, empty folders and earlier runs that are kept, sorted; none where there is
// no such folder.
std::vector<std::string> visible_entries(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::string name = entry->path().filename().string();
    if (!name.starts_with('.') && !is_empty_folder(*entry) && !is_kept_run(entry->path())) names.push_back(std::move(name));
  }
  std::sort(names.begin(), names.end());
  return names;
}

[[noreturn]] void refuse_foreign(const fs::path& folder, const std::vector<std::string>& entries) {
  throw InputError({"output.foreign", folder.string(),
                    fmt::format("holds files that are not of a run, {} for one", lilyan::shown(entries.front())), kReplaceHint});
}

void refuse_unfinished(const fs::path& folder, std::uint64_t scene_hash) {
  const std::optional<WholeCheckpoint> checkpoint = newest_whole_checkpoint(folder);
  if (!checkpoint || checkpoint->scene_hash == scene_hash) return;
  std::string progress = "it was written by another version of Lilyan";
  if (checkpoint->format == kCheckpointFormat) {
    const EarlierRun earlier = earlier_run(folder);
    if (earlier.kind != EarlierRun::Kind::unfinished) return;
    progress = fmt::format("{} steps are done", earlier.steps);
  }
  throw InputError(
      {"output.unfinished", folder.string(), fmt::format("holds an unfinished run of another scene: {}", progress),
       "finish that run with its own scene and --resume, choose another folder with -o, or give the run up with --replace"});
}

}  // namespace

void require_replaceable_by_run(const fs::path& folder, std::uint64_t scene_hash) {
  refuse_unfinished(folder, scene_hash);
  if (const auto entries = visible_entries(folder); !entries.empty() && !RunFolder(folder).is_written_by_run())
    refuse_foreign(folder, entries);
}

void require_replaceable_by_comparison(const fs::path& folder) {
  const std::vector<std::string> entries = visible_entries(folder);
  if (entries.empty()) return;
  if (RunFolder(folder).is_written_by_run())
    throw InputError({"output.foreign", folder.string(),
                      "holds a run, and its report.html would be replaced by that of the comparison",
                      "choose another folder with -o, or add --replace: the run is then removed"});
  const auto is_run = [&](const std::string& name) { return RunFolder(folder / name).is_written_by_run(); };
  if (std::none_of(entries.begin(), entries.end(), is_run)) refuse_foreign(folder, entries);
}

std::optional<SavedRun> find_saved(const Scene& scene, const RunFolder& folder, Simulation& simulation, FoundCheckpoint& found) {
  std::optional<SavedRun> saved;
  const auto take = [&](std::span<const char> payload) {
    SavedRun content = saved_run(payload);
    check_belongs(content, scene.inventory, simulation);
    check_records(scene, folder, content.state.output, content.state.drift.last().step);
    simulation.restore(content.history);
    if (nothing_to_do(simulation, content.state).empty()) simulation.prepare();
    check_energy(content, simulation);
    saved.emplace(std::move(content));
  };
  if (const auto checkpoint = read_checkpoint(folder.path, scene.record.hash, take)) found = *checkpoint;
  return saved;
}

std::string nothing_to_do(const Simulation& simulation, const RunState& state) {
  const SimulationSettings& settings = simulation.settings();
  const Frame& now = simulation.history().now();
  if (state.step > settings.steps)
    return fmt::format("{} steps are done already, more than the {} asked for", state.step, settings.steps);
  if (settings.until && now.step > 0 && now.t - now.h >= *settings.until)
    return fmt::format("{:.6g} s are done already, more than the {:.6g} s asked for", now.t, *settings.until);
  if (state.finished && simulation.is_finished()) return fmt::format("the run is finished: all {} steps are done", state.step);
  return {};
}

void make_ready(const Scene& scene, const RunFolder& folder, const FoundCheckpoint& found, SavedRun& saved) {
  if (found.generation == Generation::previous) promote_previous_checkpoint(folder.path);
  const OutputPosition before = saved.state.output;
  release_changed_records(scene, folder, saved.state.output);
  const bool released = before.ledger != saved.state.output.ledger || before.probes != saved.state.output.probes ||
                        before.reactions != saved.state.output.reactions;
  if (!released && !saved.state.finished) return;
  saved.state.finished = false;
  write_checkpoint(folder.path, scene.record.hash, to_bytes(saved.state, saved.history));
}

}  // namespace lilyan
