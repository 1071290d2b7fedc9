// A file that appears under its name only once it is whole and on the disk.
//
// Bytes go to "<name>.part" in the same folder, which commit() syncs and renames: a reader sees the old content or the new, never
// a part. A writer that dies before leaves the old file, if any, as it was. Every failure throws InputError with the system's own
// words (id "output.write").
#pragma once

#include <lilyan/core/platform/file.hpp>
#include <lilyan/core/platform/left_behind.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace lilyan {

enum class Sync {
  now,
  later  // for files of many, which their writer syncs together
};

class FileWriter {
 public:
  explicit FileWriter(std::filesystem::path file, Sync sync = Sync::now);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  void write(std::string_view text) { write(text.data(), text.size()); }
  void write(const void* bytes, std::size_t size);
  void commit();

 private:
  void flush();

  std::filesystem::path file_, part_;
  Sync sync_;
  LeftBehind left_behind_;
  FileDescriptor out_;
  std::string buffer_;
};

// The name under which a file is written until it is whole.
std::filesystem::path part_of_file(std::filesystem::path file);

// All at once.
void write_atomically(const std::filesystem::path& file, std::string_view bytes);

// A folder of files that appears under its name only once it is whole.
//
// Files are written apart, in "<name>.part" or, where the folder is there already, inside it. commit() gives them their names: a
// new folder appears in one go; in an earlier one our files replace those of their kind, and what others keep there is left alone.
// A writer that dies before leaves the earlier folder as it was.
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
