// A file that appears under its name only once it is whole and on the disk.
//
// Bytes go to "<name>.part" in the same folder, which commit() syncs and renames: a reader sees the old content or the new, never
// a part. A writer that dies before leaves the old file, if any, as it was. Every failure throws InputError with the system's own
// words (id "output.write").
#pragma once

#include <lilyan/core/platform/file.hpp>
#include <lilyan/core/platform/folder_lock.hpp>
#include <lilyan/core/platform/left_behind.hpp>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// A folder of files that appear under their names only once all of them are whole, written by one process at a time.
//
// The folder is locked (folder_lock.hpp) from the start. Files are written apart: in ".lilyan.part" in the folder or, where it is a
// new one, in "<name>.part" beside it. commit() gives them their names: those of a new folder appear in one go; in an earlier one
// our files replace those of their kind, and what others keep there is left alone. A writer that dies before leaves the earlier
// files as they were, and at most its part, which the next writer removes.
class FolderWriter {
 public:
  using IsOurs = std::function<bool(const std::string& file_name)>;

  // `is_ours` knows the names of all files that such a folder may hold; others are never removed. Throws InputError (id
  // "output.locked") where another process writes into the folder.
  FolderWriter(const std::filesystem::path& folder, IsOurs is_ours)
      : FolderWriter(folder, std::move(is_ours), FolderLock(folder)) {}
  FolderWriter(std::filesystem::path folder, IsOurs is_ours, FolderLock lock);  // of the folder
  ~FolderWriter();
  FolderWriter(const FolderWriter&) = delete;
  FolderWriter& operator=(const FolderWriter&) = delete;

  const std::filesystem::path& path() const { return part_; }  // where the files are written
  void commit();

 private:
  bool appear_in_one_go() const;
  void replace_one_by_one() const;

  FolderLock lock_;
  std::filesystem::path folder_, part_;
  IsOurs is_ours_;
  bool is_beside_ = false;  // the part
  LeftBehind left_behind_;
};

// The files that `is_ours` knows, with what a killed writer left of them and of its lock; none where there is no such folder.
std::vector<std::filesystem::path> our_files(const std::filesystem::path& folder, const FolderWriter::IsOurs& is_ours);

// Removes them, and the folder where nothing else is in it.
void remove_our_files(const std::filesystem::path& folder, const FolderWriter::IsOurs& is_ours);

}  // namespace lilyan
