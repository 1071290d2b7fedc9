#include <lilyan/output/resumed_run.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/output/recorder.hpp>

#include <fmt/format.h>

namespace lilyan {

std::optional<SavedRun> find_saved(const Scene& scene, const RunFolder& folder, FoundCheckpoint& found) {
  std::optional<SavedRun> saved;
  const auto take = [&](std::span<const char> payload) {
    SavedRun content = saved_run(payload);
    if (content.history.now().x.size() != scene.simulation.history().now().x.size()) {
      throw InputError({"checkpoint.content", "checkpoint", "has another number of vertices than the scene", {}});
    }
    check_records(scene, folder, content.state.output);
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
