// Preloaded into the program by attack_test.py: at one call that changes files, counted from 1, the disk is full, broken, or the
// process is killed. Calls that make and remove folders and files are counted for kills only.
//
//   FAULTY_COUNT   a file of 8 bytes that counts the calls
//   FAULTY_AT      the call that goes wrong; 0: none
//   FAULTY_HOW     KILL, or ENOSPC or EIO; these last from that call on where FAULTY_LASTS is set, else for one call
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

std::atomic<long>* counter = nullptr;
long faulty_at = 0;
int error = 0;  // 0: killed
bool lasts = false;

__attribute__((constructor)) void prepare() {
  const char *file = std::getenv("FAULTY_COUNT"), *at = std::getenv("FAULTY_AT"), *how = std::getenv("FAULTY_HOW");
  if (file == nullptr || at == nullptr || how == nullptr) return;
  faulty_at = std::atol(at);
  error = std::strcmp(how, "ENOSPC") == 0 ? ENOSPC : std::strcmp(how, "EIO") == 0 ? EIO : 0;
  lasts = std::getenv("FAULTY_LASTS") != nullptr;
  const int descriptor = ::open(file, O_RDWR);
  if (descriptor < 0) return;
  void* place = ::mmap(nullptr, sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  ::close(descriptor);
  if (place != MAP_FAILED) counter = static_cast<std::atomic<long>*>(place);
}

// Whether this call goes wrong; errno is set then.
bool goes_wrong() {
  if (counter == nullptr) return false;
  const long number = counter->fetch_add(1) + 1;
  if (faulty_at == 0 || (lasts && error != 0 ? number < faulty_at : number != faulty_at)) return false;
  if (error == 0) ::kill(::getpid(), SIGKILL);
  errno = error;
  return true;
}

// As `goes_wrong`, of calls that fail on no full disk.
void may_be_killed() {
  if (error == 0) goes_wrong();
}

bool is_file(int descriptor) {
  struct stat found;
  return ::fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode);
}

template <class Function>
Function* next(Function*, const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t count) {
  static auto* real = next(&write, "write");
  return is_file(descriptor) && goes_wrong() ? -1 : real(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void* bytes, size_t count, off_t offset) {
  static auto* real = next(&pwrite, "pwrite");
  return is_file(descriptor) && goes_wrong() ? -1 : real(descriptor, bytes, count, offset);
}

ssize_t writev(int descriptor, const iovec* pieces, int count) {
  static auto* real = next(&writev, "writev");
  return is_file(descriptor) && goes_wrong() ? -1 : real(descriptor, pieces, count);
}

int mkdir(const char* path, mode_t mode) noexcept {
  static auto* real = next(&mkdir, "mkdir");
  may_be_killed();
  return real(path, mode);
}

int unlink(const char* path) noexcept {
  static auto* real = next(&unlink, "unlink");
  may_be_killed();
  return real(path);
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  static auto* real = next(&unlinkat, "unlinkat");
  may_be_killed();
  return real(folder, path, flags);
}

int rmdir(const char* path) noexcept {
  static auto* real = next(&rmdir, "rmdir");
  may_be_killed();
  return real(path);
}

int remove(const char* path) noexcept {
  static auto* real = next(static_cast<int (*)(const char*)>(&remove), "remove");
  may_be_killed();
  return real(path);
}

int fsync(int descriptor) {
  static auto* real = next(&fsync, "fsync");
  return goes_wrong() ? -1 : real(descriptor);
}

int fdatasync(int descriptor) {
  static auto* real = next(&fdatasync, "fdatasync");
  return goes_wrong() ? -1 : real(descriptor);
}

int rename(const char* from, const char* to) noexcept {
  static auto* real = next(&rename, "rename");
  return goes_wrong() ? -1 : real(from, to);
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept {
  static auto* real = next(&renameat2, "renameat2");
  return goes_wrong() ? -1 : real(from_folder, from, to_folder, to, flags);
}

int ftruncate(int descriptor, off_t length) noexcept {
  static auto* real = next(&ftruncate, "ftruncate");
  return goes_wrong() ? -1 : real(descriptor, length);
}
}
