#include <lilyan/core/error.hpp>
#include <lilyan/core/platform/folder_lock.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace lilyan {

namespace {

namespace fs = std::filesystem;

// Of the whole file. Such a lock belongs to the open file: two owners in one process exclude each other as well, and closing
// another descriptor of the file does not drop it.
struct flock whole_file() {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  return lock;
}

std::string process_in(int file) {
  char text[24] = {};
  const ssize_t size = ::pread(file, text, sizeof text - 1, 0);
  const std::string id(text, text + std::max<ssize_t>(size, 0));
  const std::size_t digits = std::min(id.find_first_not_of("0123456789"), id.size());
  return digits > 0 ? id.substr(0, digits) : "?";
}

[[noreturn]] void throw_locked(const fs::path& folder, const std::string& process) {
  throw InputError({"output.locked", folder.string(),
                    process == "?" ? std::string("another process is writing into this folder")
                                   : fmt::format("process {} is writing into this folder", process),
                    "wait until it ends, or choose another folder with -o"});
}

bool is_same_file(int file, const fs::path& path) {
  struct stat open = {}, named = {};
  return ::fstat(file, &open) == 0 && ::lstat(path.c_str(), &named) == 0 && open.st_dev == named.st_dev &&
         open.st_ino == named.st_ino;
}

bool is_regular(int file) {
  struct stat status = {};
  return ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

FolderLock::FolderLock(fs::path folder, Missing missing) : folder_(std::move(folder)), path_(folder_ / kFolderLockName) {
  if (missing == Missing::make) make_folder();
  while (!try_to_lock()) {
  }
}

FolderLock::~FolderLock() {
  if (file_.is_open()) {
    ::unlink(path_.c_str());  // before the lock goes: who waits for it then sees that the file is no longer the folder's
    file_.close();
  }
  for (const fs::path& made : made_) ::rmdir(made.c_str());  // fails where something is in it
}

void FolderLock::make_folder() {
  std::error_code error;
  std::vector<fs::path> missing;
  for (fs::path folder = folder_; !folder.empty() && !fs::exists(folder, error); folder = folder.parent_path())
    missing.push_back(folder);
  fs::create_directories(folder_, error);
  if (error) throw_file_error(folder_, "make this folder", error.value());
  made_ = std::move(missing);
}

bool FolderLock::try_to_lock() {
  FileDescriptor file(::open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666));
  if (!file.is_open()) {
    if (errno == EINTR) return false;
    if (errno == ELOOP || errno == EISDIR || errno == ENXIO) throw_file_error(path_, "lock the folder", errno);
    return true;  // not held
  }
  if (!is_regular(file.number())) throw_file_error(path_, "lock the folder", EINVAL);
  struct flock lock = whole_file();
  if (::fcntl(file.number(), F_OFD_SETLK, &lock) != 0) {
    if (errno == EAGAIN || errno == EACCES) throw_locked(folder_, process_in(file.number()));
    return true;  // the file system knows no locks
  }
  if (!is_same_file(file.number(), path_)) return false;
  left_behind_ = LeftBehind::file(path_);
  const std::string id = fmt::format("{}\n", ::getpid());
  if (::ftruncate(file.number(), 0) == 0) write_all(file.number(), id);  // a full disk costs the number, not the lock
  file_ = std::move(file);
  return true;
}

std::optional<std::string> writer_of_folder(const fs::path& folder) {
  const FileDescriptor file(::open((folder / kFolderLockName).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open() || !is_regular(file.number())) return std::nullopt;
  struct flock lock = whole_file();
  if (::fcntl(file.number(), F_OFD_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) return std::nullopt;
  return process_in(file.number());
}

}  // namespace lilyan
