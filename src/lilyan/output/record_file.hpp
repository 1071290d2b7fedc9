// A text file that only grows, with a known length in bytes, so that a run taken up again can cut it back exactly.
#pragma once

#include <lilyan/core/platform/file.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace lilyan {

// What a record file on disk is for a run that wants to go on with it.
enum class RecordMatch {
  usable,
  damaged,        // missing, or shorter than the checkpoint says
  other_columns,  // whole, but with another header
};

class RecordFile {
 public:
  // Starts a file, replacing one of that name, with `header` (its first line, newline included).
  static RecordFile create(const std::filesystem::path& path, std::string_view header);

  // Goes on with a file after its first `size` bytes; what follows them is cut off. Throws InputError
  // (id "checkpoint.record") where the file is shorter.
  static RecordFile open_at(const std::filesystem::path& path, std::uint64_t size);

  // Looks without changing anything.
  static RecordMatch match(const std::filesystem::path& path, std::string_view header, std::uint64_t size);

  // Whether the first `size` bytes of a file, which are more than its header, end with the whole row of a step.
  static bool ends_with_row(const std::filesystem::path& path, std::uint64_t size, std::int64_t step);

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return written_ + buffer_.size(); }  // what `append` has taken so far included

  void append(std::string_view text);
  void flush();  // to the operating system: readers see it, a killed process loses nothing
  void sync();   // to the disk

 private:
  RecordFile(std::filesystem::path path, int flags);

  std::filesystem::path path_;
  FileDescriptor file_;
  std::uint64_t written_ = 0;
  std::string buffer_;
};

}  // namespace lilyan
