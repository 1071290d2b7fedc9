#include <lilyan/core/platform/file_writer.hpp>

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace lilyan {
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

}  // namespace lilyan
