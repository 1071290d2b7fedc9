#include <lilyan/core/platform/left_behind.hpp>

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>
#include <system_error>

namespace lilyan {
namespace {

enum class Kind { none, being_filled, file, folder, made_folder, programs };

struct Slot {
  std::atomic<Kind> kind = Kind::none;
  pid_t group = 0;
  std::array<char, PATH_MAX> path = {};
};
static_assert(std::atomic<Kind>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

constexpr int kSlots = 64;
std::array<Slot, kSlots> slots;

std::atomic<int> waiting_sections = 0, waiting_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

template <class Fill>
int put_down(Kind kind, const Fill& fill) {
  for (int k = 0; k < kSlots; ++k) {
    Slot& slot = slots[static_cast<std::size_t>(k)];
    Kind none = Kind::none;
    if (!slot.kind.compare_exchange_strong(none, Kind::being_filled)) continue;
    fill(slot);
    slot.kind = kind;
    return k;
  }
  return -1;
}

int put_down_path(Kind kind, const std::filesystem::path& path) {
  std::error_code error;
  const std::string text = std::filesystem::absolute(path, error).string();
  if (error || text.size() >= PATH_MAX) return -1;
  return put_down(kind, [&](Slot& slot) { std::memcpy(slot.path.data(), text.c_str(), text.size() + 1); });
}

// As the kernel writes it; readdir would allocate.
struct Entry {
  std::uint64_t inode;
  std::int64_t offset;
  unsigned short size;
  unsigned char type;
  char name[1];
};

void remove_folder(const char* path) {
  const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  alignas(Entry) char buffer[4096];
  for (long size; (size = syscall(SYS_getdents64, folder, buffer, sizeof buffer)) > 0;) {
    for (long at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const Entry*>(buffer + at);
      unlinkat(folder, entry->name, 0);  // fails on folders, "." and ".." among them
      at += entry->size;
    }
  }
  close(folder);
  rmdir(path);
}

// Until the group's leader is gone, so that it writes no more into what is removed next.
void end_programs(pid_t group) {
  kill(-group, SIGKILL);
  for (int tries = 0; tries < 1000 && waitpid(group, nullptr, WNOHANG) == 0; ++tries) {
    const timespec millisecond = {0, 1000000};
    nanosleep(&millisecond, nullptr);
  }
}

}  // namespace

LeftBehind LeftBehind::file(const std::filesystem::path& path) { return LeftBehind(put_down_path(Kind::file, path)); }
LeftBehind LeftBehind::folder(const std::filesystem::path& path) { return LeftBehind(put_down_path(Kind::folder, path)); }
LeftBehind LeftBehind::made_folder(const std::filesystem::path& path) { return LeftBehind(put_down_path(Kind::made_folder, path)); }
LeftBehind LeftBehind::programs(pid_t group) {
  return LeftBehind(put_down(Kind::programs, [&](Slot& slot) { slot.group = group; }));
}

LeftBehind& LeftBehind::operator=(LeftBehind&& other) noexcept {
  std::swap(slot_, other.slot_);
  return *this;
}

void LeftBehind::forget() {
  if (slot_ >= 0) slots[static_cast<std::size_t>(slot_)].kind = Kind::none;
  slot_ = -1;
}

void leave_nothing_behind() {
  for (Slot& slot : slots)
    if (slot.kind == Kind::programs) end_programs(slot.group);
  // The last first: a folder's lock, which is put down before what is written under it, goes after it.
  for (auto slot = slots.rbegin(); slot != slots.rend(); ++slot) {
    const Kind kind = slot->kind;
    if (kind == Kind::file) unlink(slot->path.data());
    if (kind == Kind::folder) remove_folder(slot->path.data());
  }
  for (auto slot = slots.rbegin(); slot != slots.rend(); ++slot)  // a folder in another one was made after it
    if (slot->kind == Kind::made_folder) rmdir(slot->path.data());
}

EndWaits::EndWaits() { ++waiting_sections; }

EndWaits::~EndWaits() {
  if (--waiting_sections > 0) return;
  if (const int signal = waiting_signal.exchange(0)) raise(signal);
}

bool end_waits(int signal) {
  if (waiting_sections == 0) return false;
  waiting_signal = signal;
  return true;
}

}  // namespace lilyan
