// A folder of its own for files that another program reads or writes: gone with its owner, and when a signal ends the program.
#pragma once

#include <lilyan/core/platform/left_behind.hpp>

#include <filesystem>

namespace lilyan {

class ScratchFolder {
 public:
  ScratchFolder();  // where the system keeps temporary files (TMPDIR); throws InputError where it cannot be made
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const char* name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
  LeftBehind left_behind_;
};

}  // namespace lilyan
