// Preloaded into the program by no_memory_test.py: from the NO_MEMORY_AT-th allocation on, or at that one alone where NO_MEMORY_ONCE is
// set, there is no memory. Only allocations of NO_MEMORY_LEAST bytes or more count.
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
}

namespace {

std::atomic<long> made = 0;
long at = 0;
std::size_t least = 0;
bool once = false;

[[gnu::constructor]] void prepare() {
  if (const char* text = std::getenv("NO_MEMORY_AT")) at = std::atol(text);
  if (const char* text = std::getenv("NO_MEMORY_LEAST")) least = static_cast<std::size_t>(std::atol(text));
  once = std::getenv("NO_MEMORY_ONCE") != nullptr;
}

bool has_none(std::size_t size) {
  if (at <= 0 || size < least) return false;
  const long number = ++made;
  if (once ? number != at : number < at) return false;
  errno = ENOMEM;
  return true;
}

}  // namespace

extern "C" {
void* malloc(std::size_t size) noexcept { return has_none(size) ? nullptr : __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) noexcept { return has_none(count * size) ? nullptr : __libc_calloc(count, size); }
void* realloc(void* place, std::size_t size) noexcept { return has_none(size) ? nullptr : __libc_realloc(place, size); }
void* aligned_alloc(std::size_t to, std::size_t size) noexcept { return has_none(size) ? nullptr : __libc_memalign(to, size); }
int posix_memalign(void** place, std::size_t to, std::size_t size) noexcept {
  if (has_none(size)) return ENOMEM;
  *place = __libc_memalign(to, size);
  return *place != nullptr ? 0 : ENOMEM;
}
}
