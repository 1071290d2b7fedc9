#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/core/stopwatch.hpp>
#include <lilyan/output/recorder.hpp>
#include <lilyan/output/run.hpp>
#include <lilyan/run/advance.hpp>
#include <lilyan/run/checkpoint.hpp>
#include <lilyan/run/diagnosis.hpp>
#include <lilyan/run/run_time.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <chrono>

namespace lilyan {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

double largest_displacement(const Vector& from, const Vector& to) {
  double largest = 0;
  for (Index i = 0; 3 * Eigen::Index{i} < from.size(); ++i) largest = std::max(largest, (vertex(to, i) - vertex(from, i)).norm());
  return largest;
}

// A run under way, new or taken up again.
class Run {
 public:
  Run(const RunPlan& plan, const RunSettings& settings, const RunFolder& folder, SavedRun saved, Workspace workspace,
      RunResult& result)
      : plan_(plan),
        settings_(settings),
        folder_(folder),
        result_(result),
        state_(std::move(saved.state)),
        history_(std::move(saved.history)),
        workspace_(std::move(workspace)),
        recorder_(plan, folder, state_.output, state_.step, result.notes) {}

  // Row and frame of the newest state, where they are due.
  void write_state() {
    const Stopwatch stopwatch(state_.seconds.output);
    std::optional<LedgerRow> row;
    if (row_is_due()) row = write_row();
    if (plan_.output.frames) each_frame_due(plan_, history_, [&](const Frame& frame) { recorder_.write_frame(frame); });
    if (settings_.state) settings_.state(history_.now(), row ? &*row : nullptr);
  }

  void make() {
    while (!is_over(plan_, history_.now())) {
      if (settings_.stop != nullptr && settings_.stop->load()) return end(RunStatus::stopped);
      Result<Advance, AdvanceFailure> made = advance(plan_, history_, workspace_);
      if (!made) return fail(made.failure());
      count(*made);
      write_state();
      if (settings_.progress)
        settings_.progress({state_.step, plan_.steps, history_.now().t, state_.drift.final_energy(), plan_.until});
      if (state_.step % plan_.output.checkpoint_every == 0 && !is_over(plan_, history_.now())) save(up_to_now());
    }
    end(RunStatus::done);
  }

 private:
  void count(const Advance& made) {
    state_.step = history_.now().step;
    state_.total.add(made.statistics);
    state_.pending.add(made.statistics);
    state_.failed += made.failed;
  }

  bool row_is_due() const { return state_.step % plan_.output.ledger_every == 0; }

  LedgerRow write_row() {
    LedgerRow row = plan_.stepper->ledger(history_);
    if (state_.step > 0 && !plan_.stepper->chooses_length()) row.h = plan_.h;  // of the whole step, also where it was made in parts
    row.statistics = std::exchange(state_.pending, {});
    row.wall_ms = std::exchange(state_.pending_ms, 0) + 1000 * seconds_since(row_start_);
    row_start_ = Clock::now();
    state_.drift.see(row);
    state_.max_displacement = std::max(state_.max_displacement, largest_displacement(plan_.initial.x, history_.now().x));
    recorder_.write_row(row, history_.now());
    return row;
  }

  // The state with all that is kept elsewhere while the run goes.
  RunState up_to_now() const {
    RunState state = state_;
    state.output = recorder_.position();
    state.pending_ms += 1000 * seconds_since(row_start_);
    const Workspace::Seconds spent = workspace_.seconds();
    state.seconds.wall += seconds_since(start_);
    state.seconds.assembly += spent.assembly;
    state.seconds.factorisation += spent.factorisation;
    state.seconds.solve += spent.solve;
    state.seconds.line_search += spent.line_search;
    return state;
  }

  // The files are on the disk before a checkpoint counts on them.
  void save(const RunState& state) {
    const Stopwatch stopwatch(state_.seconds.output);
    recorder_.sync();
    if (settings_.saving) settings_.saving();
    write_checkpoint(folder_.path, plan_.scene_hash, to_bytes(state, history_));
  }

  void fail(const AdvanceFailure& failure) {
    result_.failure =
        RunFailure{failure.failure.reason, state_.step + 1, failure.t, failure.h, likely_causes(plan_, history_, failure)};
    // A run taken up again makes these attempts once more: they count in this run's summary, not in its checkpoint.
    lost_ = {failure.failure.statistics, failure.failed};
    end(RunStatus::failed);
  }

  // The summary comes before the checkpoint that may say the run is finished: nothing is missing once it does.
  void end(RunStatus status) {
    RunState saved = up_to_now();
    saved.finished = status == RunStatus::done;
    if (!row_is_due()) write_row();
    result_.status = status;
    result_.t = history_.now().t;
    result_.x = history_.now().x;
    result_.state = up_to_now();
    result_.state.finished = saved.finished;
    result_.state.total.add(lost_.statistics);
    result_.state.failed += lost_.failed;
    write_atomically(folder_.summary(),
                     summary_text(plan_, result_.state, status, result_.failure, AdaptionMemory::find(history_.memory())));
    if (!plan_.output.formats.empty()) {
      // A conversion that fails costs no step: the run can be taken up here, and converts once more.
      RunState unfinished = saved;
      unfinished.finished = false;
      save(unfinished);
      convert();
      saved.finished = saved.finished && result_.faults.empty();
    }
    save(saved);
  }

