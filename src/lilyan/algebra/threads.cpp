#include <lilyan/algebra/threads.hpp>

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <memory>

namespace lilyan {

namespace {

int thread_count = 1;
std::unique_ptr<tbb::global_control> limit;  // lets the arena have more threads than there are cores
std::unique_ptr<tbb::task_arena> arena;

}  // namespace

void set_threads(int count) {
  thread_count = std::max(1, count);
  arena = nullptr;
  limit =
      std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(thread_count));
  arena = thread_count > 1 ? std::make_unique<tbb::task_arena>(thread_count) : nullptr;
}

int threads() { return thread_count; }

void parallel_for(Index n, const std::function<void(Index)>& body) {
  if (!arena || n < 2) {
    for (Index i = 0; i < n; ++i) body(i);
    return;
  }
  arena->execute([&] { tbb::parallel_for(Index{0}, n, [&](Index i) { body(i); }); });
}

}  // namespace lilyan
