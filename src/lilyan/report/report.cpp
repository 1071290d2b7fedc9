#include <lilyan/report/report.hpp>

#include <lilyan/core/platform/file_writer.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/report/html.hpp>
#include <lilyan/report/page.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lilyan {

RunRecord write_report(const std::filesystem::path& folder) {
  RunRecord run = read_run_record(folder);
  write_atomically(RunFolder(folder).report(), run_page(run));
  return run;
}

void write_comparison(const std::filesystem::path& folder, const std::string& scene, const std::vector<NamedRun>& runs) {
  write_atomically(RunFolder(folder).report(), comparison_page(scene, runs));
}

namespace {

std::string momentum_cell(const RunRecord& run, double drift) {
  return run.setting.is_free && run.setting.properties.order > 0 ? drift_words(run, drift) : "-";
}

std::string table_html(const std::vector<NamedRun>& runs) {
  const auto rows = comparison_table(runs);
  std::string html = "<div class=\"card\"><table class=\"wide\">\n<thead><tr>";
  for (const std::string& cell : rows.front()) html += "<th scope=\"col\">" + html_escaped(cell) + "</th>";
  html += "</tr></thead>\n<tbody>\n";
  for (std::size_t r = 1; r < rows.size(); ++r) {
    const NamedRun& run = runs[r - 1];
    html += fmt::format("<tr><th scope=\"row\"><i class=\"c{}\"></i><a href=\"{}/report.html\">{}</a></th>", (r - 1) % kColours,
                        html_escaped(run.folder), html_escaped(run.name));
    for (std::size_t k = 1; k < rows[r].size(); ++k) {
      const std::string cell = k == 1 ? verdict_html({overall_verdict(run.record).grade, rows[r][k]}) : html_escaped(rows[r][k]);
      html += fmt::format("<td data-name=\"{}\"{}>{}</td>", html_escaped(rows.front()[k]), k >= 4 ? " class=\"number\"" : "", cell);
    }
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string pictures(const std::vector<NamedRun>& runs) {
  std::string html;
  for (const NamedRun& run : runs) {
    if (run.record.pictures.empty()) continue;
    const RunPicture& last = run.record.pictures.back();
    html += picture_html(last.png, fmt::format("{}: {}", run.name, moment_words(run.record, last.step)));
  }
  return html.empty() ? html : section_html("At the end", "<div class=\"pictures\">\n" + html + "</div>\n");
}

std::string charts(const std::vector<NamedRun>& runs) {
  std::string html = "<div class=\"charts\">\n";
  for (const Chart& chart : comparison_charts(runs)) html += chart_html(chart);
  return section_html("Over time", html + "</div>\n");
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

std::string comparison_page(const std::string& scene, const std::vector<NamedRun>& runs) {
  if (runs.empty()) return page_html(scene, "<header><h1>" + html_escaped(scene) + "</h1><p>No run was made.</p></header>\n");
  const RunSetting& setting = runs.front().record.setting;
  const std::string head =
      fmt::format("<header><h1>{}</h1>\n<p>The same scene by {} methods: {}steps of {}</p></header>\n", html_escaped(scene),
                  runs.size(), setting.steps == 0 ? "" : fmt::format("{} ", setting.steps), step_length(setting));
  std::string foot = "<footer>Each method's own report is behind its name in the table.</footer>\n";
  return page_html(scene + ": comparison",
                   head + section_html("What each method kept", table_html(runs)) + pictures(runs) + charts(runs) + foot);
}

}  // namespace lilyan
