// A folder of files that appears under its name only once it is whole.
//
// Files are written apart, in "<name>.part" or, where the folder is there already, inside it. commit() gives them their names: a
// new folder appears in one go; in an earlier one our files replace those of their kind, and what others keep there is left alone.
// A writer that dies before leaves the earlier folder as it was.
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
