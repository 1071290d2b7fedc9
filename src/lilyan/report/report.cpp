#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/report/report.hpp>

namespace lilyan {

RunRecord write_report(const std::filesystem::path& folder) {
  RunRecord run = read_run_record(folder);
  write_atomically(RunFolder(folder).report(), run_page(run));
  return run;
}

void write_comparison(const std::filesystem::path& folder, const std::string& scene, const std::vector<NamedRun>& runs) {
  write_atomically(RunFolder(folder).report(), comparison_page(scene, runs));
}

}  // namespace lilyan
