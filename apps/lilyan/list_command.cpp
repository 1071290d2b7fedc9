#include <lilyan/core/error.hpp>
#include <lilyan/scene/schema/catalogue.hpp>

#include <apps/lilyan/commands.hpp>
#include <apps/lilyan/shipped_scenes.hpp>
#include <apps/lilyan/streams.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace lilyan::app {
namespace {

using Row = std::vector<std::string>;

// Short facts make columns; long ones and the meaning follow below each row.
bool is_short(const CatalogueEntry::Fact& fact) { return !std::holds_alternative<std::string>(fact); }

std::string cell(const CatalogueEntry::Fact& fact) {
  if (const bool* yes = std::get_if<bool>(&fact)) return *yes ? "yes" : "-";
  if (const int* number = std::get_if<int>(&fact)) return std::to_string(*number);
  return std::get<std::string>(fact);
}

std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string parameter_names(const std::vector<Field>& fields) {
  std::vector<std::string> names;
  for (const Field& field : fields) names.push_back(field.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

Row heading(const CatalogueEntry& entry) {
  Row row = {"name"};
  for (const auto& [name, fact] : entry.facts)
    if (is_short(fact)) row.push_back(spaced(name));
  if (row.size() == 1) row.emplace_back("meaning");
  return row;
}

Row cells(const CatalogueEntry& entry) {
  Row row = {entry.name};
  for (const auto& [name, fact] : entry.facts)
    if (is_short(fact)) row.push_back(cell(fact));
  if (row.size() == 1) row.push_back(entry.meaning);
  return row;
}

// What does not fit the columns, indented.
std::string details(const CatalogueEntry& entry) {
  std::string text;
  const bool has_columns =
      std::any_of(entry.facts.begin(), entry.facts.end(), [](const auto& fact) { return is_short(fact.second); });
  if (has_columns) text += "    " + entry.meaning + "\n";  // else it stands in the table
  for (const auto& [name, fact] : entry.facts)
    if (!is_short(fact)) text += "    " + spaced(name) + ": " + cell(fact) + "\n";
  if (!entry.parameters.empty()) text += "    takes: " + parameter_names(entry.parameters) + "\n";
  return text;
}

std::string table(const Catalogue& catalogue) {
  if (catalogue.entries.empty()) return "none found\n";
  std::vector<Row> rows = {heading(catalogue.entries.front())};
  for (const CatalogueEntry& entry : catalogue.entries) rows.push_back(cells(entry));
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], row[k].size());

  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::string line;
    for (std::size_t k = 0; k < rows[r].size(); ++k) line += fmt::format("{:<{}}  ", rows[r][k], widths[k]);
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    if (r > 0) text += details(catalogue.entries[r - 1]);
  }
  return text;
}

// The catalogues of the library, and the scenes that come with the program.
std::vector<std::string> all_kinds() {
  std::vector<std::string> kinds = catalogue_kinds();
  kinds.emplace_back("scenes");
  return kinds;
}

Catalogue find_catalogue(const std::string& kind) {
  if (kind == "scenes") return shipped_scenes();
  if (std::optional<Catalogue> found = catalogue(kind)) return *found;
  const std::string nearest = nearest_name(kind, all_kinds());
  throw InputError({"usage", "lilyan list", fmt::format("there is no list of \"{}\"", kind.substr(0, 60)),
                    nearest.empty() ? fmt::format("there are: {}", fmt::join(all_kinds(), ", "))
                                    : fmt::format("did you mean \"{}\"?", nearest)});
}

Catalogue catalogue_of_kinds() {
  Catalogue result{"kinds", "what can be listed", {}};
  for (const std::string& kind : all_kinds()) result.entries.push_back({kind, find_catalogue(kind).meaning, {}, {}});
  return result;
}

}  // namespace

ExitStatus list_command(const ListOptions& options) {
  const Catalogue found = options.kind.empty() ? catalogue_of_kinds() : find_catalogue(options.kind);
  print(options.json ? to_json(found) + "\n" : table(found));
  return kDone;
}

}  // namespace lilyan::app
