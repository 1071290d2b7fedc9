#include <lilyan/output/run.hpp>

#include <lilyan/core/platform/available_memory.hpp>
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/core/stopwatch.hpp>
#include <lilyan/energy/contact/pair_contact.hpp>
#include <lilyan/output/earlier_run.hpp>
#include <lilyan/output/kept_run.hpp>
#include <lilyan/output/record_rows.hpp>
#include <lilyan/output/recorder.hpp>
#include <lilyan/run/checkpoint.hpp>
#include <lilyan/run/diagnosis.hpp>
#include <lilyan/run/overlaps.hpp>
#include <lilyan/run/run_time.hpp>
#include <lilyan/run/scene.hpp>
#include <lilyan/run/stiffening.hpp>

#include <fmt/format.h>

#include <cassert>
#include <chrono>
#include <memory>
#include <new>

namespace lilyan {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

constexpr std::size_t kReserve = 4 << 20;  // [bytes]

// A run under way, new or taken up again.
class Run {
 public:
  Run(const Scene& scene, const RunSettings& settings, const RunFolder& folder, RunState state, Simulation simulation,
      RunResult& result)
      : scene_(scene),
        settings_(settings),
        folder_(folder),
        result_(result),
        state_(std::move(state)),
        simulation_(std::move(simulation)),
        recorder_(scene, folder, state_.output, state_.step, result.notes),
        watch_(scene.inventory) {}

  // Row and frame of the newest state, where they are due.
  void write_state() {
    const Stopwatch stopwatch(state_.seconds.output);
    std::optional<LedgerRow> row;
    if (row_is_due()) row = write_row();
    if (scene_.output.frames)
      each_frame_due(scene_.output, simulation_, [&](const Snapshot& frame) { recorder_.write_frame(frame); });
    if (settings_.state) settings_.state(simulation_.history().now(), row ? &*row : nullptr);
  }

  void make() {
    while (!simulation_.is_finished()) {
      if (settings_.stop != nullptr && settings_.stop->load()) return end(RunStatus::stopped);
      Result<Advance, AdvanceFailure> made = step();
      if (!made) return fail(made.failure());
      count(*made);
      write_state();
      if (state_.step == 1) thin_kept_runs(folder_);
      if (settings_.progress)
        settings_.progress({state_.step, simulation_.settings().steps, simulation_.time(), state_.drift.final_energy(),
                            simulation_.settings().until});
      if (state_.step % scene_.output.checkpoint_every == 0 && !simulation_.is_finished()) save(up_to_now());
    }
    end(RunStatus::done);
  }

 private:
  // A step that the memory does not suffice for fails like any other: what was made up to then is kept.
  Result<Advance, AdvanceFailure> step() {
    try {
      return simulation_.step();
    } catch (const std::bad_alloc&) {
      return out_of_memory("there is not enough memory for it");
    } catch (const InputError& error) {
      return out_of_memory(error.faults().front().message);
    }
  }

  AdvanceFailure out_of_memory(std::string reason) {
    reserve_.reset();
    const Frame& now = simulation_.history().now();
    return {{std::move(reason), {}, now.x}, now.t, simulation_.settings().h, 0};
  }

  void count(const Advance& made) {
    state_.step = simulation_.steps_done();
    state_.total.add(made.statistics);
    state_.pending.add(made.statistics);
    state_.pending_reactions.resize(made.reactions.size(), 0);
    for (std::size_t k = 0; k < made.reactions.size(); ++k) state_.pending_reactions[k] += made.reactions[k];
    state_.pending_seconds += simulation_.stepper().chooses_length() ? simulation_.history().now().h : simulation_.settings().h;
    state_.failed += made.failed;
  }

  bool row_is_due() const { return state_.step % scene_.output.ledger_every == 0; }

  std::vector<Vec3> reactions_since_last_row() {
    const std::vector<double> impulses = std::exchange(state_.pending_reactions, {});
    const double seconds = std::exchange(state_.pending_seconds, 0);
    if (seconds > 0) return mean_reactions(simulation_.system(), scene_.inventory, impulses, seconds);
    return reactions_at_start(simulation_.system(), scene_.inventory, simulation_.history().now());
  }

