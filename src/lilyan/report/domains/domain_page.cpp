#include <lilyan/report/domains/domain_page.hpp>

#include <lilyan/report/html.hpp>
#include <lilyan/report/page.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <set>

namespace lilyan {

namespace {

constexpr std::size_t kMostRows = 250;

std::string plain(double value) { return number_text(value, 4); }
std::string plain(std::int64_t value) { return std::to_string(value); }

// From the least to the largest of some values: "3", "3 to 9".
template <class Number>
struct Range {
  Number low = std::numeric_limits<Number>::max(), high = std::numeric_limits<Number>::lowest();

  void see(Number value) { low = std::min(low, value), high = std::max(high, value); }
  std::string words() const {
    if (high < low) return "-";
    return plain(low) == plain(high) ? plain(low) : fmt::format("{} to {}", plain(low), plain(high));
  }
};

// A row of the table: a domain, or all instances of a group.
struct Row {
  std::string name;
  Index instances = 0;
  std::set<Index> parents;
  Range<std::int64_t> cells, coordinates, vertices;
  Range<double> lowest, highest, mass, size;
};

void see(Row& row, const ShownDomain& domain) {
  ++row.instances;
  if (domain.parent >= 0) {
    row.parents.insert(domain.parent);
    row.vertices.see(domain.interface_vertices);
    row.size.see(domain.interface_size);
  }
  row.cells.see(domain.cells);
  row.coordinates.see(domain.coordinates);
  row.mass.see(domain.mass);
  if (domain.coordinates == 0) return;
  row.lowest.see(domain.lowest);
  row.highest.see(domain.highest);
}

std::vector<Row> rows_of(const std::vector<ShownDomain>& domains) {
  std::vector<Row> rows;
  std::map<std::string, std::size_t> groups;
  for (const ShownDomain& domain : domains) {
    const auto [found, is_new] =
        domain.group.empty() ? std::pair(groups.end(), true) : groups.try_emplace(domain.group, rows.size());
    if (is_new) rows.emplace_back().name = domain.group.empty() ? domain.name : domain.group;
    see(is_new ? rows.back() : rows[found->second], domain);
  }
  return rows;
}

std::string parent_words(const Row& row, const std::vector<ShownDomain>& domains) {
  if (row.parents.empty()) return "the root";
  if (row.parents.size() > 1) return fmt::format("{} domains", row.parents.size());
  return html_escaped(domains[static_cast<std::size_t>(*row.parents.begin())].name);
}

std::string table_html(const std::vector<std::string>& names, const std::vector<std::vector<std::string>>& rows) {
  std::string html = "<div class=\"card\" style=\"margin-top:16px\"><table class=\"wide\">\n<thead><tr>";
  for (std::size_t k = 0; k < names.size(); ++k)
    html += fmt::format("<th scope=\"col\"{}>{}</th>", k > 0 ? " style=\"text-align:right\"" : "", html_escaped(names[k]));
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : rows) {
    html += fmt::format("<tr><th scope=\"row\">{}</th>", row.front());
    for (std::size_t k = 1; k < row.size(); ++k)
      html += fmt::format("<td class=\"number\" data-name=\"{}\">{}</td>", html_escaped(names[k]), row[k]);
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string domain_table(const std::vector<ShownDomain>& domains) {
  if (domains.empty()) return "<p>It has no domains.</p>\n";
  const std::vector<Row> rows = rows_of(domains);
  std::vector<std::vector<std::string>> shown;
  for (std::size_t k = 0; k < std::min(rows.size(), kMostRows); ++k) {
    const Row& row = rows[k];
    shown.push_back({html_escaped(row.name), std::to_string(row.instances), parent_words(row, domains), row.cells.words(),
                     row.coordinates.words(), row.lowest.words(), row.highest.words(), row.mass.words(), row.vertices.words(),
                     row.size.words()});
  }
  std::string html = table_html({"domain", "instances", "hangs on", "cells", "coordinates", "lowest [Hz]", "highest [Hz]",
                                 "mass [kg]", "interface [vertices]", "interface [m]"},
                                shown);
  if (rows.size() > kMostRows) html += fmt::format("<p class=\"note\">and {} more, not listed here</p>\n", rows.size() - kMostRows);
  return html + "<p class=\"note\">Frequencies are those of a domain alone, held at its frame.</p>\n";
}

std::string comparison_html(const TreeReductionRecord& record) {
  if (!record.comparison) {
    if (record.not_compared.empty()) return {};
    return fmt::format("<p>Not compared with the full body: {}</p>\n", html_escaped(record.not_compared));
  }
  const auto& [full, reduced] = *record.comparison;
  assert(full.size() == reduced.size());
  std::vector<std::vector<std::string>> rows;
  for (std::size_t k = 0; k < full.size(); ++k)
    rows.push_back({std::to_string(k + 1), number_text(full[k], 5), number_text(reduced[k], 5),
                    full[k] > 0 ? fmt::format("{:.3f}", reduced[k] / full[k]) : "-"});
  return "<h3>Lowest frequencies of the whole</h3>\n" + table_html({"mode", "full [Hz]", "reduced [Hz]", "reduced/full"}, rows);
}

}  // namespace

std::string domain_section(const TreeReductionRecord& record) {
  std::int64_t coordinates = 0, cells = 0;
  double mass = 0;
  for (const ShownDomain& domain : record.domains) coordinates += domain.coordinates, cells += domain.cells, mass += domain.mass;
  const Facts facts = {{"domains", std::to_string(record.domains.size())},
                       {"coordinates", fmt::format("{} in place of {}, of {} vertices", coordinates,
                                                   3 * std::int64_t{record.vertices}, record.vertices)},
                       {"cells", std::to_string(cells)},
                       {"mass", number_text(mass) + " kg"},
                       {"precomputed in", number_text(record.seconds, 3) + " s"},
                       {"file", fmt::format("{}, {} bytes", html_escaped(record.file), record.bytes)}};
  return section_html(record.body, domain_graph(record.domains) + "<div class=\"card\" style=\"margin-top:16px\">" +
                                       facts_html(facts) + "</div>\n" + domain_table(record.domains) + comparison_html(record));
}

}  // namespace lilyan
