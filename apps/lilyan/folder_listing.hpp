// What lies in a folder, counted within a bounded time however much it is. Links are named, not followed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lilyan::app {

struct FolderEntry {
  std::string name;       // folders with a slash
  std::size_t files = 1;  // in a folder: what lies in it, at any depth
  std::uintmax_t bytes = 0;
  bool is_all = true;  // false: there are more than were counted
};

struct FolderListing {
  std::vector<FolderEntry> entries;  // by name, at most kMostNamed
  std::size_t others = 0;            // that are not named
  bool is_all = true;                // false: there are more than were counted

  static constexpr std::size_t kMostNamed = 100, kMostCounted = 250000;
};

// The lock of a process that writes there is left out.
FolderListing list_folder(const std::filesystem::path& folder);

}  // namespace lilyan::app
