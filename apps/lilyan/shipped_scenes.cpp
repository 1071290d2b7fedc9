#include <apps/lilyan/shipped_scenes.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace lilyan::app {
namespace {

namespace fs = std::filesystem;

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

}  // namespace

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

}  // namespace lilyan::app
