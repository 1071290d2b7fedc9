// A folder of files that appears under its name only once it is whole.
//
// Files go to "<name>.part" beside it. commit() puts that folder in the place of an earlier one in one go; what others keep in the
// earlier folder moves along. A writer that dies before leaves the earlier folder as it was.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace lilyan {

class FolderWriter {
 public:
  using IsOurs = std::function<bool(const std::string& file_name)>;

  // `is_ours` knows the names of all files that such a folder may hold; others are never removed.
  FolderWriter(std::filesystem::path folder, IsOurs is_ours);
  ~FolderWriter();
  FolderWriter(const FolderWriter&) = delete;
  FolderWriter& operator=(const FolderWriter&) = delete;

  const std::filesystem::path& path() const { return part_; }  // where the files are written
  void commit();

 private:
  std::filesystem::path folder_, part_;
  IsOurs is_ours_;
};

// Removes the files that `is_ours` knows, and the folder where nothing else is in it. No error where there is no such folder.
void remove_our_files(const std::filesystem::path& folder, const FolderWriter::IsOurs& is_ours);

}  // namespace lilyan
