// A run with all that the program makes of it: its files, setting.json, pictures and report.html.
#pragma once

#include <lilyan/output/run.hpp>
#include <lilyan/report/run_record.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lilyan::app {

struct RecordedRunOptions {
  std::filesystem::path folder;
  std::vector<std::string> overrides;  // of the scene, for the report
  bool resume = false;
  bool report = true;                // pictures and report.html, too
  bool quiet = false;                // no notes and no progress
  bool replace = false;              // what a run replaces only where it is told to
  bool tell_prediction = false;      // of what the run will take
  const FolderLock* lock = nullptr;  // of the folder, where the caller holds it
};

struct RecordedRun {
  RunResult result;
  RunRecord record;  // as its files tell it
};

// Shows notes and progress, ends early on SIGINT, SIGTERM and SIGHUP. None where the output could no longer be written, which it
// has said. Throws InputError where the run could not begin.
std::optional<RecordedRun> recorded_run(const Scene& scene, const RecordedRunOptions& options);

}  // namespace lilyan::app
