#include <apps/lilyan/console/program_end.hpp>

#include <lilyan/core/platform/left_behind.hpp>

#include <apps/lilyan/console/streams.hpp>

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

namespace lilyan::app {
namespace {

std::atomic<bool> stop = false, is_running = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may only touch lock-free atomics");

extern "C" void on_stop_signal(int signal) {
  if (!is_running) {
    if (end_waits(signal)) return;
    leave_nothing_behind();
    _exit(kStopped);
  }
  stop = true;
}

// Where an exception cannot be caught, as one thrown by a destructor that finds no memory (nlohmann::json's takes some), or before
// main: the program says so in words that are ready, removes what is half written, and ends with a status instead of a signal.
[[noreturn]] void end_with_status() {
  leave_nothing_behind();
  const ExitStatus status = is_running ? kCannotGoOn : kBadInput;
  try {
    if (const std::exception_ptr thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    print_out_of_memory();
    _exit(status);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: unexpected: %s\n  hint: this is a fault of Lilyan; please report it with the scene\n",
                 error.what());
    _exit(kCannotGoOn);
  } catch (...) {
  }
  std::abort();
}

[[gnu::constructor(101)]] void prepare() { std::set_terminate(end_with_status); }

}  // namespace

void stop_at_once_on_signals() {
  is_running = false;
  struct sigaction action = {};
  action.sa_handler = on_stop_signal;
  action.sa_flags = SA_RESTART;  // a write in progress goes on as if nothing had happened
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  // nohup: who has it ignored wants the program to outlive the terminal.
  struct sigaction before = {};
  if (sigaction(SIGHUP, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
}

const std::atomic<bool>& stop_wanted() { return stop; }

const std::atomic<bool>& stop_after_step_on_signals() {
  is_running = true;
  return stop;
}

}  // namespace lilyan::app
