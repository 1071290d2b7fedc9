#include <lilyan/core/platform/folder_lock.hpp>

#include <lilyan/core/bytes.hpp>
#include <lilyan/core/error.hpp>

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
struct flock whole_file(short type) {
  struct flock lock = {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  return lock;
}

enum class Locked { yes, by_another, not_here };

Locked try_to_lock(int file, short type) {
  struct flock lock = whole_file(type);
  if (::fcntl(file, F_OFD_SETLK, &lock) == 0) return Locked::yes;
  return errno == EAGAIN || errno == EACCES ? Locked::by_another : Locked::not_here;
}

// By another open file than this one, in whatever way.
bool is_locked_elsewhere(int file) {
  struct flock lock = whole_file(F_WRLCK);
  return ::fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

std::string process_in(int file) {
  char text[24] = {};
  const ssize_t size = ::pread(file, text, sizeof text - 1, 0);
  const std::string id(text, text + std::max<ssize_t>(size, 0));
  const std::size_t digits = std::min(id.find_first_not_of("0123456789"), id.size());
  return digits > 0 ? id.substr(0, digits) : "?";
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

// Whatever the umask says: another user who may not even read the lock file could not tell whether it is locked.
void let_all_read(int file) {
  struct stat status = {};
  if (::fstat(file, &status) == 0) ::fchmod(file, (status.st_mode & 0777) | 0444);
}

// A name of 255 bytes leaves no room for more.
fs::path lock_of_file(const fs::path& file) {
  constexpr std::size_t kLongest = 200;
  const std::string name = file.filename().string();
  return file.parent_path() /
         fmt::format("{}.{}", kFolderLockName, name.size() <= kLongest ? name : fmt::format("{:016x}", checksum(name)));
}

}  // namespace

bool is_lock_name(const std::string& name) { return name.starts_with(kFolderLockName); }

void LockFile::release() {
  if (!file_.is_open()) return;
  // Before the lock goes: who waits for it then sees that the file is no longer the folder's.
  if (is_same_file(file_.number(), path_)) ::unlink(path_.c_str());
  file_.close();
  left_behind_.forget();
}

LockFile::Outcome LockFile::lock() {
  const EndWaits until_it_is_known_what_to_remove;
  for (;;) {
    std::optional<Outcome> outcome = try_to_make();
    if (!outcome) outcome = try_to_replace();
    if (!outcome) continue;
    replaced_.close();
    return *outcome;
  }
}

// None: there is such a file already, or there was until a moment ago.
std::optional<LockFile::Outcome> LockFile::try_to_make() {
  FileDescriptor file(::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!file.is_open()) {
    switch (errno) {
      case EINTR:
      case EEXIST: return std::nullopt;
      case ENOENT:
      case ENOTDIR: return Outcome::no_folder;
      case EACCES:
      case EPERM:
      case EROFS: return Outcome::unlocked;
      default: throw_file_error(path_, "lock the folder", errno);
    }
  }
  let_all_read(file.number());
  switch (try_to_lock(file.number(), F_WRLCK)) {
    case Locked::yes: break;
    case Locked::by_another: throw_locked(file.number());  // who found it before it was locked replaces it
    case Locked::not_here: ::unlink(path_.c_str()); return Outcome::unlocked;
  }
  if (!is_same_file(file.number(), path_)) return std::nullopt;
  left_behind_ = LeftBehind::file(path_);
  write_all(file.number(), fmt::format("{}\n", ::getpid()));  // a full disk costs the number, not the lock
  file_ = std::move(file);
  return Outcome::held;
}

// Removes the file of an owner who is gone. As long as we hold its lock nobody else does, so that none removes a newer one.
std::optional<LockFile::Outcome> LockFile::try_to_replace() {
  constexpr int kFlags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  short type = F_WRLCK;
  FileDescriptor file(::open(path_.c_str(), O_RDWR | kFlags));
  if (!file.is_open() && (errno == EACCES || errno == EPERM || errno == EROFS)) {  // of another user
    type = F_RDLCK;
    file = FileDescriptor(::open(path_.c_str(), O_RDONLY | kFlags));
  }
  if (!file.is_open()) {
    if (errno == EINTR || errno == ENOENT) return std::nullopt;
    if (errno == EACCES || errno == EPERM)
      throw InputError(
          {"output.locked", thing_.path.string(),
           "another user has locked this, and whether that one still writes cannot be told: the lock file may not be read",
           fmt::format("choose another place with -o; if nobody writes there, remove {}", path_.string())});
    throw_file_error(path_, "lock the folder", errno);
  }
  if (!is_regular(file.number())) throw_file_error(path_, "lock the folder", EINVAL);
  switch (try_to_lock(file.number(), type)) {
    case Locked::yes: break;
    case Locked::by_another: throw_locked(file.number());
    case Locked::not_here: return Outcome::unlocked;
  }
  // Of those who may only read it, several may hold it at once.
  if (is_locked_elsewhere(file.number())) throw_locked(file.number());
  if (!is_same_file(file.number(), path_)) return std::nullopt;
  if (::unlink(path_.c_str()) != 0) {
    if (errno == EACCES || errno == EROFS) return Outcome::unlocked;
    throw_file_error(path_, "replace the lock that another user left behind", errno);
  }
  replaced_ = std::move(file);
  return std::nullopt;
}

void LockFile::throw_locked(int file) const {
  const std::string process = process_in(file);
  throw InputError({"output.locked", thing_.path.string(),
                    fmt::format("{} is writing {}", process == "?" ? "another process" : "process " + process, thing_.words),
                    "wait until it ends, or choose another place with -o"});
}

FolderLock::FolderLock(fs::path folder, Missing missing)
    : folder_(std::move(folder)), lock_(folder_ / kFolderLockName, {folder_, "into this folder"}) {
  // Another process that made the folder may remove it again before there is something in it. In some folders (/proc) no file can
  // ever be made.
  constexpr int kMostTries = 100;
  for (int tries = 0; tries < kMostTries; ++tries) {
    if (missing == Missing::make) make_folder();
    if (lock_.lock() != LockFile::Outcome::no_folder || missing == Missing::ignore) break;
  }
}

FolderLock::~FolderLock() {
  lock_.release();
  for (const fs::path& made : made_) ::rmdir(made.c_str());  // fails where something is in it
}

void FolderLock::make_folder() {
  const EndWaits until_it_is_known_what_to_remove;
  std::error_code error;
  std::vector<fs::path> missing;
  for (fs::path folder = folder_; !folder.empty() && !fs::exists(folder, error); folder = folder.parent_path())
    missing.push_back(folder);
  fs::create_directories(folder_, error);
  if (error) throw_file_error(folder_, "make this folder", error.value());
  made_.insert(made_.begin(), missing.begin(), missing.end());
  for (auto made = missing.rbegin(); made != missing.rend(); ++made) left_behind_.push_back(LeftBehind::made_folder(*made));
}

FileLock::FileLock(const fs::path& file) : lock_(lock_of_file(file), {file, "this file"}) { lock_.lock(); }

std::optional<std::string> writer_of_folder(const fs::path& folder) {
  const FileDescriptor file(::open((folder / kFolderLockName).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open() || !is_regular(file.number()) || !is_locked_elsewhere(file.number())) return std::nullopt;
  return process_in(file.number());
}

}  // namespace lilyan
