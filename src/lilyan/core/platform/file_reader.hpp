// A regular file, read in pieces or by lines. A pipe or a device in its place is not opened, nor waited for.
#pragma once

#include <lilyan/core/platform/file.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace lilyan {

class FileReader {
 public:
  // Not open where there is no such file, where it is not a regular one or may not be read.
  explicit FileReader(const std::filesystem::path& path);

  bool is_open() const { return file_.is_open(); }
  std::uint64_t size() const { return size_; }  // when it was opened

  // The next line without its end; false at the end of the file, where a last line without its end is passed over. A line longer
  // than kLongestLine is handed out in pieces.
  static constexpr std::size_t kLongestLine = 1 << 16;
  bool next_line(std::string& line);

  // The next bytes, fewer where the file ends before or cannot be read.
  std::string read(std::uint64_t bytes);
  // Those before the offset `end`, at most so many; what `read` hands out next stays the same.
  std::string read_before(std::uint64_t end, std::size_t bytes) const;

 private:
  FileDescriptor file_;
  std::uint64_t size_ = 0;
  std::string ahead_;  // read, but not handed out by lines yet
  std::size_t begin_ = 0;
};

// The whole of a regular file; empty where there is none that can be read.
std::string read_regular_file(const std::filesystem::path& path);

// About fifty million tets as text; more is most likely not meant, and would be held in memory.
inline constexpr std::uint64_t kLargestFile = std::uint64_t{2} << 30;  // [bytes]

struct TextFile {
  std::string name;  // as the user gave it, for messages
  std::string text;  // a UTF-8 byte order mark is left out
};

// The text of one regular file, read whole. Missing and unreadable files, folders, pipes, devices, empty files and files above
// kLargestFile throw InputError; opening one never blocks. Nothing is known here of what the text means.
TextFile read_text_file(const std::filesystem::path& file);

// A piece of a file inside a message: quoted, shortened, everything but printable ASCII as \xNN.
std::string shown(std::string_view text);

// The same of the word that is in the way: the first of a line, up to a blank or a sign between words, and not much of that.
// Whoever names a file by mistake, or for somebody else, sees no lines of it.
std::string shown_word(std::string_view line);

// Well-formed UTF-8 without control characters: fit to be a name in reports and JSON.
bool is_printable_utf8(std::string_view text);

}  // namespace lilyan
