#include <lilyan/report/comparison_table.hpp>
#include <lilyan/report/scales.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lilyan {
namespace {

std::string momentum_cell(const RunRecord& run, double drift) {
  return run.setting.is_free && run.setting.properties.order > 0 ? drift_words(run, drift) : "-";
}

}  // namespace

std::vector<std::vector<std::string>> comparison_table(const std::vector<NamedRun>& runs) {
  std::vector<std::vector<std::string>> rows = {{"method", "verdict", "linear momentum", "angular momentum", "Newton", "time"}};
  for (const auto& [name, folder, record] : runs) {
    const RunSummary& summary = record.summary;
    const RelativeErrors errors = relative_errors(record);
    rows.push_back({name, overall_verdict(record).words, momentum_cell(record, errors.linear),
                    momentum_cell(record, errors.angular), std::to_string(summary.newton_iterations),
                    fmt::format("{:.2g} s", summary.seconds.wall)});
  }
  return rows;
}

std::string table_text(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 3);
  for (const auto& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    text += "|";
    for (std::size_t k = 0; k < rows[r].size(); ++k) text += fmt::format(" {:<{}} |", rows[r][k], widths[k]);
    text += "\n";
    if (r > 0) continue;
    text += "|";
    for (const std::size_t width : widths) text += " " + std::string(width, '-') + " |";
    text += "\n";
  }
  return text;
}

}  // namespace lilyan
