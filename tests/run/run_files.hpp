// What a test looks for in the folder of a run.
#pragma once

#include <tests/support/temporary_folder.hpp>

#include <filesystem>
#include <map>
#include <sstream>
#include <string>

namespace lilyan::test {

// A comma-separated text without a column that its first line names.
inline std::string without_column(const std::string& text, const std::string& name) {
  std::istringstream in(text);
  std::string result;
  std::size_t place = std::string::npos;
  bool is_header = true;
  for (std::string line; std::getline(in, line); is_header = false) {
    std::istringstream parts(line);
    std::string kept;
    std::size_t k = 0;
    for (std::string part; std::getline(parts, part, ','); ++k) {
      if (is_header && part == name) place = k;
      if (k != place) kept += (kept.empty() ? "" : ",") + part;
    }
    result += kept + "\n";
  }
  return result;
}

// Name and bytes of every file that must not depend on interruptions: all but summary, checkpoints and wall_ms.
inline std::map<std::string, std::string> lasting_files(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = std::filesystem::relative(entry.path(), folder).generic_string();
    if (!entry.is_regular_file() || name == "summary.json" || name.starts_with("checkpoint")) continue;
    files[name] = name == "ledger.csv" ? without_column(read_text(entry.path()), "wall_ms") : read_text(entry.path());
  }
  return files;
}

// Every file with its bytes.
inline std::map<std::string, std::string> all_files(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files[std::filesystem::relative(entry.path(), folder).generic_string()] = read_text(entry.path());
  }
  return files;
}

}  // namespace lilyan::test
