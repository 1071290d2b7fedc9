#include <lilyan/algebra/threads.hpp>

#include <lilyan/core/platform/available_memory.hpp>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <utility>

#ifdef LILYAN_TELL_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

namespace lilyan {

namespace {

// TBB starts no more threads in all than there are cores unless it is told to. Told once: the limit belongs to the process,
// how many threads work on what is for the arenas to say.
void allow_more_threads_than_cores() {
  constexpr std::size_t kMostThreads = 256;
  static const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, kMostThreads);
}

// A thread takes its stack and an arena of the allocator; where one cannot be started, TBB ends the process. Under a limit on the
// address space a quarter of what is left goes to threads: results do not depend on how many they are.
int affordable(int count) {
  constexpr double kBytesPerThread = 80 * 0x1p20;
  const double space = available_address_space();
  return static_cast<int>(std::min<double>(count, 1 + std::floor(space / 4 / kBytesPerThread)));
}

Threads& process_threads() {
  static Threads threads;
  return threads;
}

thread_local const Threads* current = nullptr;  // nullptr: those of the process

// ThreadSanitizer does not see how TBB, which is not compiled with it, hands work from thread to thread: it is told. This file is
// not compiled with it either, since it holds TBB's templates; what a loop does is seen.
class Handover {
 public:
#ifdef LILYAN_TELL_THREAD_SANITIZER
  void give() { __tsan_release(this); }
  void take() { __tsan_acquire(this); }
#else
  void give() {}
  void take() {}
#endif

 private:
  [[maybe_unused]] char place_ = 0;
};

const Threads& current_threads() { return current != nullptr ? *current : process_threads(); }

}  // namespace

struct Threads::Arena {
  explicit Arena(int count) : tasks(count) {}
  tbb::task_arena tasks;
};

Threads::Threads(int count) {
  if (count > 1) count = affordable(count);
  if (count <= 1) return;
  allow_more_threads_than_cores();
  arena_ = std::make_unique<Arena>(count);
}

Threads::~Threads() = default;
Threads::Threads(Threads&&) noexcept = default;
Threads& Threads::operator=(Threads&&) noexcept = default;

int Threads::count() const { return arena_ ? arena_->tasks.max_concurrency() : 1; }

UsingThreads::UsingThreads(const Threads& threads) : before_(std::exchange(current, &threads)) {}
UsingThreads::~UsingThreads() { current = before_; }

void set_threads(int count) { process_threads() = Threads(count); }

int threads() { return current_threads().count(); }

void parallel_for(Index n, const std::function<void(Index)>& body) {
  const Threads& threads = current_threads();
  if (!threads.arena_ || n < 2) {
    for (Index i = 0; i < n; ++i) body(i);
    return;
  }
  Handover begin, end;
  begin.give();
  threads.arena_->tasks.execute([&] {
    tbb::parallel_for(Index{0}, n, [&](Index i) {
      begin.take();
      const UsingThreads inside(threads);  // for a parallel_for that the body holds
      body(i);
      end.give();
    });
  });
  end.take();
}

}  // namespace lilyan
