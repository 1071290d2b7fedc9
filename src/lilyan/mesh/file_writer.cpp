#include <lilyan/core/error.hpp>
#include <lilyan/mesh/file_writer.hpp>

#include <cerrno>
#include <system_error>
#include <utility>

namespace lilyan {

void throw_write_error(const std::filesystem::path& file, int error) {
  throw InputError(Fault{"output.write", file.string(), "cannot be written: " + std::generic_category().message(error), ""});
}

FileWriter::FileWriter(std::filesystem::path file) : file_(std::move(file)), part_(file_) {
  part_ += ".part";
  stream_ = std::fopen(part_.c_str(), "wb");
  if (stream_ == nullptr) throw_write_error(part_, errno);
}

FileWriter::~FileWriter() {
  if (stream_ == nullptr) return;
  std::fclose(stream_);
  std::remove(part_.c_str());
}

void FileWriter::fail(int error) {
  std::fclose(std::exchange(stream_, nullptr));
  std::remove(part_.c_str());
  throw_write_error(file_, error);
}

void FileWriter::write(const void* bytes, std::size_t size) {
  if (std::fwrite(bytes, 1, size, stream_) != size) fail(errno);
}

void FileWriter::commit() {
  // A full disk may only show here, when the last buffer is flushed.
  const bool written = std::fclose(std::exchange(stream_, nullptr)) == 0;
  if (written && std::rename(part_.c_str(), file_.c_str()) == 0) return;
  const int error = errno;
  std::remove(part_.c_str());
  throw_write_error(file_, error);
}

std::string xml_escaped(std::string_view text) {
  std::string escaped;
  for (char c : text) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      default: escaped += c;
    }
  }
  return escaped;
}

}  // namespace lilyan
