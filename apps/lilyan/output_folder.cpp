#include <apps/lilyan/output_folder.hpp>

#include <lilyan/core/error.hpp>
#include <lilyan/output/run_folder.hpp>
#include <lilyan/report/setting.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

namespace lilyan::app {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> scene_of_run(const fs::path& folder) {
  try {
    return read_setting(RunFolder(folder).setting()).name;
  } catch (const InputError&) {
    return std::nullopt;  // no run, or one that was killed before it began
  }
}

// Of the run in the folder, or of the runs in the folders of a comparison; none where there is neither.
std::optional<std::string> scene_in(const fs::path& folder) {
  if (const auto scene = scene_of_run(folder)) return scene;
  std::vector<fs::path> methods;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) methods.push_back(*entry);
  std::sort(methods.begin(), methods.end());
  for (const fs::path& method : methods)
    if (const auto scene = scene_of_run(method)) return scene;
  return std::nullopt;
}

}  // namespace

std::string folder_name(const std::string& name) {
  std::string result = name;
  for (char& c : result) {
    const auto byte = static_cast<unsigned char>(c);
    if (!std::isalnum(byte) && byte < 0x80 && c != '-' && c != '.' && c != '_') c = '_';
  }
  return result;
}

fs::path default_folder(const fs::path& parent, const std::string& scene) {
  const std::string name = folder_name(scene);
  fs::path folder = parent / name;
  for (int k = 2; scene_in(folder).value_or(scene) != scene; ++k) folder = parent / fmt::format("{}-{}", name, k);
  return folder;
}

fs::path folder_to_resume(const fs::path& parent, const std::string& scene) {
  const fs::path folder = default_folder(parent, scene), earlier = parent / scene;
  return !scene_of_run(folder) && scene_of_run(earlier) == scene ? earlier : folder;
}

}  // namespace lilyan::app
