#include <lilyan/convert/convert.hpp>
#include <lilyan/core/platform/folder_lock.hpp>
#include <lilyan/output/kept_run.hpp>
#include <lilyan/output/run_folder.hpp>

#include <apps/lilyan/commands/commands.hpp>
#include <apps/lilyan/console/program_end.hpp>
#include <apps/lilyan/console/progress.hpp>
#include <apps/lilyan/console/streams.hpp>

#include <fmt/format.h>

#include <optional>
#include <system_error>

namespace lilyan::app {
namespace {

struct Stopped {};  // thrown out of a conversion, which then leaves nothing behind

// What is written into the folder of the run is written by one process at a time, as the run is. Another place has its own lock.
std::optional<FolderLock> lock_of_run(const ConvertOptions& options) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const auto place_of = [&](const fs::path& path) { return (fs::absolute(path, ignored) / "").parent_path().parent_path(); };
  const fs::path folder = fs::is_directory(options.run, ignored) ? options.run : place_of(options.run);
  if (options.out && !fs::equivalent(place_of(*options.out), folder, ignored)) return std::nullopt;
  FolderLock lock(folder, FolderLock::Missing::ignore);
  take_back_half_kept(RunFolder(folder));
  return lock;
}

}  // namespace

ExitStatus convert_command(const ConvertOptions& options) {
  const FrameFormat format = frame_format(options.format);
  if (options.fps && (format == FrameFormat::obj || format == FrameFormat::npy))
    throw InputError({"usage", "--fps", fmt::format("{} files know no frame rate", options.format), "leave it out"});

  const std::optional<FolderLock> lock = lock_of_run(options);
  const std::atomic<bool>& stop = stop_after_step_on_signals();
  FrameProgress display("converting to " + options.format);
  ConvertSettings settings;
  settings.out = options.out;
  settings.every = options.every;
  settings.fps = options.fps;
  settings.progress = [&](const ConvertProgress& progress) {
    if (stop) throw Stopped{};
    if (!options.quiet) display.show(progress.done, progress.all);
  };
  Converted converted;
  try {
    converted = convert_frames(options.run, format, settings);
  } catch (const Stopped&) {
    display.finish();
    print_error("stopped by a signal", "nothing was written; an earlier conversion is still there");
    return kStopped;
  } catch (const InputError&) {
    display.finish();
    throw;
  }
  display.finish();
  stop_at_once_on_signals();
  if (options.quiet) return kDone;
  for (const std::string& note : converted.notes) print_note(note);
  print(fmt::format("{}: {} frames\n", converted.out.string(), converted.frames));
  return kDone;
}

}  // namespace lilyan::app
