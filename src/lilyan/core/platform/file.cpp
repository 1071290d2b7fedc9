#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/file.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace lilyan {

namespace {

std::string hint_for(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT: return "free some space; a run then goes on with --resume";
    case EFBIG:
      return "files may not grow as large as this here (ulimit -f, or the file system); where they may, a run goes on with "
             "--resume";
    case EACCES:
    case EPERM:
    case EROFS: return "choose a folder you may write to with -o";
    case ENOTDIR:
    case EISDIR: return "a file and a folder of the same name are in each other's way; choose another folder with -o";
    case ENOENT: return "make the folder first";
    default: return {};
  }
}

}  // namespace

void throw_file_error(const std::filesystem::path& path, const std::string& action, int error) {
  throw InputError({"output.write", path.string(), fmt::format("cannot {}: {}", action, std::generic_category().message(error)),
                    hint_for(error)});
}

FileDescriptor::FileDescriptor(const std::filesystem::path& path, int flags) {
  if ((flags & O_CREAT) != 0) {
    number_ = create_file(path);
    if (number_ < 0) throw_file_error(path, "write this file", errno);
    return;
  }
  const bool writes = (flags & O_ACCMODE) != O_RDONLY;
  do number_ = ::open(path.c_str(), flags | O_NONBLOCK | O_CLOEXEC | (writes ? O_NOFOLLOW : 0));
  while (number_ < 0 && errno == EINTR);
  if (number_ < 0 && writes && errno == ELOOP) require_no_link(path);
  if (number_ < 0) throw_file_error(path, "open this file", errno);
  struct stat status = {};
  if (writes && ::fstat(number_, &status) == 0 && !S_ISREG(status.st_mode)) {
    close();
    throw_file_error(path, "write to what is no regular file", EINVAL);
  }
}

int create_file(const std::filesystem::path& path) {
  int number = -1;
  do {
    ::unlink(path.c_str());
    number = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  } while (number < 0 && errno == EINTR);
  if (number < 0 && errno == EEXIST) errno = EISDIR;  // all else could be removed
  return number;
}

void require_no_link(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_symlink(std::filesystem::symlink_status(path, ignored)))
    throw InputError({"output.link", path.string(), "is a symbolic link, and nothing is written through links in an output folder",
                      "put the file or folder itself there, or make the output folder a link"});
}

void make_own_folder(const std::filesystem::path& folder) {
  require_no_link(folder);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw_file_error(folder, "make this folder", error.value());
}

FileDescriptor::~FileDescriptor() { close(); }

void FileDescriptor::close() {
  if (number_ >= 0) ::close(std::exchange(number_, -1));
}

int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

void sync_file(const std::filesystem::path& path) {
  const FileDescriptor file(path, O_RDONLY);
  // EINVAL: a file system that has nothing to sync.
  if (::fsync(file.number()) != 0 && errno != EINVAL) throw_file_error(path, "bring this to the disk", errno);
}

void rename_file(const std::filesystem::path& from, const std::filesystem::path& to) {
  if (::rename(from.c_str(), to.c_str()) != 0) throw_file_error(to, "replace this file", errno);
}

void remove_file(const std::filesystem::path& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) throw_file_error(path, "remove this file", errno);
}

void write_synced(const std::filesystem::path& path, std::string_view bytes) {
  const FileDescriptor file(path, O_WRONLY | O_CREAT | O_TRUNC);
  int error = write_all(file.number(), bytes);
  if (error == 0 && ::fsync(file.number()) != 0 && errno != EINVAL) error = errno;
  if (error == 0) return;
  ::unlink(path.c_str());
  throw_file_error(path, "write this file", error);
}

}  // namespace lilyan
