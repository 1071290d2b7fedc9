// report.html: a run, or several runs of one scene side by side, on one page that needs nothing else.
//
//   setting_of, PictureTaker   // while the run goes: setting.json and pictures
//   write_report(folder);      // after it, from the folder's files alone
#pragma once

#include <lilyan/report/run_charts.hpp>
#include <lilyan/report/run_record.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace lilyan {

std::string run_page(const RunRecord& run);
std::string comparison_page(const std::string& scene, const std::vector<NamedRun>& runs);

// Reads what the run left in the folder and writes report.html there, whole or not at all; returns what it read.
RunRecord write_report(const std::filesystem::path& folder);

// Writes folder/report.html.
void write_comparison(const std::filesystem::path& folder, const std::string& scene, const std::vector<NamedRun>& runs);

}  // namespace lilyan
