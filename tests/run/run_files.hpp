// What a test looks for in the folder of a run.
#pragma once

#include <tests/support/temporary_folder.hpp>

#include <filesystem>
#include <map>
#include <sstream>
#include <string>

namespace lilyan::test {

// The lines without what stands after their last comma: a ledger without wall_ms.
inline std::string without_last_column(const std::string& text) {
  std::istringstream in(text);
  std::string result;
  for (std::string line; std::getline(in, line);) result += line.substr(0, line.rfind(',')) + "\n";
  return result;
}

// Name and bytes of every file that must not depend on interruptions: all but summary, checkpoints and wall_ms.
inline std::map<std::string, std::string> lasting_files(const std::filesystem::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string name = std::filesystem::relative(entry.path(), folder).generic_string();
    if (!entry.is_regular_file() || name == "summary.json" || name.starts_with("checkpoint")) continue;
    files[name] = name == "ledger.csv" ? without_last_column(read_text(entry.path())) : read_text(entry.path());
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