  void convert() {
    for (const FrameFormat format : plan_.output.formats) {
      ConvertSettings convert_settings;
      if (settings_.converting)
        convert_settings.progress = [&](const ConvertProgress& progress) { settings_.converting(format, progress); };
      try {
        result_.converted.push_back(convert_frames(folder_.path, format, convert_settings));
      } catch (const InputError& error) {
        result_.faults.insert(result_.faults.end(), error.faults().begin(), error.faults().end());
      }
    }
  }

  const RunPlan& plan_;
  const RunSettings& settings_;
  const RunFolder& folder_;
  RunResult& result_;
  RunState state_;  // but for what up_to_now adds
  History history_;
  Workspace workspace_;
  Recorder recorder_;
  Advance lost_;  // attempts at the step that failed
  Clock::time_point start_ = Clock::now(), row_start_ = start_;
};

// The newest usable checkpoint's content, none where the folder has no checkpoint.
std::optional<SavedRun> find_saved(const RunPlan& plan, const RunFolder& folder, FoundCheckpoint& found) {
  std::optional<SavedRun> saved;
  const auto take = [&](std::span<const char> payload) {
    SavedRun content = saved_run(payload);
    if (content.history.now().x.size() != plan.initial.x.size()) {
      throw InputError({"checkpoint.content", "checkpoint", "has another number of vertices than the scene", {}});
    }
    check_records(plan, folder, content.state.output);
    saved.emplace(std::move(content));
  };
  if (const auto checkpoint = read_checkpoint(folder.path, plan.scene_hash, take)) found = *checkpoint;
  return saved;
}

// Why a saved run has no step left to make; empty where it has.
std::string nothing_to_do(const RunPlan& plan, const RunState& state, const Frame& now) {
  if (state.step > plan.steps) return fmt::format("{} steps are done already, more than the {} asked for", state.step, plan.steps);
  if (plan.until && now.step > 0 && now.t - now.h >= *plan.until)
    return fmt::format("{:.6g} s are done already, more than the {:.6g} s asked for", now.t, *plan.until);
  if (state.finished && is_over(plan, now)) return fmt::format("the run is finished: all {} steps are done", state.step);
  return {};
}

// Before a file is cut back or replaced, no checkpoint counts on what goes.
void make_ready(const RunPlan& plan, const RunFolder& folder, const FoundCheckpoint& found, SavedRun& saved) {
  if (found.generation == Generation::previous) promote_previous_checkpoint(folder.path);
  const OutputPosition before = saved.state.output;
  release_changed_records(plan, folder, saved.state.output);
  const bool released = before.ledger != saved.state.output.ledger || before.probes != saved.state.output.probes ||
                        before.reactions != saved.state.output.reactions;
  if (!released && !saved.state.finished) return;
  saved.state.finished = false;
  write_checkpoint(folder.path, plan.scene_hash, to_bytes(saved.state, saved.history));
}

}  // namespace

RunResult run(const RunPlan& plan, const RunSettings& settings) {
  assert(plan.output.ledger_every > 0 && plan.output.checkpoint_every > 0);
  const RunFolder folder(settings.folder);
  RunResult result;
  std::optional<SavedRun> saved;
  if (settings.resume) {
    FoundCheckpoint found;
    saved = find_saved(plan, folder, found);
    if (!found.note.empty()) result.notes.push_back(found.note);
    if (saved) {
      if (const std::string reason = nothing_to_do(plan, saved->state, saved->history.now()); !reason.empty()) {
        result.unchanged = true;
        result.notes.push_back(reason);
        result.t = saved->history.now().t;
        result.x = saved->history.now().x;
        result.state = saved->state;
        return result;
      }
      folder.make_writable();
      make_ready(plan, folder, found, *saved);
      result.notes.push_back(fmt::format("going on after step {}", saved->state.step));
    } else {
      result.notes.push_back("there is no checkpoint; starting from the beginning");
    }
  }
  const bool is_new = !saved;
  if (is_new) saved = SavedRun{{}, History(plan.initial)};
  Workspace workspace;
  plan.stepper->prepare(saved->history,
                        workspace);  // a problem too large for this machine is refused while earlier output is still there
  if (is_new) {
    folder.make_writable();
    if (const std::vector<std::string> removed = folder.clear(); !removed.empty())
      result.notes.push_back(fmt::format("removed with the earlier run in {}, from which it was converted: {}",
                                         folder.path.string(), fmt::join(removed, ", ")));
  }
  Run under_way(plan, settings, folder, std::move(*saved), std::move(workspace), result);
  if (settings.started) settings.started(result.notes);
  if (is_new) under_way.write_state();
  under_way.make();
  return result;
}

}  // namespace lilyan
