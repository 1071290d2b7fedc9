#include <lilyan/core/error.hpp>
#include <lilyan/scene/schema/catalogue.hpp>

#include <apps/lilyan/commands/commands.hpp>
#include <apps/lilyan/console/streams.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace lilyan::app {
namespace {

namespace fs = std::filesystem;
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

// Where scenes may lie: where the user says, beside an installed program, in the source tree that holds the build.
fs::path scenes_folder() {
  std::vector<fs::path> candidates;
  if (const char* given = std::getenv("LILYAN_SCENES")) candidates.emplace_back(given);
  std::error_code error;
  if (const fs::path program = fs::read_symlink("/proc/self/exe", error); !error) {
    candidates.push_back(program.parent_path() / LILYAN_SCENES_FROM_PROGRAM);
    candidates.push_back(program.parent_path() / "../../../scenes");
  }
  candidates.emplace_back("scenes");
  for (const fs::path& candidate : candidates)
    if (fs::is_directory(candidate, error)) return candidate.lexically_normal();
  return {};
}

std::string first_comment(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  while (std::getline(stream, line)) {
    const std::size_t slashes = line.find("//");
    if (slashes == std::string::npos) continue;
    const std::size_t start = line.find_first_not_of(" /", slashes);
    return start == std::string::npos ? std::string{} : line.substr(start);
  }
  return {};
}

// Shorter to type where the folder lies below the one we are in.
fs::path shown_path(const fs::path& file) {
  std::error_code error;
  const fs::path relative = fs::proximate(file, error);
  return error || relative.empty() || *relative.begin() == ".." ? file : relative;
}

// The scenes that come with the program, wherever it is installed. Names are paths that `lilyan run` takes; meanings are the
// scenes' first lines of comment. Empty where none are found.
Catalogue shipped_scenes() {
  Catalogue result{"scenes", "scenes that come with Lilyan", {}};
  const fs::path folder = scenes_folder();
  if (folder.empty()) return result;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, error))  // large ones have a folder of their own
    if (entry.path().extension() == ".json" && entry.is_regular_file(error))
      result.entries.push_back({shown_path(entry.path()).string(), first_comment(entry.path()), {}, {}});
  std::sort(result.entries.begin(), result.entries.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return result;
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
