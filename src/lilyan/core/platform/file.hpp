// Files whose every failure is reported: what the operating system said becomes an InputError.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace lilyan {

// Throws InputError (id "output.write") saying "cannot <action>: <text of errno>".
[[noreturn]] void throw_file_error(const std::filesystem::path& path, const std::string& action, int error);

// An open file, closed with its owner.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}  // takes it over
  // Throws where the file cannot be opened. Never waits, and writes neither through a symbolic link nor into a pipe or a device.
  // With O_CREAT the file is a new one: what has its name is removed first.
  FileDescriptor(const std::filesystem::path& path, int flags);
  ~FileDescriptor();
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close();

 private:
  int number_ = -1;
};

// A new file to write to, in the place of whatever has its name, which is removed and not followed; returns its number, or -1 with
// errno.
int create_file(const std::filesystem::path& path);

// Makes a folder, with those above it, for files of ours. Throws where that fails, and (id "output.link") where it is a symbolic
// link.
void make_own_folder(const std::filesystem::path& folder);
void require_no_link(const std::filesystem::path& path);

// Writes all of `bytes` at the file's position; returns 0 or errno.
int write_all(int descriptor, std::string_view bytes);

void sync_file(const std::filesystem::path& path);  // also of a folder: its entries
void rename_file(const std::filesystem::path& from, const std::filesystem::path& to);
void remove_file(const std::filesystem::path& path);  // no error where there is none

// Writes and syncs the whole file; the half-written file is removed where that fails.
void write_synced(const std::filesystem::path& path, std::string_view bytes);

}  // namespace lilyan
