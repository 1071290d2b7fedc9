#include <lilyan/core/platform/file_reader.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

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

}  // namespace lilyan
