#include <lilyan/core/platform/file_writer.hpp>

#include <lilyan/core/platform/file.hpp>

#include <unistd.h>

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

fs::path with_ending(fs::path path, const char* ending) { return path += ending; }

// Inside a folder that is there already, so that it keeps its place, owner and permissions; else beside it.
fs::path part_of(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder, ignored) ? folder / ".lilyan.part" : with_ending(folder, ".part");
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
    : folder_(std::move(folder)), part_(part_of(folder_)), is_ours_(std::move(is_ours)) {
  std::error_code error;
  if (fs::exists(folder_, error) && !fs::is_directory(folder_, error)) throw_file_error(folder_, "make this folder", ENOTDIR);
  remove_our_files(part_, is_ours_);  // of a writer that was killed
  make_own_folder(part_);
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
  std::error_code ignored;
  sync_file(part_);  // the names of its files, which are on the disk themselves
  if (!fs::is_directory(folder_, ignored)) {
    rename_file(part_, folder_);
  } else {
    // Everything is written; what is left to do is to change names.
    for (const fs::path& entry : entries_of(folder_)) {
      if (is_ours_or_part(is_ours_, entry) && !fs::is_directory(fs::symlink_status(entry, ignored)) &&
          !fs::exists(part_ / entry.filename()))
        remove_file(entry);
    }
    for (const fs::path& entry : entries_of(part_)) rename_file(entry, folder_ / entry.filename());
    remove_our_files(part_, is_ours_);
  }
  part_.clear();
}

}  // namespace lilyan
