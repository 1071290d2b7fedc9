#include <tests/support/disk_log.hpp>

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <cstdio>
#include <ostream>

namespace lilyan::test {

namespace {

DiskLog* active = nullptr;

std::string path_of(int descriptor) {
  char path[PATH_MAX];
  const ssize_t size = ::readlink(("/proc/self/fd/" + std::to_string(descriptor)).c_str(), path, sizeof path);
  return size < 0 ? std::string() : std::string(path, static_cast<std::size_t>(size));
}

void note(DiskEvent::Kind kind, int descriptor) {
  if (active != nullptr) active->note({kind, path_of(descriptor), {}});
}

// As seen from `folder`; empty where it lies elsewhere.
std::string seen_from(const std::string& folder, const std::string& path) {
  if (path == folder) return ".";
  return path.starts_with(folder + "/") ? path.substr(folder.size() + 1) : std::string();
}

}  // namespace

DiskLog::DiskLog(const std::filesystem::path& folder) : folder_(std::filesystem::canonical(folder).string()) { active = this; }

DiskLog::~DiskLog() { active = nullptr; }

void DiskLog::note(DiskEvent event) {
  event.path = seen_from(folder_, event.path);
  if (event.kind == DiskEvent::Kind::rename) event.to = seen_from(folder_, event.to);
  if (!event.path.empty()) events_.push_back(std::move(event));
}

std::ostream& operator<<(std::ostream& out, const DiskEvent& event) {
  switch (event.kind) {
    case DiskEvent::Kind::write: return out << "write " << event.path;
    case DiskEvent::Kind::sync: return out << "sync " << event.path;
    case DiskEvent::Kind::rename: break;
  }
  return out << "rename " << event.path << " to " << event.to;
}

}  // namespace lilyan::test

extern "C" {

ssize_t write(int descriptor, const void* bytes, size_t size) {
  lilyan::test::note(lilyan::test::DiskEvent::Kind::write, descriptor);
  if (lilyan::test::active != nullptr && size > lilyan::test::active->most_bytes()) size = lilyan::test::active->most_bytes();
  return syscall(SYS_write, descriptor, bytes, size);
}

ssize_t pwrite(int descriptor, const void* bytes, size_t size, off_t at) {
  lilyan::test::note(lilyan::test::DiskEvent::Kind::write, descriptor);
  return syscall(SYS_pwrite64, descriptor, bytes, size, at);
}

int fsync(int descriptor) {
  lilyan::test::note(lilyan::test::DiskEvent::Kind::sync, descriptor);
  return static_cast<int>(syscall(SYS_fsync, descriptor));
}

int fdatasync(int descriptor) {
  lilyan::test::note(lilyan::test::DiskEvent::Kind::sync, descriptor);
  return static_cast<int>(syscall(SYS_fdatasync, descriptor));
}

int rename(const char* from, const char* to) noexcept {
  if (lilyan::test::active != nullptr) lilyan::test::active->note({lilyan::test::DiskEvent::Kind::rename, from, to});
  return static_cast<int>(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) noexcept {
  if (lilyan::test::active != nullptr) lilyan::test::active->note({lilyan::test::DiskEvent::Kind::rename, from, to});
  return static_cast<int>(syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
}
}
