#include <lilyan/core/platform/file.hpp>
#include <lilyan/core/terminal_text.hpp>
#include <lilyan/output/earlier_run.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/report/report.hpp>
#include <lilyan/run/run_time.hpp>
#include <lilyan/scene/load.hpp>

#include <apps/lilyan/commands.hpp>
#include <apps/lilyan/compared_method.hpp>
#include <apps/lilyan/recorded_run.hpp>
#include <apps/lilyan/scene_text.hpp>
#include <apps/lilyan/streams.hpp>
#include <apps/lilyan/use_threads.hpp>

#include <fmt/format.h>

namespace lilyan::app {
namespace {

std::vector<std::string> with(std::vector<std::string> overrides, const std::string& one_more) {
  overrides.push_back(one_more);
  return overrides;
}

}  // namespace

ExitStatus compare_command(const CompareOptions& options) {
  use_threads(options.threads);
  const std::vector<ComparedMethod> methods = compared_methods(options.integrators);
  // Every method's scene is known to be good before the first of them is run.
  std::string name;
  std::vector<std::uint64_t> hashes;
  for (const ComparedMethod& method : methods) {
    const Scene scene = load_scene(options.scene, with(options.overrides, method.override));
    if (name.empty() && !options.quiet) {
      for (const std::string& note : scene.record.notes) print_note(note);
      print(fmt::format("{}: {} vertices, {}, {} by {} methods\n", terminal_line(scene.record.name), scene.inventory.vertices(),
                        counted(scene.inventory.cells), time_words(scene), methods.size()));
    }
    name = scene.record.name;
    hashes.push_back(scene.record.hash);
  }
  const std::filesystem::path folder = options.folder.value_or(std::filesystem::path("out/compare") / name);

  const FolderLock lock(folder);
  if (!options.replace)
    require_replaceable_by_comparison(folder);
  else if (RunFolder(folder).is_written_by_run())
    RunFolder(folder).clear();
  // All of them until the comparison is written: it tells of what lies in the methods' folders.
  std::vector<FolderLock> locks;
  for (const ComparedMethod& method : methods) {
    require_no_link(folder / method.folder);
    locks.emplace_back(folder / method.folder);
  }
  for (std::size_t k = 0; k < methods.size() && !options.replace; ++k)
    require_replaceable_by_run(folder / methods[k].folder, hashes[k]);

  std::vector<NamedRun> runs;
  bool stopped = false, failed = false;
  for (const ComparedMethod& method : methods) {
    const std::vector<std::string> overrides = with(options.overrides, method.override);
    const Scene scene = load_scene(options.scene, overrides);
    auto run = recorded_run(scene, {.folder = folder / method.folder,
                                    .overrides = overrides,
                                    .quiet = options.quiet,
                                    .replace = options.replace,
                                    .lock = &locks[runs.size()]});
    if (!run) return kCannotGoOn;
    failed = failed || run->result.failure;
    runs.push_back({method.name, method.folder, std::move(run->record)});
    stopped = run->result.status == RunStatus::stopped;
    if (stopped) break;  // by a signal: what there is is compared
  }
  write_comparison(folder, name, runs);
  if (!options.quiet) {
    print("\n" + table_text(comparison_table(runs)) + "\n");
    if (failed) print("a method that stopped early is a result; its own report tells why\n");
    print(fmt::format("report: {}\n", RunFolder(folder).report().string()));
  }
  if (stopped)
    print_error(fmt::format("stopped by a signal during {}, method {} of {}", runs.back().name, runs.size(), methods.size()),
                fmt::format("what was computed up to there is compared in {}; a comparison starts from the beginning",
                            RunFolder(folder).report().string()));
  return stopped ? kStopped : kDone;
}

}  // namespace lilyan::app
