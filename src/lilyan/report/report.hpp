// report.html: a run, or several runs of one scene side by side, on one page that needs nothing else.
//
//   setting_of, PictureTaker   // while the run goes: setting.json and pictures
//   write_report(folder);      // after it, from the folder's files alone
#pragma once

#include <lilyan/report/chart.hpp>
#include <lilyan/report/run_record.hpp>
#include <lilyan/report/verdict.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace lilyan {

// The plots of a run: energies, balance, momenta, solver work, wall time.
std::vector<Chart> run_charts(const RunRecord& run);

struct NamedRun {
  std::string name;
  std::string folder;  // of the run, within the comparison's
  RunRecord record;
};
// Those that lay several runs over each other.
std::vector<Chart> comparison_charts(const std::vector<NamedRun>& runs);

std::string run_page(const RunRecord& run);
std::string comparison_page(const std::string& scene, const std::vector<NamedRun>& runs);

// Reads what the run left in the folder and writes report.html there, whole or not at all; returns what it read.
RunRecord write_report(const std::filesystem::path& folder);

// Writes folder/report.html.
void write_comparison(const std::filesystem::path& folder, const std::string& scene, const std::vector<NamedRun>& runs);

// Several runs of one scene as a table of words and figures, for the page and for the terminal: a heading and a row per run, with
// method, verdict, linear and angular momentum, Newton iterations, seconds.
std::vector<std::vector<std::string>> comparison_table(const std::vector<NamedRun>& runs);

// Its columns padded to the same width, with bars between them: a table of Markdown.
std::string table_text(const std::vector<std::vector<std::string>>& rows);

}  // namespace lilyan