  // Cells and contacts are looked at where all vertices are; nobody else needs them all.
  void look_at_shapes(LedgerRow& row) {
    const bool sees_cells = state_.shapes && watch_.has_cells();
    if (!sees_cells && !state_.contact) return;
    const Vector x = simulation_.positions();
    if (sees_cells) {
      const VolumeRatios::Seen seen = watch_.look(x, simulation_.time(), row.elastic, *state_.shapes);
      row.inverted_cells = seen.inverted, row.least_j = seen.least;
    }
    if (state_.contact) look_at_contacts(scene_.inventory, x, simulation_.time(), *state_.contact);
  }

  LedgerRow write_row() {
    LedgerRow row = simulation_.ledger();
    if (state_.step > 0 && !simulation_.stepper().chooses_length())
      row.h = simulation_.settings().h;  // of the whole step, also where it was made in parts
    row.statistics = std::exchange(state_.pending, {});
    row.wall_ms = std::exchange(state_.pending_ms, 0) + 1000 * seconds_since(row_start_);
    row_start_ = Clock::now();
    look_at_shapes(row);
    if (state_.domains) look_at_domains(simulation_, *state_.domains);
    state_.drift.see(row);
    state_.max_displacement = simulation_.vertices().largest_displacement(simulation_.history().now(), simulation_.start(),
                                                                          simulation_.initial().x, state_.max_displacement);
    recorder_.write_row(row, simulation_, reactions_since_last_row());
    return row;
  }

  // The state with all that is kept elsewhere while the run goes.
  RunState up_to_now() const {
    RunState state = state_;
    state.output = recorder_.position();
    state.pending_ms += 1000 * seconds_since(row_start_);
    const Workspace::Seconds spent = simulation_.seconds();
    state.seconds.wall += seconds_since(start_);
    state.seconds.assembly += spent.assembly;
    state.seconds.factorisation += spent.factorisation;
    state.seconds.solve += spent.solve;
    state.seconds.line_search += spent.line_search;
    state.linear = simulation_.linear_solving();
    if (state.contact && scene_.inventory.pairs) state.contact->seconds += scene_.inventory.pairs->seconds();
    return state;
  }

  // The files are on the disk before a checkpoint counts on them.
  void save(const RunState& state) {
    const Stopwatch stopwatch(state_.seconds.output);
    recorder_.sync();
    if (settings_.saving) settings_.saving(state.step);
    write_checkpoint(folder_.path, scene_.record.hash, to_bytes(state, simulation_.history()));
  }

  void fail(const AdvanceFailure& failure) {
    result_.failure =
        RunFailure{failure.failure.reason, state_.step + 1, failure.t, failure.h, likely_causes(scene_, simulation_, failure)};
    // A run taken up again makes these attempts once more: they count in this run's summary, not in its checkpoint.
    lost_ = {failure.failure.statistics, failure.failed, {}};
    end(RunStatus::failed);
  }

  // The summary comes before the checkpoint that may say the run is finished: nothing is missing once it does.
  void end(RunStatus status) {
    RunState saved = up_to_now();
    saved.finished = status == RunStatus::done;
    if (!row_is_due()) write_row();
    result_.status = status;
    result_.t = simulation_.time();
    result_.x = simulation_.positions();
    result_.state = up_to_now();
    result_.state.finished = saved.finished;
    result_.state.total.add(lost_.statistics);
    result_.state.failed += lost_.failed;
    std::optional<AdaptionMemory> adaption;
    if (simulation_.stepper().chooses_length()) adaption = AdaptionMemory::find(simulation_.history().memory());
    const std::vector<Overlap> found = overlaps(simulation_.system(), scene_.inventory, result_.x, simulation_.time());
    std::vector<std::string> notes = overlap_notes(scene_.inventory, found, "at the end");
    const Frame& last = simulation_.history().now();
    for (std::string& note : stiffening_notes(scene_.inventory, stiffening(simulation_.system(), scene_.inventory, last.x, last.t)))
      notes.push_back(std::move(note));
    write_atomically(folder_.summary(), summary_text(scene_, result_.state, status, result_.failure, adaption, notes));
    if (!scene_.output.formats.empty()) {
      // A conversion that fails costs no step: the run can be taken up here, and converts once more.
      RunState unfinished = saved;
      unfinished.finished = false;
      save(unfinished);
      convert();
      saved.finished = saved.finished && result_.faults.empty();
    }
    save(saved);
    if (saved.finished)
      for (std::string& note : remove_replaced_runs(folder_, state_.step)) result_.notes.push_back(std::move(note));
  }

