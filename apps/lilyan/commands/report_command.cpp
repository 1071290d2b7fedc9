#include <lilyan/core/platform/folder_lock.hpp>
#include <lilyan/output/kept_run.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/report/report.hpp>

#include <apps/lilyan/commands/commands.hpp>
#include <apps/lilyan/console/streams.hpp>

namespace lilyan::app {

ExitStatus report_command(const ReportOptions& options) {
  const FolderLock lock(options.folder, FolderLock::Missing::ignore);
  take_back_half_kept(RunFolder(options.folder));
  write_report(options.folder);
  print(RunFolder(options.folder).report().string() + "\n");
  return kDone;
}

}  // namespace lilyan::app
