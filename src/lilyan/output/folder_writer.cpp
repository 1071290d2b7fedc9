#include <lilyan/output/file.hpp>
#include <lilyan/output/folder_writer.hpp>

#include <fcntl.h>
#include <stdio.h>

#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

namespace lilyan {

namespace {

namespace fs = std::filesystem;

// Everything in the folder, collected before any of it is moved; nothing where there is no such folder.
std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) entries.push_back(*entry);
  return entries;
}

// Also one of our files that was being written when its writer was killed.
bool is_ours_or_part(const FolderWriter::IsOurs& is_ours, const fs::path& entry) {
  return is_ours(entry.filename().string()) || (entry.extension() == ".part" && is_ours(entry.stem().string()));
}

fs::path with_ending(fs::path path, const char* ending) { return path += ending; }

// The folder at `part` gets the name `folder`, and the other way round where there is one of that name.
void swap_in(const fs::path& part, const fs::path& folder) {
  if (::renameat2(AT_FDCWD, part.c_str(), AT_FDCWD, folder.c_str(), RENAME_EXCHANGE) == 0) return;
  if (errno == ENOENT) return rename_file(part, folder);
  // A file system that cannot exchange: between these renames the name is free for a moment.
  const fs::path old = with_ending(part, ".old");
  rename_file(folder, old);
  rename_file(part, folder);
  rename_file(old, part);
}

}  // namespace

void remove_our_files(const fs::path& folder, const FolderWriter::IsOurs& is_ours) {
  std::error_code ignored;
  if (!fs::is_directory(fs::symlink_status(folder, ignored))) return;
  for (const fs::path& entry : entries_of(folder)) {
    if (is_ours_or_part(is_ours, entry) && !fs::is_directory(fs::symlink_status(entry, ignored))) remove_file(entry);
  }
  fs::remove(folder, ignored);  // fails where something else is in it
}

FolderWriter::FolderWriter(fs::path folder, IsOurs is_ours)
    : folder_(std::move(folder)), part_(with_ending(folder_, ".part")), is_ours_(std::move(is_ours)) {
  std::error_code error;
  if (fs::exists(folder_, error) && !fs::is_directory(folder_, error)) throw_file_error(folder_, "make this folder", ENOTDIR);
  remove_our_files(part_, is_ours_);  // of a writer that was killed
  fs::create_directories(part_, error);
  if (error) throw_file_error(part_, "make this folder", error.value());
}

FolderWriter::~FolderWriter() {
  if (part_.empty()) return;
  try {
    remove_our_files(part_, is_ours_);
  } catch (const std::exception&) {
    // Left behind; the next writer of this folder removes it.
  }
}

void FolderWriter::commit() {
  swap_in(part_, folder_);
  for (const fs::path& entry : entries_of(part_)) {
    if (!is_ours_or_part(is_ours_, entry)) rename_file(entry, folder_ / entry.filename());
  }
  remove_our_files(part_, is_ours_);
  part_.clear();
}

}  // namespace lilyan
