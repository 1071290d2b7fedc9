// A file that appears under its name only once it is whole.
//
// Bytes go to "<name>.part" in the same folder, which commit() renames; a writer that dies before leaves the old file, if
// any, as it was. Every failure throws InputError with the system's own words.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace lilyan {

class FileWriter {
 public:
  explicit FileWriter(std::filesystem::path file);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  void write(std::string_view text) { write(text.data(), text.size()); }
  void write(const void* bytes, std::size_t size);
  void commit();

 private:
  [[noreturn]] void fail(int error);

  std::filesystem::path file_, part_;
  std::FILE* stream_ = nullptr;
};

// What a failed write says: id "output.write", the file and the text of `error`, an errno.
[[noreturn]] void throw_write_error(const std::filesystem::path& file, int error);

// Text inside an XML attribute.
std::string xml_escaped(std::string_view text);

}  // namespace lilyan
