#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file_reader.hpp>
#include <lilyan/output/record_file.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace lilyan {

namespace {

constexpr std::size_t kBufferSize = 1 << 16;  // bytes kept back before they are written without being asked

std::uint64_t size_of(const FileDescriptor& file, const std::filesystem::path& path) {
  struct stat status = {};
  if (::fstat(file.number(), &status) != 0) throw_file_error(path, "look at this file", errno);
  return static_cast<std::uint64_t>(status.st_size);
}

}  // namespace

RecordFile::RecordFile(std::filesystem::path path, int flags) : path_(std::move(path)), file_(path_, flags) {}

RecordFile RecordFile::create(const std::filesystem::path& path, std::string_view header) {
  RecordFile record(path, O_WRONLY | O_CREAT | O_TRUNC);
  record.append(header);
  return record;
}

RecordFile RecordFile::open_at(const std::filesystem::path& path, std::uint64_t size) {
  RecordFile record(path, O_WRONLY);
  const std::uint64_t found = size_of(record.file_, path);
  if (found < size) {
    throw InputError({"checkpoint.record", path.string(),
                      fmt::format("has {} bytes where the checkpoint counts on {}", found, size),
                      "the file was changed after the run; start it again without --resume"});
  }
  if (found > size && ::ftruncate(record.file_.number(), static_cast<off_t>(size)) != 0) {
    throw_file_error(path, "cut this file back", errno);
  }
  if (::lseek(record.file_.number(), 0, SEEK_END) < 0) throw_file_error(path, "go on with this file", errno);
  record.written_ = size;
  return record;
}

RecordMatch RecordFile::match(const std::filesystem::path& path, std::string_view header, std::uint64_t size) {
  FileReader in(path);
  if (!in.is_open() || in.size() < size) return RecordMatch::damaged;
  return in.read(header.size()) == header ? RecordMatch::usable : RecordMatch::other_columns;
}

bool RecordFile::ends_with_row(const std::filesystem::path& path, std::uint64_t size, std::int64_t step) {
  const FileReader in(path);
  const std::string beginning = fmt::format("\n{},", step);
  std::string end;
  for (std::size_t bytes = 1 << 12;; bytes *= 2) {  // a row has no longest length
    end = in.is_open() && in.size() >= size ? in.read_before(size, bytes) : std::string();
    if (!end.ends_with('\n')) return false;
    const std::size_t begin = end.substr(0, end.size() - 1).rfind('\n');
    if (begin != std::string::npos) return end.compare(begin, beginning.size(), beginning) == 0;
    if (end.size() < bytes) return false;  // one line only, which is the header
  }
}

void RecordFile::append(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= kBufferSize) flush();
}

void RecordFile::flush() {
  const int error = write_all(file_.number(), buffer_);
  if (error != 0) {
    // No half line stays behind; a file that cannot be cut back keeps what it has, the run ends here anyway.
    if (::ftruncate(file_.number(), static_cast<off_t>(written_)) == 0) ::lseek(file_.number(), 0, SEEK_END);
    throw_file_error(path_, "write this file", error);
  }
  written_ += buffer_.size();
  buffer_.clear();
}

void RecordFile::sync() {
  flush();
  if (::fdatasync(file_.number()) != 0 && errno != EINVAL) throw_file_error(path_, "bring this file to the disk", errno);
}

}  // namespace lilyan
