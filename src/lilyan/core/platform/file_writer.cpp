#include <lilyan/core/platform/file_writer.hpp>

#include <lilyan/core/platform/file.hpp>

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

namespace lilyan {

// One file

namespace {

constexpr std::size_t kBufferSize = 1 << 16;  // bytes

// Told under the name that the user knows.
FileDescriptor open_part(const std::filesystem::path& file, const std::filesystem::path& part) {
  const int number = create_file(part);
  if (number < 0) throw_file_error(file, "write this file", errno);
  return FileDescriptor(number);
}

}  // namespace

std::filesystem::path part_of_file(std::filesystem::path file) { return file += ".part"; }

FileWriter::FileWriter(std::filesystem::path file, Sync sync)
    : file_(std::move(file)),
      part_(part_of_file(file_)),
      sync_(sync),
      left_behind_(LeftBehind::file(part_)),
      out_(open_part(file_, part_)) {}

FileWriter::~FileWriter() {
  if (out_.is_open()) ::unlink(part_.c_str());
}

void FileWriter::write(const void* bytes, std::size_t size) {
  buffer_.append(static_cast<const char*>(bytes), size);
  if (buffer_.size() >= kBufferSize) flush();
}

void FileWriter::flush() {
  if (const int error = write_all(out_.number(), buffer_)) throw_file_error(file_, "write this file", error);
  buffer_.clear();
}

void FileWriter::commit() {
  flush();
  // EINVAL: a file system that has nothing to sync.
  if (sync_ == Sync::now && ::fsync(out_.number()) != 0 && errno != EINVAL)
    throw_file_error(file_, "bring this file to the disk", errno);
  rename_file(part_, file_);
  left_behind_.forget();
  out_.close();
}

void write_atomically(const std::filesystem::path& file, std::string_view bytes) {
  FileWriter writer(file);
  writer.write(bytes);
  writer.commit();
}

// A folder of files

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

// Whatever is in the folder, but for folders.
void remove_with_files(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::path& entry : entries_of(folder))
    if (!fs::is_directory(fs::symlink_status(entry, ignored))) remove_file(entry);
  fs::remove(folder, ignored);  // fails where something else is in it
}

bool is_own_folder(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(fs::symlink_status(folder, ignored));
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

fs::path part_inside(const fs::path& folder) { return folder / ".lilyan.part"; }

// Its name may be that of a user's folder: ours is known by a second name of the lock in it.
fs::path part_beside(const fs::path& folder) { return part_of_file(folder); }

void mark_as_ours(const fs::path& folder, const fs::path& part) {
  const fs::path mark = part / kFolderLockName;
  if (::link((folder / kFolderLockName).c_str(), mark.c_str()) != 0) FileDescriptor(mark, O_WRONLY | O_CREAT);
}

// What killed writers of the folder left beside it and in it. A part that is still being written to, as where somebody removed its
// folder meanwhile, stays; one without a mark was left by an earlier version.
void remove_parts(const fs::path& folder, const FolderWriter::IsOurs& is_ours) {
  if (is_own_folder(part_inside(folder))) remove_with_files(part_inside(folder));
  const fs::path beside = part_beside(folder);
  if (!is_own_folder(beside) || writer_of_folder(beside)) return;
  is_there(beside / kFolderLockName) ? remove_with_files(beside) : remove_our_files(beside, is_ours);
}

}  // namespace

std::vector<fs::path> our_files(const fs::path& folder, const FolderWriter::IsOurs& is_ours) {
  std::vector<fs::path> files;
  if (!is_own_folder(folder)) return files;
  if (is_own_folder(part_inside(folder))) files = entries_of(part_inside(folder));
  for (const fs::path& entry : entries_of(folder)) {
    const bool is_lock = entry.filename() == kFolderLockName && !writer_of_folder(folder);
    if (is_lock || is_ours_or_part(is_ours, entry)) files.push_back(entry);
  }
  std::erase_if(files, is_own_folder);
  return files;
}

void remove_our_files(const fs::path& folder, const FolderWriter::IsOurs& is_ours) {
  if (!is_own_folder(folder)) return;
  for (const fs::path& file : our_files(folder, is_ours)) remove_file(file);
  std::error_code ignored;
  for (const fs::path& made : {part_inside(folder), folder}) fs::remove(made, ignored);  // fails where something else is in it
}

FolderWriter::FolderWriter(fs::path folder, IsOurs is_ours, FolderLock lock)
    : lock_(std::move(lock)), folder_(std::move(folder)), is_ours_(std::move(is_ours)) {
  if (!folder_.has_filename()) folder_ = folder_.parent_path();  // "there/" is the folder "there"
  remove_parts(folder_, is_ours_);
  is_beside_ = lock_.has_made_folder() && !is_there(part_beside(folder_));
  part_ = is_beside_ ? part_beside(folder_) : part_inside(folder_);
  const EndWaits until_it_is_known_what_to_remove;
  make_own_folder(part_);
  left_behind_ = LeftBehind::folder(part_);
  if (is_beside_) mark_as_ours(folder_, part_);
}

FolderWriter::~FolderWriter() {
  if (part_.empty()) return;
  try {
    remove_with_files(part_);
  } catch (const std::exception&) {
    // Left behind; the next writer of this folder removes it.
  }
}

void FolderWriter::commit() {
  sync_file(part_);  // the names of its files, which are on the disk themselves
  const EndWaits until_all_names_are_changed;
  if (!is_beside_ || !appear_in_one_go()) replace_one_by_one();
  left_behind_.forget();
  part_.clear();
}

// The new folder takes the place of the one that was made for the lock, which has a name in both. False: nothing is changed, the
// file system cannot do that or somebody has put something there.
bool FolderWriter::appear_in_one_go() const {
  for (const fs::path& entry : entries_of(folder_))
    if (entry.filename() != kFolderLockName) return false;
  if (::renameat2(AT_FDCWD, part_.c_str(), AT_FDCWD, folder_.c_str(), RENAME_EXCHANGE) != 0) return false;
  remove_file(part_ / kFolderLockName);
  std::error_code ignored;
  fs::remove(part_, ignored);
  return true;
}

// Everything is written; what is left to do is to change names.
void FolderWriter::replace_one_by_one() const {
  std::error_code ignored;
  for (const fs::path& entry : entries_of(folder_)) {
    if (is_ours_or_part(is_ours_, entry) && !fs::is_directory(fs::symlink_status(entry, ignored)) &&
        !fs::exists(part_ / entry.filename()))
      remove_file(entry);
  }
  // A scene says by its mark whose the files beside it are: it comes first, so that the next writer knows what one that was killed
  // here has left.
  std::vector<fs::path> entries = entries_of(part_);
  std::partition(entries.begin(), entries.end(), [](const fs::path& entry) { return entry.extension() == ".json"; });
  for (const fs::path& entry : entries)
    if (entry.filename() != kFolderLockName) rename_file(entry, folder_ / entry.filename());
  remove_with_files(part_);
}

}  // namespace lilyan
