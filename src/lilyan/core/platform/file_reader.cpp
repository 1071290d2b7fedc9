#include <lilyan/core/platform/file_reader.hpp>

#include <lilyan/core/error.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <system_error>

namespace lilyan {

FileReader::FileReader(const std::filesystem::path& path) {
  // Looked at before it is opened, since opening a device can act on it; O_NONBLOCK covers a pipe that takes the file's place in
  // between.
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open() || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) return;
  size_ = static_cast<std::uint64_t>(status.st_size);
  file_ = std::move(file);
}

std::string FileReader::read(std::uint64_t bytes) {
  std::string text(bytes, '\0');
  std::size_t filled = 0;
  while (filled < text.size()) {
    const ssize_t got = ::read(file_.number(), text.data() + filled, text.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    filled += static_cast<std::size_t>(got);
  }
  text.resize(filled);
  return text;
}

std::string FileReader::read_before(std::uint64_t end, std::size_t bytes) const {
  std::string text(std::min<std::uint64_t>(bytes, end), '\0');
  std::size_t filled = 0;
  while (filled < text.size()) {
    const ssize_t got =
        ::pread(file_.number(), text.data() + filled, text.size() - filled, static_cast<off_t>(end - text.size() + filled));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    filled += static_cast<std::size_t>(got);
  }
  text.resize(filled);
  return text;
}

bool FileReader::next_line(std::string& line) {
  std::size_t end = ahead_.find('\n', begin_);
  if (end == std::string::npos) {
    const std::size_t left = ahead_.size() - begin_;
    if (left < kLongestLine) {
      ahead_.erase(0, begin_);
      begin_ = 0;
      ahead_ += read(kLongestLine);
      end = ahead_.find('\n', left);
    }
  }
  if (end == std::string::npos) {
    if (ahead_.size() - begin_ < kLongestLine) return false;
    end = begin_ + kLongestLine;
    line = ahead_.substr(begin_, kLongestLine);
    begin_ = end;
    return true;
  }
  line.assign(ahead_, begin_, end - begin_);
  begin_ = end + 1;
  return true;
}

std::string read_regular_file(const std::filesystem::path& path) {
  FileReader reader(path);
  return reader.is_open() ? reader.read(reader.size()) : std::string();
}

namespace {

std::string error_text(int error) { return std::generic_category().message(error); }

void require_regular(const struct stat& status, const std::string& name) {
  if (S_ISREG(status.st_mode)) return;
  const char* kind = S_ISDIR(status.st_mode) ? "a folder" : S_ISFIFO(status.st_mode) ? "a pipe" : "a device";
  throw InputError({"mesh.not-a-file", name, fmt::format("is {}, not a file", kind), "name a regular file"});
}

}  // namespace

TextFile read_text_file(const std::filesystem::path& file) {
  TextFile result{file.string(), {}};
  const std::string& name = result.name;

  // Looked at before it is opened, since opening a device can act on it; O_NONBLOCK covers a pipe that takes the
  // file's place in between.
  struct stat status = {};
  if (::stat(file.c_str(), &status) != 0)
    throw InputError(errno == ENOENT ? Fault{"mesh.missing", name, "there is no such file", "check the path"}
                                     : Fault{"mesh.unreadable", name, "cannot be read: " + error_text(errno), ""});
  require_regular(status, name);
  const FileDescriptor descriptor(::open(file.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (descriptor.number() < 0 || ::fstat(descriptor.number(), &status) != 0)
    throw InputError({"mesh.unreadable", name, "cannot be read: " + error_text(errno), ""});
  require_regular(status, name);

  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size == 0) throw InputError({"mesh.empty-file", name, "is empty", ""});
  if (size > kLargestFile)
    throw InputError({"mesh.too-large", name, fmt::format("has {} bytes; at most {} are read", size, kLargestFile), ""});

  result.text.resize(size);
  std::size_t filled = 0;
  while (filled < result.text.size()) {
    const ssize_t got = ::read(descriptor.number(), result.text.data() + filled, result.text.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw InputError({"mesh.unreadable", name, "cannot be read: " + error_text(errno), ""});
    if (got == 0) break;  // shortened while we read; the parser will say what is missing
    filled += static_cast<std::size_t>(got);
  }
  result.text.resize(filled);
  if (result.text.starts_with("\xEF\xBB\xBF")) result.text.erase(0, 3);
  return result;
}

std::string shown(std::string_view text) {
  constexpr std::size_t kShown = 40;
  std::string quoted = "\"";
  for (char c : text.substr(0, kShown)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f)
      quoted += c;
    else
      quoted += fmt::format("\\x{:02x}", byte);
  }
  return quoted + (text.size() > kShown ? "...\"" : "\"");
}

std::string shown_word(std::string_view line) {
  constexpr std::size_t kLongest = 24;
  const std::string_view word = line.substr(0, std::min(line.find_first_of(" \t\r\n\v\f,;:=", 1), line.size()));
  const std::string quoted = shown(word.substr(0, kLongest));
  return word.size() > kLongest ? quoted.substr(0, quoted.size() - 1) + "...\"" : quoted;
}

bool is_printable_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    if (lead < 0x20 || lead == 0x7f) return false;
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (length == 0 || i + length > text.size()) return false;
    for (std::size_t k = 1; k < length; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xc0) != 0x80) return false;
    // The second byte rules out overlong forms, surrogates and what lies beyond U+10FFFF.
    const unsigned second = length > 1 ? static_cast<unsigned char>(text[i + 1]) : 0;
    if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) || (lead == 0xf0 && second < 0x90) ||
        (lead == 0xf4 && second > 0x8f))
      return false;
    i += length;
  }
  return true;
}

}  // namespace lilyan