  void convert() {
    for (const FrameFormat format : scene_.output.formats) {
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

  const Scene& scene_;
  const RunSettings& settings_;
  const RunFolder& folder_;
  RunResult& result_;
  RunState state_;  // but for what up_to_now adds
  Simulation simulation_;
  Recorder recorder_;
  ShapeWatch watch_;
  Advance lost_;                                                                        // attempts at the step that failed
  std::unique_ptr<char[]> reserve_ = std::make_unique_for_overwrite<char[]>(kReserve);  // given up to write the end of a run
  Clock::time_point start_ = Clock::now(), row_start_ = start_;
};

}  // namespace

RunResult run(const Scene& scene, const RunSettings& settings) {
  assert(scene.output.ledger_every > 0 && scene.output.checkpoint_every > 0);
  const RunFolder folder(settings.folder);
  std::optional<FolderLock> lock;
  if (settings.lock == nullptr) lock.emplace(folder.path);
  take_back_half_kept(folder);
  RunResult result;
  Simulation simulation = scene.simulation;
  simulation.restart();
  const UsingThreads threads(scene.simulation.threads());  // for fields and pictures, too
  RunState state;
  if (!scene.inventory.contacts.empty()) state.contact.emplace();
  state.domains = start_of_domain_record(simulation);
  bool is_new = true;
  if (settings.resume) {
    FoundCheckpoint found;
    std::optional<SavedRun> saved = find_saved(scene, folder, simulation, found);
    if (!found.note.empty()) result.notes.push_back(found.note);
    if (saved) {
      is_new = false;
      if (const std::string reason = nothing_to_do(simulation, saved->state); !reason.empty()) {
        result.unchanged = true;
        result.notes.push_back(reason);
        result.t = simulation.time();
        result.x = simulation.positions();
        result.state = saved->state;
        return result;
      }
      folder.make_writable();
      make_ready(scene, folder, found, *saved);
      state = std::move(saved->state);
      result.notes.push_back(fmt::format("going on after step {}", state.step));
    } else {
      result.notes.push_back("there is no checkpoint; starting from the beginning");
    }
  }
  if (is_new && !settings.replace) require_replaceable_by_run(folder.path, scene.record.hash);
  if (is_new) simulation.prepare();  // a problem too large for this machine is refused while earlier output is still there
  const RunPrediction prediction = predict_run(scene, simulation);
  refuse_little_memory(prediction, available_memory());
  const EarlierRun earlier = is_new ? earlier_run(folder.path) : EarlierRun();
  const bool is_kept = earlier.kind == EarlierRun::Kind::finished || (earlier.is_worth_keeping() && !settings.replace);
  refuse_full_disk(prediction, folder.path, free_disk(folder.path, is_kept ? FramesThere::stay : FramesThere::go));
  if (settings.predicted) settings.predicted(prediction);
  if (is_new) {
    folder.make_writable();
    const std::vector<std::string> notes = is_kept ? keep_for_new_run(folder, earlier) : clear_for_new_run(folder);
    result.notes.insert(result.notes.end(), notes.begin(), notes.end());
  }
  take_over_kept(folder);
  Run under_way(scene, settings, folder, std::move(state), std::move(simulation), result);
  if (settings.started) settings.started(result.notes);
  if (is_new) under_way.write_state();
  under_way.make();
  return result;
}

}  // namespace lilyan
