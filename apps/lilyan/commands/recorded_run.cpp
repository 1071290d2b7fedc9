#include <lilyan/core/platform/file.hpp>
#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/output/kept_run.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/report/pictures.hpp>
#include <lilyan/report/report.hpp>
#include <lilyan/run/scene.hpp>

#include <apps/lilyan/commands/recorded_run.hpp>
#include <apps/lilyan/console/program_end.hpp>
#include <apps/lilyan/console/progress.hpp>
#include <apps/lilyan/console/run_progress.hpp>
#include <apps/lilyan/console/streams.hpp>
#include <apps/lilyan/version.hpp>

#include <fmt/format.h>
#include <unistd.h>
#include <new>

namespace lilyan::app {
namespace {

// The report is the last file of a run: where it is there, so is everything else.
RunRecord finish(const Scene& scene, const RunResult& result, const RecordedRunOptions& options, PictureTaker* pictures) {
  const RunFolder folder(options.folder);
  std::error_code ignored;
  if (pictures && (!result.unchanged || !std::filesystem::exists(folder.report(), ignored))) {
    if (!std::filesystem::exists(folder.setting(), ignored))
      write_atomically(folder.setting(), setting_text(setting_of(scene, options.overrides, version_text())));
    pictures->finish(result.state.step, result.t, result.x, result.status);
    return write_report(options.folder);
  }
  return read_run_record(options.folder);
}

}  // namespace

std::optional<RecordedRun> recorded_run(const Scene& scene, const RecordedRunOptions& options) {
  const RunFolder folder(options.folder);
  std::optional<FolderLock> lock;  // held until the report is written
  if (options.lock == nullptr) lock.emplace(options.folder);
  if (lock && !lock->is_held() && ::access(options.folder.c_str(), W_OK) == 0)
    print_note(
        fmt::format("{} is on a file system without locks: see to it that no other run writes there", options.folder.string()));
  std::optional<PictureTaker> pictures;
  if (options.report) pictures.emplace(scene, folder);
  if (options.report && options.resume) require_no_link(folder.pictures());  // a new run removes the link
  ProgressDisplay display;
  bool under_way = false;

  RunSettings settings;
  settings.folder = options.folder;
  settings.resume = options.resume;
  settings.replace = options.replace;
  settings.lock = lock ? &*lock : options.lock;
  settings.stop = &stop_after_step_on_signals();
  settings.predicted = [&](const RunPrediction& prediction) {
    if (!options.tell_prediction || options.quiet) return;
    if (const std::string text = to_text(prediction); !text.empty()) print("  predicted " + text + "\n");
  };
  std::size_t told = 0;
  const auto tell = [&](const std::vector<std::string>& notes) {
    for (; told < notes.size() && !options.quiet; ++told) print_note(notes[told]);
  };
  const auto tell_what_is_kept = [&] {
    if (options.quiet) return;
    for (const std::string& note : notes_on_kept_runs(folder)) print_note(note);
  };
  settings.started = [&](const std::vector<std::string>& notes) {
    under_way = true;
    tell(notes);
    if (!options.quiet) display.begin();
    remove_file(folder.report());  // of what is no longer so
    write_atomically(folder.setting(), setting_text(setting_of(scene, options.overrides, version_text())));
  };
  settings.state = [&](const Frame& now, const LedgerRow* row) {
    if (pictures) pictures->see(now, row);
  };
  settings.saving = [&](std::int64_t step) {
    if (pictures) pictures->save(step);
  };
  settings.progress = [&](const RunProgress& progress) {
    if (!options.quiet) display.show(progress);
  };
  std::optional<FrameProgress> converting;
  settings.converting = [&](FrameFormat format, const ConvertProgress& progress) {
    if (options.quiet) return;
    if (!converting || progress.done == 1) {
      converting ? converting->finish() : display.finish();
      converting.emplace("converting to " + to_text(format));
    }
    converting->show(progress.done, progress.all);
  };
  const auto finish_display = [&] { converting ? converting->finish() : display.finish(); };

  try {
    RunResult result = run(scene, settings);
    finish_display();
    stop_at_once_on_signals();
    tell(result.notes);
    if (!result.unchanged) tell_what_is_kept();
    RunRecord record = finish(scene, result, options, pictures ? &*pictures : nullptr);
    return RecordedRun{std::move(result), std::move(record)};
  } catch (const InputError& error) {
    finish_display();
    if (!under_way) throw;
    tell_what_is_kept();
    print_error(error);  // the output could no longer be written
    return std::nullopt;
  } catch (const std::bad_alloc&) {
    if (!under_way) throw;
    print_out_of_memory();  // up to the last checkpoint all is kept
    return std::nullopt;
  }
}

}  // namespace lilyan::app
