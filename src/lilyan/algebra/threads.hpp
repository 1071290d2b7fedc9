// The only place that knows threads. Work is cut the same way for any number of them, so results never depend on it.
//
// Threads belong to who computes: a simulation has its own, and makes them current while it steps. Where nobody does, the
// process's default is used.
#pragma once

#include <lilyan/core/vector.hpp>

#include <functional>
#include <memory>

namespace lilyan {

// A number of threads that share the work of parallel_for. A copy has as many threads of its own.
class Threads {
 public:
  explicit Threads(int count = 1);  // at least 1 are taken, and no more than the process's limits have room for
  ~Threads();
  Threads(const Threads& other) : Threads(other.count()) {}
  Threads(Threads&&) noexcept;
  Threads& operator=(const Threads& other) { return *this = Threads(other.count()); }
  Threads& operator=(Threads&&) noexcept;

  int count() const;

 private:
  friend void parallel_for(Index n, const std::function<void(Index)>& body);
  struct Arena;
  std::unique_ptr<Arena> arena_;  // none: the calling thread works alone
};

// While it lives, parallel_for in the thread that made it uses these threads, which must outlive it.
class UsingThreads {
 public:
  explicit UsingThreads(const Threads& threads);
  ~UsingThreads();
  UsingThreads(const UsingThreads&) = delete;
  UsingThreads& operator=(const UsingThreads&) = delete;

 private:
  const Threads* before_;
};

// The default of the process, 1 at first. To be set while no other thread computes.
void set_threads(int count);

// How many threads parallel_for uses here and now.
int threads();

// body(i) for every i in [0, n), in any order and on any thread: the calls must not touch each other's output.
void parallel_for(Index n, const std::function<void(Index)>& body);

}  // namespace lilyan
